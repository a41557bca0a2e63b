"""Settings: who says what, and what files may not say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.cli.errors import UserError
from gameplan.settings import tools_of
from gameplan.settings.choice import EXECUTOR_MODEL, PROVIDERS, Choice, choose
from gameplan.settings.places import config_folder, database
from gameplan.settings.values import Settings, load_settings, own_settings
from gameplan.tools.workspace import Workspace


def write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "gameplan.toml"
    path.write_text(text)
    return path


def test_the_command_line_is_over_the_environment_over_the_workspace_over_the_persons_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(config_folder(), 'model = "a:own"\nplanner_model = "a:own"\nmode = "autonomous"\n[budget]\nsteps = 1\n')
    write(folder, 'model = "b:workspace"\nplanner_model = "b:workspace"\n[budget]\nsteps = 2\nmoney = 0.5\n')
    monkeypatch.setenv("GAMEPLAN_MODEL", "c:environment")
    monkeypatch.setenv("GAMEPLAN_STEPS", "3")
    settings = load_settings(folder, model="d:command", steps=None)
    assert (settings.model, settings.planner_model, settings.mode) == ("d:command", "b:workspace", "autonomous")
    assert (settings.steps, settings.money) == (3, 0.5)
    assert settings.said_in["model"] == "the command line"
    assert settings.said_in["steps"] == "the environment"
    assert settings.said_in["planner_model"] == str(folder / "gameplan.toml")


def test_data_is_where_the_home_is(home: Path) -> None:
    assert database() == home / "gameplan.db"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('model = "x"\nmode = "fast\n', "line 2"),
        ('model = "x"\nmode = "fast"\n', ', line 2: mode must be "pipeline" or "autonomous", not \'fast\'.'),
        ('planer_model = "x"\n', 'line 1: there is no setting "planer_model". Did you mean planner_model?'),
        ("\nsteps = 3\n", "[budget]"),
        ("[budget]\nsteps = true\n", "line 2: steps must be a whole number, at least 1, not 'True'."),
        ("[budget]\nsteps = 2.5\n", "line 2: steps must be a whole number"),
        ("[budget]\nmoney = nan\n", "line 2: money must be a number, more than 0"),
        ("budget = 3\n", "write the budget as a table"),
        ("[budget]\nmodel = 'x'\n", 'there is no setting "model"'),
        ('model = "https://evil.example/v1#m"\n', "a server on this machine only, not evil.example"),
        ("model = 3\n", "line 1: model must be text"),
    ],
)
def test_a_bad_file_is_an_error_with_its_line(invoke: Callable[..., Any], folder: Path, text: str, said: str) -> None:
    path = write(folder, text)
    output = invoke("agent", "find TODOs", "-w", str(folder), code=2).output
    assert str(path) in output
    assert said in output


@pytest.mark.parametrize(
    "line",
    [
        'api_key = "hush"',
        'openai_api_key = "hush"',
        'ANTHROPIC_API_KEY = "hush"',
        'secret = "hush"',
        'model = "sk-ant-hush-hush-hush-hush"',
        '[budget]\ntoken = "hush"',
    ],
)
def test_a_key_in_a_file_is_refused_and_not_shown(invoke: Callable[..., Any], folder: Path, line: str) -> None:
    write(folder, line + "\n")
    output = invoke("agent", "find TODOs", "-w", str(folder), code=2).output
    assert "keys do not belong into files" in output
    assert "hush" not in output


def test_a_person_may_name_any_server_in_their_own_file(folder: Path) -> None:
    write(config_folder(), 'model = "https://models.example/v1#m"\n')
    write(folder, 'planner_model = "http://127.0.0.1:8081/v1#m"\n')
    assert load_settings(folder).model == "https://models.example/v1#m"


def test_a_bad_variable_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEPLAN_REPLANS", "many")
    with pytest.raises(UserError, match="GAMEPLAN_REPLANS must be a whole number, at least 0, not 'many'"):
        load_settings(folder)


# -- what reaches beyond the workspace

GRANTS = """
[web]
allow = ["example.org", "*.example.com"]
private = ["localhost:8000"]

[commands]
enabled = true
allow = ["git", "python3"]
workspace_mb = 2
memory_mb = 512
"""


def names_of_tools(folder: Path) -> set[str]:
    with Workspace(folder) as workspace:
        return {*tools_of(workspace, "run")}


def test_nothing_is_fetched_and_nothing_is_run_unless_the_person_says_so(folder: Path) -> None:
    assert not {"http_fetch", "run_command"} & names_of_tools(folder)
    write(config_folder(), GRANTS)
    assert names_of_tools(folder) >= {"http_fetch", "run_command"}
    own = own_settings()
    assert (own.web_allow, own.web_private) == (("example.org", "*.example.com"), ("localhost:8000",))
    assert (own.commands_enabled, own.commands_allow, own.commands_sandbox) == (True, ("git", "python3"), None)
    assert (own.commands_workspace_mb, own.commands_memory_mb) == (2, 512)
    write(config_folder(), "[web]\nallow = []\n[commands]\nallow = ['git']\n")
    assert not {"http_fetch", "run_command"} & names_of_tools(folder)


def test_the_limits_that_were_set_are_those_of_the_tool(folder: Path) -> None:
    write(config_folder(), GRANTS)
    with Workspace(folder) as workspace:
        run_command = tools_of(workspace, "run")["run_command"]
        _, refused = run_command.foreseen(run_command.params(argv=["sh", "-c", "true"]))
    assert "sh is not among the programs that may be run: git, python3" in refused


@pytest.mark.parametrize("table", ["[web]\nallow = ['evil.example']", "[commands]\nenabled = true"])
def test_a_workspace_cannot_allow_itself_anything(invoke: Callable[..., Any], folder: Path, table: str) -> None:
    path = write(folder, table + "\n")
    output = invoke("agent", "find TODOs", "-w", str(folder), code=2).output
    assert str(path) in output
    assert "a workspace may not say" in output
    assert not {"http_fetch", "run_command"} & names_of_tools(folder)


def test_the_environment_may_allow_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEPLAN_WEB_ALLOW", "example.org, *.example.com")
    monkeypatch.setenv("GAMEPLAN_COMMANDS_ENABLED", "true")
    monkeypatch.setenv("GAMEPLAN_COMMANDS_SANDBOX", "none")
    own = own_settings()
    assert (own.web_allow, own.commands_enabled) == (("example.org", "*.example.com"), True)
    assert own.commands_sandbox == "none"
    monkeypatch.setenv("GAMEPLAN_COMMANDS_ENABLED", "perhaps")
    with pytest.raises(UserError, match="GAMEPLAN_COMMANDS_ENABLED must be true or false, not 'perhaps'"):
        own_settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("web = true\n", "write the web as a table"),
        ("[web]\nallow = 3\n", "line 2: allow must be a list of names"),
        ("[web]\nallow = ['a b']\n", '"a b" is not a host'),
        ("[web]\nprivate = ['localhost']\n", "write a private host with its port"),
        ("[web]\nalow = ['x.org']\n", 'there is no setting "alow". Did you mean allow?'),
        ("[commands]\nenabled = 'perhaps'\n", "line 2: enabled must be true or false"),
        ("[commands]\nsandbox = 'docker'\n", 'sandbox must be "bubblewrap" or "none"'),
        ("[commands]\nworkspace_mb = 0\n", "workspace_mb must be a whole number, at least 1"),
    ],
)
def test_what_is_wrong_with_it_is_told_with_its_line(folder: Path, text: str, said: str) -> None:
    path = write(config_folder(), text)
    with pytest.raises(UserError) as raised:
        load_settings(folder)
    assert str(path) in str(raised.value)
    assert said in str(raised.value)


# -- which models that leads to

PLANNER = "anthropic:claude-sonnet-5-5"


@pytest.mark.parametrize(
    ("settings", "key", "choice"),
    [
        (Settings(), False, Choice("house:scout-planner", "house:scout", offline=True)),
        (Settings(), True, Choice(PLANNER, EXECUTOR_MODEL)),
        (Settings(model="openai:x"), False, Choice("openai:x", "openai:x")),
        (Settings(model="openai:x"), True, Choice(PLANNER, "openai:x")),
        (Settings(model="house:scout"), True, Choice("house:scout-planner", "house:scout")),
        (Settings(planner_model="openai:x"), False, Choice("openai:x", "openai:x")),
        (Settings(planner_model="openai:x"), True, Choice("openai:x", EXECUTOR_MODEL)),
        (Settings(planner_model="house:scout-planner"), True, Choice("house:scout-planner", "house:scout")),
        (Settings(model="a:b", planner_model="c:d"), True, Choice("c:d", "a:b")),
    ],
)
def test_which_models_are_used(settings: Settings, key: bool, choice: Choice, monkeypatch: pytest.MonkeyPatch) -> None:
    if key:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "hush")
    assert choose(settings) == choice


def test_the_models_named_here_are_known() -> None:
    known = pytest.importorskip("pydantic_ai.models").known_model_names()
    assert EXECUTOR_MODEL in known


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)
def test_each_provider_wants_the_key_that_is_named_here(provider: Any) -> None:
    from gameplan.agents import ModelError, resolve_model

    with pytest.raises(ModelError) as raised:
        resolve_model(provider.example)
    assert any(variable in str(raised.value) for variable in provider.variables)


def test_models_says_whether_a_key_is_set_and_never_its_value(
    invoke: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hush-hush")
    write(folder, 'planner_model = "openai:gpt-5"\n')
    output = invoke("models", "-w", str(folder)).output
    rows = {line.split()[0].partition(":")[0]: line for line in output.splitlines() if line.strip()}
    assert rows["openai"].endswith("OPENAI_API_KEY                    set")
    assert "not set" in rows["anthropic"]
    assert "hush" not in output
    assert f"from {folder / 'gameplan.toml'}" in rows["planner"]
    assert "house:scout" in output
