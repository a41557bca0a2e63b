"""Saying something to a run: whoever carries the run out takes it or refuses it.

If a studio runs, it is asked, and says what became of it. Otherwise it goes into the run's inbox in the journal, which
is where the studio puts it, too: one run has one inbox.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from gameplan.client import Client
    from gameplan.plans import RunState, StepState
    from gameplan.runtime import Intent, SqliteJournal
    from gameplan.runtime.events import Json

RUN = typer.Argument(help="`last`, or the beginning of an id or of its last part.", metavar="RUN", show_default=False)
STEP = typer.Argument(
    help="The step; of one that is done for many things, all of them or one, as in write[2].",
    metavar="STEP",
    show_default=False,
)

Said: TypeAlias = tuple[str, "dict[str, Json]"]


@dataclass(frozen=True, slots=True)
class Became:
    """What became of something that was said to a run."""

    verdict: Literal["taken", "refused", "noted"]
    reason: str = ""

    @property
    def open(self) -> bool:
        """True if nobody has taken it up yet."""
        return self.verdict == "noted"


PATIENCE = 10.0
"""Seconds that a command waits for whoever carries the run out to say what became of what was asked."""
_LOOKS = 0.05
_AT_ONCE = 8
_NOT_FOR_IT = frozenset({"another_workspace", "too_large"})
"""What the studio says to something that the run's inbox takes all the same."""
_WORDS = {
    "approve": "approved",
    "deny": "denied",
    "arguments": "given other arguments",
    "answer": "answered",
    "skip": "to be skipped",
    "retry": "to be tried again",
}


def is_writing(journal: SqliteJournal, run_id: str) -> bool:
    """True if somebody carries the run out now."""
    return journal.is_written(run_id)


def say(run_id: str, asked: Sequence[Said]) -> list[Became]:
    """Say it to the run: through the studio that runs, or by putting it into the run's inbox ourselves."""
    from gameplan.cli.runs.through_studio import the_studio

    with the_studio() as studio:
        if studio is not None:
            return _through(studio, run_id, asked)
    return _became(_put_in(run_id, asked))


def _became(intents: Sequence[Intent]) -> list[Became]:
    return [Became(each.verdict or "noted", each.reason) for each in intents]


def _through(studio: Client, run_id: str, asked: Sequence[Said]) -> list[Became]:
    """Ask the studio; of many things several at once, because each is answered when the run has taken it."""
    from concurrent.futures import ThreadPoolExecutor

    from gameplan.client import StudioError

    def one(said: Said) -> Became:
        try:
            told = studio.say(run_id, said[0], **said[1])
        except StudioError as error:
            if error.code in _NOT_FOR_IT:
                return _became(_put_in(run_id, [said]))[0]
            if error.code != "refused":
                raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None
            return Became("refused", str(error))
        return Became(told.verdict, told.reason)

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(one, asked))


def _put_in(run_id: str, asked: Sequence[Said]) -> list[Intent]:
    """Put it into the run's inbox. If somebody carries the run out, wait a while for what they say to it."""
    from gameplan.runtime import InboxFull, IntentError
    from gameplan.settings.places import open_journal

    with open_journal(begin="gameplan templates") as journal:
        try:
            intents = [journal.ask(run_id, kind, payload) for kind, payload in asked]
        except (InboxFull, IntentError) as error:
            raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None
        end = time.monotonic() + PATIENCE
        look_again = 0.0
        while any(each.open for each in intents) and time.monotonic() < end:
            if time.monotonic() >= look_again:
                if not is_writing(journal, run_id):
                    break
                look_again = time.monotonic() + 1
            time.sleep(_LOOKS)
            intents = [(journal.intent(each.id) or each) if each.open else each for each in intents]
        return [(journal.intent(each.id) or each) if each.open else each for each in intents]


def tell_what_became(run_id: str, said: Sequence[Became], taken: str, *, more: str = "") -> None:
    """Say what became of it: taken, refused (then the command ends with 1), or noted until the run goes on."""
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.runs.story import short_id

    console = make_console()
    refused = dict.fromkeys(each.reason for each in said if each.verdict == "refused")
    noted = any(each.open for each in said)
    if noted:
        from gameplan.cli.runs.runs import view_run

        refuse_if_over(run_id, view_run(run_id)[1])  # it came to its end before it could take this
    if not refused or any(each.verdict != "refused" for each in said):
        print_text(console, clean(f"{taken}{' (noted)' if noted else ''}.{more}"), "bold")
    if noted:
        print_text(console, f"It is taken up when the run goes on: gameplan resume {short_id(run_id)}")
    if refused:
        raise UserError(f"Run {run_id} refused: {' '.join(refused)}", ExitCode.ENDED_OTHERWISE)


def noted_in(run_id: str) -> Sequence[Intent]:
    """What was said to a run, and nobody has taken up yet."""
    from gameplan.settings.places import open_journal

    with open_journal(begin="gameplan templates") as journal:
        return journal.intents(run_id)


def noted_words(intent: Intent) -> str:
    """What was said, in a few words: `bump: approved`."""
    step = intent.payload.get("step") if isinstance(intent.payload, dict) else None
    word = _WORDS.get(intent.kind, intent.kind)
    return f"{step}: {word}" if isinstance(step, str) else word


def meant_by(step: str, run_id: str, waits: Mapping[str, StepState], noted: Sequence[Intent]) -> dict[str, StepState]:
    """The waiting steps that a person means by a name; those of which an answer is noted already do not wait."""
    answered = {each.payload.get("step"): noted_words(each) for each in noted if isinstance(each.payload, dict)}
    meant = {name: waits[name] for name in sorted(waits, key=in_order) if _is_meant(name, step)}
    still = {name: each for name, each in meant.items() if name not in answered}
    if still:
        return still
    if meant:
        from gameplan.cli.runs.story import short_id

        said = ", ".join(answered[name] for name in meant)
        raise UserError(f"It waits for nothing more ({said}). Go on: gameplan resume {short_id(run_id)}")
    others = f"These wait: {', '.join(waits)}." if waits else "No step of it waits."
    raise UserError(f'Step "{step}" of run {run_id} waits for nothing like this. {others}')


def refuse_if_over(run_id: str, state: RunState) -> None:
    """Nothing can be said to a run that has come to its end."""
    words = {"completed": "has completed", "failed": "has failed", "cancelled": "was cancelled"}
    if state.ended in words:
        raise UserError(f"Run {run_id} is over: it {words[state.ended]}.", ExitCode.ENDED_OTHERWISE)


def in_order(name: str) -> list[tuple[int, str]]:
    """The items of a step stand in their own order, whichever came to ask first."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name[:200])]


def _is_meant(name: str, step: str) -> bool:
    return name == step or name.startswith((f"{step}[", f"{step}/"))
