import pytest

from gameplan.novels.package import VNPackage
from gameplan.novels.samples import sample_package


@pytest.fixture(scope="session")
def sample() -> VNPackage:
    return sample_package()
