"""OpenAI's images, as its library asks for them: against a server on this machine."""

from io import BytesIO

import pytest
from PIL import Image

from gameplan.novels.assets import AssetError, ImageOrder, Made, MusicOrder, OpenAIImages

KEY = "sk-test-0123456789abcdef"
MARA = ImageOrder("portrait", "a woman with red hair", "mara", art_style="ink and wash", seed=3)
MILL = ImageOrder("background", "a mill in the rain", "mill", mood="heavy", art_style="gouache", size=(1920, 1080))


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def images(provider):
    return OpenAIImages(base_url=f"{provider.url}/v1", timeout=120, pauses=(0, 0))


@pytest.fixture
def answer(as_json, b64):
    return lambda content: as_json({"created": 1, "data": [{"b64_json": b64(content)}]})


def opened(made: Made) -> Image.Image:
    return Image.open(BytesIO(made.content))


async def test_a_portrait_is_asked_for_with_the_key_and_a_transparent_background(images, provider, picture, answer):
    provider.answers = [answer(picture())]
    made = await images.image(MARA)
    [sent] = provider.sent
    assert sent.path == "/v1/images/generations"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.json["background"] == "transparent" and sent.json["size"] == "1152x1536" and sent.json["n"] == 1
    assert sent.json["model"] == "gpt-image-2.5-sunburst"
    assert "a woman with red hair" in sent.json["prompt"] and "ink and wash" in sent.json["prompt"]
    assert KEY not in sent.body.decode()
    assert (made.mime, made.width, made.height) == ("image/webp", 900, 1200)
    assert opened(made).format == "WEBP" and opened(made).getchannel("A").getextrema()[0] == 0


async def test_another_expression_is_an_edit_of_the_neutral_portrait(images, provider, picture, answer):
    provider.answers = [answer(picture()), answer(picture())]
    neutral = await images.image(MARA)
    await images.image(ImageOrder("portrait", MARA.prompt, "mara", expression="worried", reference=neutral))
    sent = provider.sent[1]
    assert sent.path == "/v1/images/edits"
    assert sent.form["image"] == neutral.content
    assert sent.form["background"] == "transparent" and "worried" in sent.form["prompt"]


async def test_a_backdrop_is_opaque_and_fills_the_stage(images, provider, picture, answer):
    provider.answers = [answer(picture((300, 300), format="JPEG"))]
    made = await images.image(MILL)
    assert provider.sent[0].json["background"] == "opaque" and provider.sent[0].json["size"] == "1536x864"
    assert "heavy" in provider.sent[0].json["prompt"]
    assert opened(made).size == (1920, 1080) and opened(made).mode == "RGB"


async def test_a_model_that_knows_three_sizes_is_asked_for_one_of_them(provider, picture, answer):
    provider.answers = [answer(picture()), answer(picture())]
    images = OpenAIImages("gpt-image-1.5", base_url=f"{provider.url}/v1")
    await images.image(MARA)
    await images.image(MILL)
    assert [each.json["size"] for each in provider.sent] == ["1024x1536", "1536x1024"]
    assert images.maker("portrait") == "openai:gpt-image-1.5"


async def test_it_makes_no_music_and_says_so(images, provider):
    assert images.maker("music") == ""
    with pytest.raises(AssetError, match="no music"):
        await images.music(MusicOrder((("strings", 1.0),)))
    assert provider.sent == []


# -- what comes back is a stranger's


@pytest.mark.parametrize(
    "content", [b"<html><script>alert(1)</script></html>", b"", b"GIF89a....", b"\x89PNG\r\n\x1a\n broken", b"%PDF-1.4"]
)
async def test_what_is_no_picture_is_not_kept_whatever_it_is_called(images, provider, as_json, b64, content):
    provider.answers = [as_json({"created": 1, "output_format": "png", "data": [{"b64_json": b64(content)}]})]
    with pytest.raises(AssetError) as caught:
        await images.image(MARA)
    assert caught.value.code == "unusable"


@pytest.mark.parametrize("size", [(10_000, 5_000), (30_000, 5_000), (40_000, 5_000)])  # Pillow itself warns, or refuses
async def test_a_picture_with_far_too_many_pixels_is_not_unpacked(images, provider, answer, size):
    bomb = BytesIO()
    Image.new("1", size).save(bomb, "PNG")
    assert len(bomb.getvalue()) < 100_000
    provider.answers = [answer(bomb.getvalue())]
    with pytest.raises(AssetError, match="pixels"):
        await images.image(MARA)


async def test_nothing_but_pixels_comes_through(images, provider, answer):
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("comment", "planted words")
    file = BytesIO()
    Image.new("RGBA", (30, 40), (9, 9, 9, 0)).save(file, "PNG", pnginfo=info)
    provider.answers = [answer(file.getvalue() + b"planted words")]
    made = await images.image(MARA)
    assert b"planted words" not in made.content


def drawn(ground: tuple[int, int, int], coat: tuple[int, int, int]) -> Image.Image:
    """Somebody in a coat with an outline: a button and the gap below the arm are of the colour of the ground."""
    image = Image.new("RGB", (450, 600), ground)
    image.paste((20, 20, 20), (150, 200, 300, 600))
    image.paste(coat, (153, 203, 297, 600))
    image.paste(ground, (215, 305, 235, 325))
    return image


@pytest.mark.parametrize(
    ("ground", "coat", "is_vivid"),
    [
        ((210, 210, 214), (120, 20, 20), False),
        ((210, 210, 214), (200, 200, 205), False),
        ((0, 255, 0), (30, 90, 40), True),
    ],
)
async def test_a_flat_background_is_cut_away(images, provider, answer, ground, coat, is_vivid):
    file = BytesIO()
    drawn(ground, coat).save(file, "JPEG", quality=90)
    provider.answers = [answer(file.getvalue())]
    cut = opened(await images.image(MARA)).convert("RGBA")
    alpha = cut.getchannel("A")
    assert alpha.getpixel((50, 50)) == 0 and alpha.getpixel((850, 1100)) == 0
    assert alpha.getpixel((350, 900)) == 255 and alpha.getpixel((550, 500)) == 255  # the coat, of whatever colour
    assert (alpha.getpixel((450, 630)) == 0) == is_vivid  # a colour that nobody is of goes everywhere
    shown = Image.new("RGBA", cut.size, (128, 0, 128, 255))
    shown.alpha_composite(cut)
    edge = [shown.getpixel((x, 800)) for x in range(290, 312)]
    assert max(green for _, green, _, _ in edge) < max(coat[1], 128) + 30  # nothing of the ground is left at the edge


async def test_a_scene_behind_a_person_stays(images, provider, answer):
    file = BytesIO()
    Image.effect_noise((90, 120), 90).convert("RGB").save(file, "PNG")
    provider.answers = [answer(file.getvalue())]
    assert opened(await images.image(MARA)).convert("RGBA").getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("data", [[], None, [{}], [{"b64_json": "§§§"}], [{"url": "http://127.0.0.1:1/x.png"}], "text"])
async def test_an_answer_without_a_picture_is_said_to_be_one(images, provider, as_json, data):
    provider.answers = [as_json({"created": 1, "data": data})]
    with pytest.raises(AssetError) as caught:
        await images.image(MARA)
    assert caught.value.code == "unusable" and len(provider.sent) == 1


@pytest.mark.parametrize("body", [b"<html>down for maintenance</html>", b"", b"[1, 2]", b"null"])
async def test_an_answer_that_is_none_is_said_to_be_one(images, provider, body):
    provider.answers = [(200, {}, body)]
    with pytest.raises(AssetError) as caught:
        await images.image(MARA)
    assert caught.value.code == "unusable"


# -- when it does not want to, or cannot


async def test_a_refusal_by_policy_is_told_and_not_asked_again(images, provider, as_json):
    error = {"message": "Your request was rejected by the safety system.", "code": "moderation_blocked", "type": "x"}
    provider.answers = [as_json({"error": error}, 400)]
    with pytest.raises(AssetError, match="OpenAI refused to make it: Your request was rejected") as caught:
        await images.image(MARA)
    assert caught.value.code == "refused" and len(provider.sent) == 1


async def test_a_key_that_is_not_accepted_is_in_no_message(images, provider, as_json):
    provider.answers = [as_json({"error": {"message": f"Incorrect API key provided: {KEY}", "code": "invalid"}}, 401)]
    with pytest.raises(AssetError) as caught:
        await images.image(MARA)
    assert caught.value.code == "key" and KEY not in caught.value.reason and KEY[:8] not in caught.value.reason
    assert caught.value.__cause__ is None
    provider.answers = [as_json({"error": {"message": f"bad\nheader {KEY}", "code": "x"}}, 400)]
    with pytest.raises(AssetError) as caught:
        await images.image(MARA)
    assert KEY not in caught.value.reason and "\n" not in caught.value.reason


async def test_without_a_key_nobody_is_asked(images, provider, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(AssetError, match="OPENAI_API_KEY is not set") as caught:
        await images.image(MARA)
    assert caught.value.code == "no_key" and provider.sent == []


async def test_who_is_busy_is_asked_again_when_it_said(images, provider, as_json, picture, answer):
    busy = as_json({"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, 429, retry_after="0")
    provider.answers = [busy, busy, answer(picture())]
    assert (await images.image(MARA)).mime == "image/webp"
    assert len(provider.sent) == 3


async def test_who_is_busy_for_long_is_not_waited_for(images, provider, as_json):
    provider.answers = [as_json({"error": {"message": "slow down"}}, 429, retry_after="3600")]
    with pytest.raises(AssetError, match="wait 3600 seconds") as caught:
        await images.image(MARA)
    assert caught.value.code == "busy" and caught.value.retry_after == 3600 and len(provider.sent) == 1


async def test_used_up_credit_is_not_asked_for_again(images, provider, as_json):
    provider.answers = [as_json({"error": {"message": "billing", "code": "insufficient_quota"}}, 429, retry_after="0")]
    with pytest.raises(AssetError, match="used up"):
        await images.image(MARA)
    assert len(provider.sent) == 1


async def test_a_broken_server_is_asked_three_times(images, provider, as_json):
    provider.always = lambda sent: as_json({"error": {"message": "oops"}}, 503)
    with pytest.raises(AssetError, match="out of order") as caught:
        await images.image(MARA)
    assert caught.value.code == "unavailable" and len(provider.sent) == 3


async def test_a_server_that_hangs_is_left(provider):
    provider.always = provider.hang
    images = OpenAIImages(base_url=f"{provider.url}/v1", timeout=0.2, pauses=(0, 0))
    with pytest.raises(AssetError) as caught:
        await images.image(MARA)
    assert caught.value.code == "timeout" and "OpenAI did not answer" in caught.value.reason


async def test_a_server_that_is_not_there_is_said_to_be_so(provider):
    images = OpenAIImages(base_url="http://127.0.0.1:9/v1", pauses=())
    with pytest.raises(AssetError, match="could not be reached"):
        await images.image(MARA)
