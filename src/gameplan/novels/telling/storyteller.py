"""The Storyteller: an agent that tells a beat as frames. What it may not know, it never gets; what it writes is gated.

If it does not ask for the beat, it is handed it. If its frames are wrong it is told what is, once. If they are wrong
again, or it does not answer, the renderer tells the beat (or the rest of it): play never stops, and the record says who
told what and why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from gameplan.agents import (
    Budget,
    EndedBy,
    Model,
    ModelReplied,
    ModelRequest,
    OnDelta,
    Reply,
    Retry,
    TextDelta,
    resolve_model,
    run_agent,
)
from gameplan.agents.model import Delta
from gameplan.novels.package import VNPackage
from gameplan.novels.telling.direction import DirectionPack
from gameplan.novels.telling.events import BeatTold, ToldBy
from gameplan.novels.telling.frames import VNFrame, numbered
from gameplan.novels.telling.gate import FrameGate, Gated, GateFinding
from gameplan.novels.telling.house_storyteller import TellerSight
from gameplan.novels.telling.prompting import PLOT_STATE, plot_state_text, plot_state_tool, storyteller_prompt
from gameplan.novels.telling.reading import FrameReader, Unread, read_frames
from gameplan.novels.telling.renderer import render
from gameplan.novels.telling.said import Said
from gameplan.novels.telling.visible import told_openly, veil_of, visible_to
from gameplan.runtime import Session
from gameplan.tools import ToolRefused
from gameplan.tools.clean import clean_text

OnFrame: TypeAlias = Callable[[VNFrame], None]
LABEL = "Storyteller"
_STEPS = 5  # to ask for the beat, to tell it, to tell it again, and two for who is clumsy
_SECONDS = 90.0
_TOKENS, _TOKENS_A_FRAME = 4_000, 400  # of a reply: some to think, and enough for each frame in any script
_LONGEST_FRAME = 8_000  # characters, with its choices and all that is written around them
_MOST_FINDINGS = 12  # that a model is told of
_ENDED = {
    EndedBy.BUDGET: "it took too long",
    EndedBy.MODEL_ERROR: "it could not be asked",
    EndedBy.STOPPED: "it gave up",
}
_ANSWER = "Answer with all frames of the beat, one JSON object per line, and nothing else."


@dataclass(frozen=True, slots=True)
class Told:
    """A beat as it was told, by whom, and what the gate found."""

    frames: tuple[VNFrame, ...]
    by: ToldBy
    findings: tuple[GateFinding, ...] = ()
    reason: str = ""
    asked_again: bool = False


class Storyteller:
    """Tells the beats of one play, one at a time.

    `session` is its own: it holds what the model was asked and answered, and how each beat came to be told. `told` are
    the frames of a play that is taken up again.
    """

    def __init__(
        self,
        package: VNPackage,
        model: Model | str = "house:storyteller",
        *,
        session: Session | None = None,
        told: Iterable[VNFrame] = (),
        fallbacks: Sequence[Model | str] = (),
        retry: Retry = Retry(),
        seconds: float | None = _SECONDS,
    ) -> None:
        self.session = session if session is not None else Session()
        self.said = Said()
        self._package = package
        self._models = [resolve_model(each, view=self._sight) for each in (model, *fallbacks)]
        self._hidden = veil_of(package)
        self._revealed: list[str] = []
        self._retry = retry
        self._seconds = seconds
        self._beat: _Beat | None = None
        self._hands_over = False  # the beat, with the request: the model has been asked before, and called no tool
        self._plot_state = plot_state_tool(self._ask)  # once: its schema takes longer than a beat
        self.take_up(told)

    def take_up(self, told: Iterable[VNFrame]) -> None:
        """Go on after these frames, and forget all others: when a play is loaded, or rolled back."""
        self.said = Said()
        self._revealed = []
        for frame in told:
            self.said.add(frame.text)
            self._reveal(frame.words())

    async def tell(self, pack: DirectionPack, *, on_frame: OnFrame | None = None) -> Told:
        """Tell a beat. `on_frame` is shown each frame as soon as it has passed the gate; what was shown stays."""
        seen = visible_to("storyteller", self._package, pack, revealed=self._revealed)
        veil = self._hidden.without([*self._revealed, *told_openly(seen)])
        self._beat = beat = _Beat(seen, FrameGate(seen, veil, self.said), on_frame)
        request = f"Tell beat {pack.turn}."
        if self._hands_over:
            request = f"{request} This is what {PLOT_STATE} returns:\n{plot_state_text(beat.ask())}\n\n{_ANSWER}"
        ended = await run_agent(
            _Watched(self._models[0], beat),
            storyteller_prompt(visible_to("storyteller", self._package, act=pack.act)),
            [self._plot_state],
            request=request,
            session=self.session,
            budget=Budget(steps=_STEPS, seconds=self._seconds),
            label=LABEL,
            before_stop=beat.complaint,
            fallbacks=[_Watched(each, beat) for each in self._models[1:]],
            retry=self._retry,
            condense=None,
            max_output_tokens=_TOKENS + _TOKENS_A_FRAME * pack.frames.max,
        )
        reason = (
            ""
            if ended.ended_by is EndedBy.FINISHED
            else f"{_ENDED.get(ended.ended_by, 'it broke off')}: {ended.detail}"
        )
        self._hands_over = self._hands_over or beat.was_handed_over
        told = beat.end(ended.text, reason, self.said)
        self._reveal(told_openly(seen))
        self.session.dispatch(_recorded(pack, told, self._models[0].name))
        await self.session.committed()
        return told

    def _ask(self) -> DirectionPack:
        if self._beat is None:
            raise ToolRefused("There is no beat to tell now.", code="no_beat")
        return self._beat.ask()

    def _reveal(self, texts: Iterable[str]) -> None:
        self._revealed += [each for each in texts if self._hidden.covers(each)]

    def _sight(self) -> TellerSight:
        return TellerSight(self.said)


class _Beat:
    """A beat that is being told: what was shown of it, and whether its teller was asked again."""

    def __init__(self, pack: DirectionPack, gate: FrameGate, on_frame: OnFrame | None) -> None:
        self.pack = pack
        self.shown: list[VNFrame] = []
        self.was_handed_over = False
        self._gate = gate
        self._on_frame = on_frame
        self._asked = False  # for the beat
        self._asked_again = False
        self._stands = 0  # so many frames were shown when it was asked again: a reply goes on from there
        self._findings: tuple[GateFinding, ...] = ()

    def ask(self) -> DirectionPack:
        self._asked = True
        return self.pack

    def hear(self, frame: VNFrame | Unread, number: int) -> bool:
        """Show a frame that has just come in, after `number` others of its reply; False if it cannot be shown yet."""
        if self._on_frame is None or not self._asked or isinstance(frame, Unread):
            return False
        if self._stands + number < len(self.shown):
            return True  # a call that broke off had come so far, and is made again
        if frame.choices or frame.kind in ("choice", "ending") or len(self.shown) + 1 >= self.pack.frames.max:
            return False  # it may be the last one: only the whole beat shows whether it is
        gated = self._gate.frame(frame, len(self.shown) + 1, is_last=False, before=self.shown)
        if gated.ok:
            self._show(numbered(gated.frames, self.pack, first=len(self.shown)))
        return gated.ok

    def complaint(self, session: Session) -> str | None:
        """What is wrong with the frames of the last reply; nothing if they are well, or if it was said once."""
        if not self._asked:  # not every model can call a tool: it is handed what it should have asked for
            self.was_handed_over = True
            beat = plot_state_text(self.ask())
            return f"You have not called {PLOT_STATE}. This is what it returns:\n{beat}\n\n{_ANSWER}"
        if self._asked_again:
            return None
        replies = (each.event for each in reversed(session.events) if isinstance(each.event, ModelReplied))
        gated = self._judged(next(replies).text)
        if gated.ok:
            return None
        self._asked_again = True
        self._findings = gated.findings
        self._stands = len(self.shown)
        wrong = "\n".join(f"- {each}" for each in gated.wrong[:_MOST_FINDINGS])
        again = _ANSWER
        if self.shown:
            again = (
                f"Frames 1 to {len(self.shown)} have been shown, and stand. Answer with those that come after them, "
                "one JSON object per line, and nothing else."
            )
        return f"These frames cannot be shown:\n{wrong}\n\n{again}"

    def end(self, text: str, reason: str, said: Said) -> Told:
        """The beat as it was told: by the model, if its last reply is well; otherwise the renderer tells the rest."""
        if not reason:
            gated = self._judged(text)
            self._findings += gated.findings
            if gated.ok:
                frames = numbered(gated.frames, self.pack)
                for frame in frames:
                    said.add(frame.text)
                self._show(frames[len(self.shown) :])
                return Told(frames, "model", self._findings, asked_again=self._asked_again)
            reason = f"its frames were wrong twice: {', '.join(dict.fromkeys(each.code for each in gated.wrong))}"
        by: ToldBy = "both" if self.shown else "renderer"
        self._show(render(self.pack, said, shown=self.shown))
        return Told(tuple(self.shown), by, self._findings, reason, self._asked_again)

    def _judged(self, text: str) -> Gated:
        """The beat with what is new in this reply."""
        new = read_frames(text)[len(self.shown) - self._stands :]
        return self._gate.beat([*self.shown, *new])

    def _show(self, frames: Sequence[VNFrame]) -> None:
        for frame in frames:
            self.shown.append(frame)
            if self._on_frame is not None:
                self._on_frame(frame)


class _Watched:
    """A model whose frames are heard as they come in. A reply that was cut off is for the gate to judge.

    One that runs away is not waited for: it is stopped when it is longer than any frame, or has too many of them.
    """

    def __init__(self, model: Model, beat: _Beat) -> None:
        self._model = model
        self._beat = beat

    @property
    def name(self) -> str:
        return self._model.name

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        reader, number, hears = FrameReader(), 0, True
        heard: list[str] = []
        runs_away = asyncio.Event()

        def hear(delta: Delta) -> None:
            nonlocal number, hears
            if runs_away.is_set():
                return
            if on_delta is not None:
                on_delta(delta)
            if isinstance(delta, TextDelta):
                heard.append(delta.text)
                for frame in reader.feed(delta.text):
                    hears = hears and self._beat.hear(frame, number)
                    number += 1
                if reader.pending > _LONGEST_FRAME or number > 2 * self._beat.pack.frames.max:
                    runs_away.set()

        reply = await _unless(runs_away, self._model.reply(request, hear))
        if reply is None:
            return Reply("".join(heard), cost=None, model=self.name)
        return replace(reply, cut_off=False) if reply.text.strip() else reply


async def _unless(event: asyncio.Event, replying: Coroutine[Any, Any, Reply]) -> Reply | None:
    """A reply; nothing, if something happens before it is whole: then it is broken off."""
    tasks = asyncio.ensure_future(replying), asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return tasks[0].result() if tasks[0].done() else None
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _recorded(pack: DirectionPack, told: Told, model: str) -> BeatTold:
    return BeatTold(
        direction=pack.id,
        turn=pack.turn,
        by=told.by,
        model=model,
        frames=len(told.frames),
        asked_again=told.asked_again,
        reason=clean_text(told.reason[:500]),
        findings=tuple(
            clean_text(f"{'repaired ' if each.repaired else ''}{each.code}: {each}"[:300]) for each in told.findings
        ),
    )
