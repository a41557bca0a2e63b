"""The sailings of a day."""

SAILINGS = ("07:30", "12:15", "16:45", "19:20")


def next_sailing(now: str) -> str | None:
    """The first sailing after a time of the day, as in 08:05."""
    # TODO: in a storm nothing sails
    return next((sailing for sailing in SAILINGS if sailing > now), None)


def crossing_minutes(tide: float) -> int:
    """How long a crossing takes."""
    # TODO: measure it again with the new engine
    return 40 if tide > 1.0 else 55
