"""How the tests run: hypothesis without deadlines (machines are noisy), and the same examples each time in CI."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("gameplan", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("gameplan"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "gameplan")
