"""Names become models, or an error that says what exists and what to set."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from gameplan.agents.model import Model, ModelError, ModelRequest, Reply
from gameplan.agents.models import DEFAULT_PLANNER_MODEL, UnknownModel, house, register_house_model, resolve_model
from gameplan.agents.models.provider import ProviderModel


class Parrot:
    """Says what it was told."""

    name = "house:parrot"

    def __init__(self, view: house.View) -> None:
        self.view = view

    async def reply(self, request: ModelRequest, on_delta: object = None) -> Reply:
        return Reply(str(self.view()))


@pytest.fixture(autouse=True)
def parrot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "_registered", {})
    register_house_model("parrot", Parrot)


def failure_of(name: str) -> str:
    with pytest.raises(ModelError) as caught:
        resolve_model(name)
    return caught.value.message


def test_a_model_is_itself() -> None:
    model: Model = Parrot(lambda: None)
    assert resolve_model(model) is model


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("anthropic:claude-sonnet-5-5", "ANTHROPIC_API_KEY"),
        ("openai:gpt-5", "OPENAI_API_KEY"),
        ("google:gemini-2.5-flash", "GOOGLE_API_KEY"),
        ("google-gla:gemini-2.5-flash", "GOOGLE_API_KEY"),
    ],
)
def test_a_provider_needs_its_key(name: str, variable: str, monkeypatch: pytest.MonkeyPatch, canary: str) -> None:
    message = failure_of(name)
    assert message.startswith(f"{name} needs a key: set {variable}.")
    assert "house:parrot" in message
    assert "Pydantic" not in message
    monkeypatch.setenv(variable, canary)
    model = resolve_model(name)
    assert isinstance(model, ProviderModel)
    assert model.name == name
    assert canary not in repr(model)


def test_a_provider_whose_library_is_not_there_says_what_to_install() -> None:
    assert "pip install 'pydantic-ai-slim[groq]'" in failure_of("groq:llama-3.3-70b-versatile")


@pytest.mark.parametrize("name", ["", "claude", "antropic:claude-sonnet-5-5", "house:parot", "house:", "nobody:at-all"])
def test_an_unknown_name_is_told_what_exists(name: str) -> None:
    with pytest.raises(UnknownModel) as caught:
        resolve_model(name)
    message = caught.value.message
    assert f'There is no model "{name}".' in message
    for known in ("house:parrot", DEFAULT_PLANNER_MODEL, "http://127.0.0.1:8081/v1#", "recording:"):
        assert known in message
    assert not caught.value.transient


def test_an_unknown_name_is_told_what_is_near() -> None:
    assert "Did you mean house:parrot" in failure_of("house:parot")
    assert "anthropic:claude-sonnet-5-5" in failure_of("antropic:claude-sonnet-5-5").partition("\n")[0]


def test_an_address_needs_a_model_and_holds_no_key(canary: str) -> None:
    assert "#MODEL" in failure_of("http://127.0.0.1:8081/v1")
    for address in (f"http://me:{canary}@127.0.0.1/v1#tiny", f"http://127.0.0.1/v1?key={canary}#tiny"):
        message = failure_of(address)
        assert "GAMEPLAN_SERVER_KEY" in message
        assert canary not in message


async def test_a_house_model_sees_what_it_is_shown_and_nothing_else() -> None:
    request = ModelRequest("", [])
    assert (await resolve_model("house:parrot", view=lambda: "a card").reply(request)).text == "a card"
    assert (await resolve_model("house:parrot").reply(request)).text == "None"


def test_house_models_are_found_by_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rooks.py").write_text(
        "from types import SimpleNamespace\n"
        "def rook(view):\n"
        "    '''Moves straight.\n\n    Always.'''\n"
        "    return SimpleNamespace(name='house:rook', view=view)\n"
    )
    package = tmp_path / "rooks-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: rooks\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[gameplan.house_models]\nrook = rooks:rook\nbroken = rooks:nothing\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    models = house.house_models()
    assert models["rook"] == "Moves straight."
    assert models["parrot"] == "Says what it was told."
    assert "cannot be loaded" in models["broken"]
    assert resolve_model("house:rook").name == "house:rook"
    assert "house:broken cannot be loaded from rooks:nothing" in failure_of("house:broken")


def test_a_recording_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "none.jsonl") in failure_of(f"recording:{tmp_path / 'none.jsonl'}")


def test_the_default_planner_is_the_newest_sonnet_that_pydantic_ai_names() -> None:
    from pydantic_ai.models import known_model_names

    def version(name: str) -> tuple[int, ...] | None:
        match = re.fullmatch(r"anthropic:claude-sonnet-(\d+)(?:-(\d{1,2}))?", name)
        return tuple(int(part or 0) for part in match.groups()) if match else None

    sonnets = {version(name): name for name in known_model_names() if version(name)}
    assert DEFAULT_PLANNER_MODEL in sonnets.values()
    installed = tuple(int(part) for part in metadata.version("pydantic-ai-slim").split(".")[:2])
    if installed <= (2, 66):  # a later release may name a newer one: that is no fault of what is here
        assert sonnets[max(sonnets)] == DEFAULT_PLANNER_MODEL


def python(program: str) -> str:
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_importing_the_models_imports_no_provider() -> None:
    loaded = python(
        "import sys, gameplan.agents.models as models\n"
        "models.house_models()\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    ).split()
    heavy = {"pydantic_ai", "genai_prices", "openai", "anthropic", "google", "httpx2", "httpx", "tiktoken"}
    assert heavy.isdisjoint(loaded)


def test_without_the_extra_a_provider_says_what_to_install() -> None:
    told = python(
        "import sys\n"
        "sys.modules['pydantic_ai'] = None  # as if it were not installed\n"
        "from gameplan.agents.model import ModelError\n"
        "from gameplan.agents.models import resolve_model\n"
        "for name in ('anthropic:claude-sonnet-5-5', 'http://127.0.0.1:8081/v1#tiny', 'nobody'):\n"
        "    try:\n"
        "        resolve_model(name)\n"
        "    except ModelError as error:\n"
        "        print(error)\n"
    )
    assert told.count("pip install 'gameplan[models]'") == 2
    assert 'There is no model "nobody"' in told
