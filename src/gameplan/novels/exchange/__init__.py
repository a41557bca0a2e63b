"""What do other programs call it? Character cards and lorebooks, read and written.

`read_card` takes a card of version 1, 2 or 3 as PNG, `.charx` or JSON; `read_lorebook` a SillyTavern world, a
`character_book` or a `lorebook_v3`. What we have no field for is kept in `extensions` and written back as it was; what
was written by somebody unkind is cleaned, with a note, or refused with an `ExchangeError`.
"""

from gameplan.novels.exchange.cards import lore_of
from gameplan.novels.exchange.errors import ExchangeError
from gameplan.novels.exchange.files import Card, read_card, write_charx, write_json_card, write_png_card
from gameplan.novels.exchange.lorebooks import Lorebook, read_lorebook, write_lorebook
from gameplan.novels.exchange.png import blank_png

__all__ = [
    "Card",
    "ExchangeError",
    "Lorebook",
    "blank_png",
    "lore_of",
    "read_card",
    "read_lorebook",
    "write_charx",
    "write_json_card",
    "write_lorebook",
    "write_png_card",
]
