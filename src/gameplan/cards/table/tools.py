"""The tools of a seat at any table. Each does one action of the table, or is refused with what would make it work."""

from __future__ import annotations

from typing import Any

from gameplan.cards.table.acting import BOTTOM, TOP
from gameplan.cards.table.actions import end_of
from gameplan.cards.table.hands import Hands, chosen_numbers, how, position
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.texts import peeked_text, searched_text
from gameplan.cards.table.tool_arguments import (
    AddCounter,
    CoinFlip,
    CreateDecision,
    DeclareAction,
    DeclareVictory,
    DiceRoll,
    Draw,
    MoveCard,
    MoveStack,
    Mulligan,
    OneCard,
    OneZone,
    Peek,
    PlaceOnZone,
    Rearrange,
    ResolveDecision,
    Reveal,
    SetCounter,
    SwapStacks,
    Turned,
    because,
)
from gameplan.tools import Done, Memory, NoArguments, Tool, ToolRefused, ToolValidationError, Writes, tool

INFORMATION = Memory.LATEST("cards seen")  # peek and search_zone share it: the newest makes the older one stale
TABLE = Writes(lambda params: ["the table"])


def table_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    """What a seat can do at every table, whatever the game."""
    return (*_card_tools(hands), *_looking_tools(hands), *_other_tools(hands), *_deciding_tools(hands))


def _card_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def draw(params: Draw) -> Done[None]:
        """Draw cards from the top of a zone."""
        source, to = hands.zone(params.zone), hands.zone(params.to_zone)
        return await hands.act("draw", source.index, to.index, params.count, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def move_card(params: MoveCard) -> Done[None]:
        """Move a card from any zone to another. Without a name it is the top card."""
        source, to = hands.zone(params.from_zone), hands.zone(params.to_zone)
        card = hands.card_or_top(params.card_name, source)
        return await hands.act("move_card", card, to.index, position(params.position), because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def place_on_zone(params: PlaceOnZone) -> Done[None]:
        """Put a card onto the top, the bottom or a place of a zone, such as a deck."""
        card = hands.card(params.card_name, hands.zone(params.from_zone))
        to = hands.zone(params.zone).index
        return await hands.act("place_on_zone", card, to, position(params.position), because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def move_card_stack(params: MoveStack) -> Done[None]:
        """Move all that lies in a zone, with its counters."""
        source, to = hands.zone(params.from_zone), hands.zone(params.to_zone)
        return await hands.act("move_card_stack", source.index, to.index, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def swap_card_stacks(params: SwapStacks) -> Done[None]:
        """Let what lies in two zones change places, with its counters."""
        one, other = hands.zone(params.zone), hands.zone(params.with_zone)
        return await hands.act("swap_card_stacks", one.index, other.index, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def shuffle(params: OneZone) -> Done[None]:
        """Shuffle a zone. What anybody knew of its order is void then."""
        return await hands.act("shuffle", hands.zone(params.zone).index, because=because(params))

    return draw, move_card, place_on_zone, move_card_stack, swap_card_stacks, shuffle


def _looking_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    @tool(effects=TABLE, memory=INFORMATION)
    async def peek(params: Peek) -> Done[None]:
        """Look at the top or bottom cards of a zone, where a card's effect lets you. Only you see them."""
        zone, end = hands.zone(params.zone), TOP if params.end == "top" else BOTTOM
        _, note = await hands.do("peek", zone.index, params.count, end, because=because(params))
        table = hands.table
        cards = [table.cards[card] for card in end_of(table, zone.index, params.count, end)]
        said, size = hands.said(zone), len(table.zones[zone.index])
        next_ = [
            f"To take cards: {how('move_card', fromZone=said, cardName='<name>', toZone='<zone>')}",
            f"To reorder: {how('rearrange_zone', zone=said)} with cardNames in the wanted order, top to bottom",
            f"To shuffle: {how('shuffle', zone=said)}",
            *_by_effect(params),
        ]
        return Done(None, peeked_text(hands.game.plugin, cards, said, params.end, size, next_), note)

    @tool(effects=TABLE, memory=INFORMATION)
    async def search_zone(params: OneZone) -> Done[None]:
        """Look through all cards of a zone, where a card's effect lets you. Only you see them."""
        zone = hands.zone(params.zone)
        _, note = await hands.do("search_zone", zone.index, because=because(params))
        table, said = hands.table, hands.said(zone)
        cards = [table.cards[card] for card in table.zones[zone.index]]
        next_ = [
            f"To take cards: {how('move_card', fromZone=said, cardName='<name>', toZone='<zone>')}",
            f"Afterwards, unless the effect says otherwise: {how('shuffle', zone=said)}",
            *_by_effect(params),
        ]
        return Done(None, searched_text(hands.game.plugin, cards, said, next_), note)

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def rearrange_zone(params: Rearrange) -> Done[None]:
        """Put the top or bottom cards of a zone, which you have looked at, into another order. Give the names of
        just these cards in the wanted order, always from top to bottom."""
        zone, end = hands.zone(params.zone), TOP if params.end == "top" else BOTTOM
        table = hands.table
        cards = hands.known_end(zone, len(params.card_names), end)
        spelled = {" ".join(table.cards[card].name.split()).casefold(): table.cards[card].name for card in cards}
        names = [spelled.get(" ".join(name.split()).casefold(), name) for name in params.card_names]
        return await hands.act("rearrange_zone", zone.index, end, *names, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def reveal(params: Reveal) -> Done[None]:
        """Show cards of a zone to everybody."""
        zone = hands.zone(params.zone)
        return await hands.act("reveal", *hands.cards(params.card_names, zone), because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def reveal_hand(params: NoArguments) -> Done[None]:
        """Show your whole hand to everybody."""
        return await hands.act("reveal_hand", hands.zone("your_hand").index)

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def flip_card(params: OneCard) -> Done[None]:
        """Turn a card face up or face down."""
        card = hands.card(params.card_name, hands.zone(params.zone))
        return await hands.act("flip_card", card, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def set_orientation(params: Turned) -> Done[None]:
        """Turn a card on the table."""
        card = hands.card(params.card_name, hands.zone(params.zone))
        return await hands.act("set_orientation", card, params.degrees)

    return peek, search_zone, rearrange_zone, reveal, reveal_hand, flip_card, set_orientation


def _by_effect(params: Peek | OneZone) -> list[str]:
    """Who looks by an effect goes on by it."""
    return ["Each of these with allowed_by_card_effect=true and the same reason."] if because(params) else []


def _other_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def set_counter(params: SetCounter) -> Done[None]:
        """Set a counter of a zone by hand, such as damage, where a card's text has to be carried out so."""
        zone = hands.zone(params.zone).index
        return await hands.act("set_counter", zone, params.counter, params.value, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def add_counter(params: AddCounter) -> Done[None]:
        """Raise or lower a counter of a zone by hand, where a card's text has to be carried out so."""
        zone = hands.zone(params.zone).index
        return await hands.act("add_counter", zone, params.counter, params.amount, because=because(params))

    @tool(effects=TABLE, memory=Memory.ALWAYS)
    async def coin_flip(params: CoinFlip) -> Done[None]:
        """Flip a coin, where a card's text has to be carried out by hand. It cannot be taken back."""
        return await hands.act("coin_flip", params.purpose)

    @tool(effects=TABLE, memory=Memory.ALWAYS)
    async def dice_roll(params: DiceRoll) -> Done[None]:
        """Roll a die. It cannot be taken back."""
        return await hands.act("dice_roll", params.sides, params.purpose)

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def declare_action(params: DeclareAction) -> Done[None]:
        """Say something for everybody to read."""
        return await hands.act("declare_action", params.text)

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def mulligan(params: Mulligan) -> Done[None]:
        """Show your hand, shuffle it into your deck and draw a new one."""
        hand, deck = hands.zone("your_hand").index, hands.zone("your_deck").index
        return await hands.act("mulligan", hand, deck, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF, offered=lambda session: hands.may_take_back())
    async def rewind(params: NoArguments) -> Done[None]:
        """Take back your newest action, if nobody learnt anything by it."""
        try:
            hands.game.undo(hands.seat)
        except IllegalAction as error:
            raise ToolRefused(str(error), code="illegal") from None
        await hands.game.session.committed()
        undone = [line.text for line in hands.log.lines() if line.undone]
        return Done(None, f"Taken back: {undone[-1] if undone else 'your newest action'}")

    return set_counter, add_counter, coin_flip, dice_roll, declare_action, mulligan, rewind


def _deciding_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def create_decision(params: CreateDecision) -> Done[None]:
        """Ask a player to choose one of several words, before anything else happens."""
        seat = hands.seat if params.player == "you" else (hands.seat + 1) % len(hands.game.seats)
        return await hands.act("create_decision", seat, params.text, *params.choices)

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def resolve_decision(params: ResolveDecision) -> Done[None]:
        """Decide what you were asked, by the numbers of what you choose."""
        decision = hands.game.view(hands.seat).decision
        if decision is None or decision.seat != hands.seat:
            raise ToolRefused(
                "There is nothing for you to decide. What can be decided in but one way is done without being asked.",
                code="no_decision",
            )
        if not decision.least <= len(params.choices) <= decision.most:
            many = f"{decision.least} to {decision.most}" if decision.least < decision.most else str(decision.most)
            raise ToolValidationError(f"choices: choose {many}; you chose {len(params.choices)}.")
        numbers = chosen_numbers([choice.label for choice in decision.choices], params.choices)
        return await hands.act("resolve_decision", *numbers)

    @tool(effects=TABLE, memory=Memory.BRIEF, terminal=True)
    async def end_turn(params: NoArguments) -> Done[None]:
        """End your turn."""
        return await hands.act("end_turn", terminal=True)

    @tool(effects=TABLE, memory=Memory.BRIEF, terminal=True)
    async def concede(params: NoArguments) -> Done[None]:
        """Give the game up."""
        return await hands.act("concede", terminal=True)

    @tool(effects=TABLE, memory=Memory.BRIEF, terminal=True)
    async def declare_victory(params: DeclareVictory) -> Done[None]:
        """Say that you have won, and by what."""
        return await hands.act("declare_victory", params.reason, because=because(params), terminal=True)

    return create_decision, resolve_decision, end_turn, concede, declare_victory
