"""What is wrong with a prompt, and how to say it."""

from collections.abc import Iterable


class PromptError(ValueError):
    """A prompt cannot be made as it is written; `problems` says everything that is wrong with it."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(self.problems)


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, if one is near enough."""
    from difflib import get_close_matches  # only when something is wrong: importing the room stays fast

    matches = get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return matches[0] if matches else None


def instead(name: str, known: Iterable[str]) -> str:
    """The end of an error about an unknown name: the closest match, and what exists."""
    known = sorted(known)
    if not known:
        return "there are none."
    near = closest(name, known)
    guess = "there are" if near is None else f'did you mean "{near}"? There are'
    return f"{guess}: {', '.join(known)}."
