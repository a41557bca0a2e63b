"""Google's pictures and music, as its library asks for them: against a server on this machine."""

import base64
from io import BytesIO

import numpy
import pytest
import soundfile
from PIL import Image

from gameplan.novels.assets import AssetError, GoogleAssets, ImageOrder, MusicOrder

KEY = "AIza-test-0123456789"
MARA = ImageOrder("portrait", "a woman with red hair", "mara", art_style="ink")
MILL = ImageOrder("background", "a mill in the rain", "mill", size=(1920, 1080))
RAIN = MusicOrder((("low strings", 0.5), ("rain on tin", 2.0), ("drums", -1.0)), mood="heavy")


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", KEY)


@pytest.fixture
def google(provider):
    return GoogleAssets(base_url=provider.url, timeout=120, pauses=(0, 0))


@pytest.fixture
def drawn(as_json, b64):
    """What a Gemini image model answers."""

    def answer(content: bytes, **more):
        part = {"inlineData": {"mimeType": "image/png", "data": b64(content)}}
        candidate = {"content": {"role": "model", "parts": [{"text": "Here it is."}, part]}, "finishReason": "STOP"}
        return as_json({"candidates": [candidate | more]})

    return answer


@pytest.fixture
def played(as_json, b64):
    """What Lyria answers."""

    def answer(content: bytes, mime: str = "audio/mpeg"):
        content = [{"type": "text", "text": "[Verse]"}, {"type": "audio", "mime_type": mime, "data": b64(content)}]
        steps = [{"type": "model_output", "content": content}]
        return as_json({"id": "1", "status": "completed", "model": "lyria-3-clip-preview", "steps": steps})

    return answer


async def test_a_picture_is_asked_for_with_the_key_and_its_shape(google, provider, picture, drawn):
    provider.answers = [drawn(picture()), drawn(picture())]
    made = await google.image(MARA)
    await google.image(MILL)
    first, second = provider.sent
    assert first.path.endswith("/models/gemini-3.1-flash-image:generateContent")
    assert first.headers["x-goog-api-key"] == KEY and KEY not in first.path and KEY not in first.body.decode()
    assert "a woman with red hair" in first.json["contents"][0]["parts"][0]["text"]
    assert "flat" in first.json["contents"][0]["parts"][0]["text"]  # its background is cut away afterwards
    assert first.json["generationConfig"]["imageConfig"]["aspectRatio"] == "3:4"
    assert second.json["generationConfig"]["imageConfig"]["aspectRatio"] == "16:9"
    assert (made.mime, made.width, made.height) == ("image/webp", 900, 1200)


async def test_another_expression_is_sent_with_the_neutral_portrait(google, provider, picture, drawn):
    provider.answers = [drawn(picture()), drawn(picture())]
    neutral = await google.image(MARA)
    await google.image(ImageOrder("portrait", MARA.prompt, "mara", expression="angry", reference=neutral))
    text, reference = provider.sent[1].json["contents"][0]["parts"]
    assert "angry" in text["text"]
    assert base64.urlsafe_b64decode(reference["inlineData"]["data"]) == neutral.content


async def test_imagen_is_asked_as_imagen(provider, picture, as_json, b64):
    predictions = [{"mimeType": "image/png", "bytesBase64Encoded": b64(picture())}]
    provider.answers = [as_json({"predictions": predictions})]
    imagen = GoogleAssets("imagen-4.0-generate-001", base_url=provider.url, pauses=())
    made = await imagen.image(MARA)
    [sent] = provider.sent
    assert sent.path.endswith("/models/imagen-4.0-generate-001:predict")
    assert sent.headers["x-goog-api-key"] == KEY
    assert sent.json["parameters"] == {"sampleCount": 1, "aspectRatio": "3:4", "includeRaiReason": True}
    assert made.mime == "image/webp" and imagen.maker("portrait") == "google:imagen-4.0-generate-001"
    provider.answers = [as_json({"predictions": [{"raiFilteredReason": "Filtered: children."}]})]
    with pytest.raises(AssetError, match=r"refused to make it: Filtered: children\.") as caught:
        await imagen.image(MARA)
    assert caught.value.code == "refused"


# -- music


@pytest.mark.parametrize("format", ["MP3", "WAV", "OGG"])
async def test_music_becomes_a_loop_whose_end_runs_into_its_beginning(google, provider, sound, played, format):
    provider.answers = [played(sound(8.0, format), "text/html")]  # what it is called does not matter
    made = await google.music(RAIN)
    [sent] = provider.sent
    assert sent.path.endswith("/interactions") and sent.headers["x-goog-api-key"] == KEY
    assert sent.json["model"] == "lyria-3-clip-preview" and sent.json["store"] is False
    words = sent.json["input"]
    assert words.index("rain on tin (prominent)") < words.index("low strings (faint)") < words.index("Without: drums")
    assert made.mime == "audio/ogg" and 5.5 < made.seconds < 6.5
    samples, rate = soundfile.read(BytesIO(made.content))
    assert len(samples) / rate == pytest.approx(made.seconds, abs=0.01)
    steps = numpy.abs(numpy.diff(samples[:, 0]))
    assert abs(samples[0, 0] - samples[-1, 0]) <= 3 * steps.max()
    tenth = rate // 10
    start, end = (numpy.sqrt(numpy.mean(part**2)) for part in (samples[:tenth], samples[-tenth:]))
    assert 0.6 < start / end < 1.7  # the tone grows five times as loud from its beginning to its end
    assert 0.08 < numpy.sqrt(numpy.mean(samples**2)) < 0.12


async def test_music_is_read_in_either_alphabet_of_base64(google, provider, sound, as_json):
    data = base64.urlsafe_b64encode(sound(2.0, "WAV")).decode()
    assert "_" in data or "-" in data
    steps = [{"type": "model_output", "content": [{"type": "audio", "data": data}]}]
    provider.answers = [as_json({"id": "1", "status": "completed", "model": "lyria-3.5", "steps": steps})]
    assert (await google.music(RAIN)).seconds > 1


async def test_silence_at_both_ends_is_left_out(google, provider, played):
    time = numpy.arange(44_100 * 4) / 44_100
    tone = 0.3 * numpy.sin(2 * numpy.pi * 220 * time)
    quiet = numpy.zeros(44_100)
    out = BytesIO()
    soundfile.write(out, numpy.concatenate([quiet, tone, quiet]), 44_100, format="WAV")
    provider.answers = [played(out.getvalue())]
    assert (await google.music(RAIN)).seconds == pytest.approx(3.0, abs=0.02)  # a quarter is faded into the beginning


@pytest.mark.parametrize("planted", ["html", "silence", "short", "broken", "picture"])
async def test_what_is_no_music_is_not_kept(google, provider, played, sound, picture, planted):
    silence = BytesIO()
    soundfile.write(silence, numpy.zeros(90_000), 44_100, format="WAV")
    content = {
        "html": b"<html><body>no</body></html>",
        "silence": silence.getvalue(),
        "short": sound(0.5, "WAV"),
        "broken": sound(3, "OGG")[:90],
        "picture": picture(),
    }[planted]
    provider.answers = [played(content)]
    with pytest.raises(AssetError) as caught:
        await google.music(RAIN)
    assert caught.value.code == "unusable"


async def test_a_sound_of_hours_is_not_read(google, provider, played):
    out = BytesIO()
    soundfile.write(out, numpy.zeros(8_000 * 700, dtype="int16"), 8_000, format="WAV", subtype="PCM_U8")
    provider.answers = [played(out.getvalue())]
    with pytest.raises(AssetError, match="longer"):
        await google.music(RAIN)


@pytest.mark.parametrize(
    "answer", [{"steps": []}, {}, {"steps": [{"type": "model_output", "content": [{"type": "text", "text": "no"}]}]}]
)
async def test_an_answer_without_music_is_said_to_be_one(google, provider, as_json, answer):
    provider.answers = [as_json({"id": "1", "status": "completed", "model": "lyria-3-clip-preview"} | answer)]
    with pytest.raises(AssetError) as caught:
        await google.music(RAIN)
    assert caught.value.code == "unusable"


# -- when it does not want to, or cannot


@pytest.mark.parametrize(
    "answer",
    [
        {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}},
        {"candidates": [{"finishReason": "IMAGE_SAFETY"}]},
        {"candidates": [{"content": {"role": "model", "parts": []}, "finishReason": "SAFETY"}]},
    ],
)
async def test_a_refusal_by_policy_is_told(google, provider, as_json, answer):
    provider.answers = [as_json(answer)]
    with pytest.raises(AssetError, match="Google refused to make it") as caught:
        await google.image(MARA)
    assert caught.value.code == "refused" and len(provider.sent) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"candidates": []},
        {},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "I cannot draw."}]}, "finishReason": "STOP"}]},
    ],
)
async def test_words_instead_of_a_picture_are_not_a_picture(google, provider, as_json, answer):
    provider.answers = [as_json(answer)]
    with pytest.raises(AssetError) as caught:
        await google.image(MARA)
    assert caught.value.code == "unusable"


@pytest.mark.parametrize("content", [b"<html></html>", b"\xff\xd8\xff broken"])
async def test_what_is_no_picture_is_not_kept(google, provider, drawn, content):
    provider.answers = [drawn(content)]
    with pytest.raises(AssetError) as caught:
        await google.image(MARA)
    assert caught.value.code == "unusable"


@pytest.mark.parametrize("status", [400, 401, 403])
@pytest.mark.parametrize("what", ["image", "music"])
async def test_a_key_that_is_not_accepted_is_in_no_message(google, provider, as_json, status, what):
    error = {"message": f"API key not valid: {KEY}", "status": "INVALID_ARGUMENT", "code": status}
    provider.answers = [as_json({"error": error}, status)]
    with pytest.raises(AssetError) as caught:
        await (google.image(MARA) if what == "image" else google.music(RAIN))
    assert caught.value.code == "key" and KEY not in caught.value.reason and len(provider.sent) == 1


async def test_the_other_name_of_the_key_is_read_too(google, provider, picture, drawn, monkeypatch):
    monkeypatch.delenv("GEMINI_API_KEY")
    with pytest.raises(AssetError, match="GEMINI_API_KEY is not set"):
        await google.image(MARA)
    assert provider.sent == []
    monkeypatch.setenv("GOOGLE_API_KEY", "another-key-0123")
    provider.answers = [drawn(picture())]
    await google.image(MARA)
    assert provider.sent[0].headers["x-goog-api-key"] == "another-key-0123"


@pytest.mark.parametrize("what", ["image", "music"])
async def test_who_is_busy_is_asked_again_when_it_said(google, provider, as_json, picture, drawn, sound, played, what):
    busy = as_json({"error": {"message": "slow", "code": 429, "status": "RESOURCE_EXHAUSTED"}}, 429, retry_after="0")
    provider.answers = [busy, drawn(picture()) if what == "image" else played(sound())]
    made = await (google.image(MARA) if what == "image" else google.music(RAIN))
    assert made.content and len(provider.sent) == 2


async def test_who_is_busy_for_long_is_not_waited_for(google, provider, as_json):
    provider.answers = [as_json({"error": {"message": "slow", "code": 429}}, 429, retry_after="3600")] * 2
    for ask in (google.image(MARA), google.music(RAIN)):
        with pytest.raises(AssetError, match="wait 3600 seconds"):
            await ask
    assert len(provider.sent) == 2


@pytest.mark.parametrize("what", ["image", "music"])
async def test_a_server_that_hangs_is_left(provider, what):
    provider.always = provider.hang
    google = GoogleAssets(base_url=provider.url, timeout=0.3, pauses=())
    with pytest.raises(AssetError) as caught:
        await (google.image(MARA) if what == "image" else google.music(RAIN))
    assert caught.value.code == "timeout"


@pytest.mark.parametrize("what", ["image", "music"])
async def test_a_server_that_is_not_there_is_said_to_be_so(what):
    google = GoogleAssets(base_url="http://127.0.0.1:9", pauses=())
    with pytest.raises(AssetError, match="could not be reached"):
        await (google.image(MARA) if what == "image" else google.music(RAIN))


async def test_a_portrait_of_another_shape_stands_on_the_ground_of_its_frame(google, provider, picture, drawn):
    provider.answers = [drawn(picture((200, 100)))]
    made = await google.image(MARA)
    alpha = Image.open(BytesIO(made.content)).getchannel("A")
    assert alpha.size == (900, 1200) and alpha.getpixel((450, 100)) == 0 and alpha.getpixel((450, 1190)) == 255
