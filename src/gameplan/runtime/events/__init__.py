"""What happened: declared events, how they are written down, and the bus that tells of them."""

from gameplan.runtime.events.bus import EventBus, HandlerFailure, InProcessEventBus
from gameplan.runtime.events.codec import decode, encode
from gameplan.runtime.events.declare import EventError, Json, UnknownEvent, event, kind_named, kind_of
from gameplan.runtime.events.record import Recorded, Rewound, SessionStarted

__all__ = [
    "EventBus",
    "EventError",
    "HandlerFailure",
    "InProcessEventBus",
    "Json",
    "Recorded",
    "Rewound",
    "SessionStarted",
    "UnknownEvent",
    "decode",
    "encode",
    "event",
    "kind_named",
    "kind_of",
]
