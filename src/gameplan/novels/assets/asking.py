"""The words in which a provider's model is asked for a portrait, a backdrop or a piece of music."""

from __future__ import annotations

from gameplan.novels.assets.provider import ImageOrder, MusicOrder

_LONGEST = 6_000
_FACES = {
    "neutral": "a calm, neutral expression",
    "happy": "a happy, smiling expression",
    "sad": "a sad expression",
    "angry": "an angry expression",
    "surprised": "a surprised expression",
    "worried": "a worried expression",
}


def image_prompt(order: ImageOrder, *, backdrop: str = "") -> str:
    """How a picture is asked for. `backdrop` is what stands behind a portrait, where nothing can."""
    said = _cut(order.prompt)
    style = f"Style: {_cut(order.art_style)}." if order.art_style.strip() else ""
    if order.kind == "background":
        mood = f"Mood: {_cut(order.mood)}." if order.mood.strip() else ""
        what = "The backdrop of a scene in a visual novel, wide, without people and without text."
        return _joined(what, said, mood, style)
    face = _FACES.get(order.expression, f"the expression: {order.expression.replace('_', ' ')}")
    behind = f"The background is {backdrop}." if backdrop else ""
    if order.reference is not None:
        same = "The very same person as in the picture: same face, hair, clothes, pose, framing, light and style."
        return _joined(same, f"Only the face changes, to {face}.", behind, said, style)
    what = f"A character of a visual novel: one person, from the head to the hips, facing the viewer, with {face}."
    return _joined(what, "No text, no frame, no other people.", behind, said, style)


def music_prompt(order: MusicOrder) -> str:
    """How music is asked for; what weighs most comes first."""
    wanted = sorted((each for each in order.prompts if each[1] > 0 and each[0].strip()), key=lambda each: -each[1])
    avoided = [_cut(text) for text, weight in order.prompts if weight < 0 and text.strip()]
    parts = ["Instrumental background music, no vocals, steady from the first second to the last, to be looped."]
    parts += [f"{_cut(text)}{_share(weight)}." for text, weight in wanted]
    if order.mood.strip():
        parts.append(f"Mood: {_cut(order.mood)}.")
    if avoided:
        parts.append(f"Without: {'; '.join(avoided)}.")
    return _joined(*parts)


def _share(weight: float) -> str:
    return "" if weight == 1 else " (prominent)" if weight > 1 else " (faint)"


def _cut(text: str) -> str:
    return " ".join(text.split())[:_LONGEST].rstrip(". ")


def _joined(*parts: str) -> str:
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts if part)
