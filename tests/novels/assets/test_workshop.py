"""The workshop: what is made for people and places, and what stands in where that fails."""

import asyncio
import re
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.assets import (
    AssetError,
    AssetStore,
    GoogleAssets,
    HouseProvider,
    ImageOrder,
    Made,
    MusicOrder,
    OpenAIImages,
    Workshop,
    backdrop_of,
    illustrated,
    music_of,
    portrait_of,
    provider_for,
    volume_with,
)
from gameplan.novels.assets.house_provider import EDITION
from gameplan.novels.assets.intake import type_of
from gameplan.novels.assets.owned import called, music_id, portrait_id
from gameplan.novels.authoring import DraftSession
from gameplan.novels.authoring.illustrating import place_by, portraits_by
from gameplan.novels.checks import check_package
from gameplan.novels.package import Asset, Character, Location, Premise, VNPackage
from gameplan.novels.play import Book, Play
from gameplan.novels.shelf import Shelf, pack, unpack

MARA = Character(id="mara", name="Mara Vane", role="ally", description="She keeps the lock.", image_prompt="red hair")
MILL = Location(
    id="mill",
    title="The mill",
    location="old_mill",
    ambient_detail="Wet flour on the boards. A belt turns.",
    mood="slow piano",
    background_prompt="a water mill at dusk",
    music_prompts=({"text": "piano", "weight": 1.0},),
)


class Hand(HouseProvider):
    """A house that draws very small things, and counts them."""

    def __init__(self) -> None:
        super().__init__(self._face, self._scene, self._tune)
        self.drawn: list[str] = []

    def _face(self, id, prompt, expression, /, *, art_style, seed):
        self.drawn.append(f"{id} {expression}")
        return f"<svg xmlns='http://www.w3.org/2000/svg'><!-- {id} {expression} {seed} --></svg>"

    def _scene(self, prompt, /, *, mood, art_style, seed, size):
        self.drawn.append(prompt)
        return f"RIFF {prompt} {seed}".encode()

    def _tune(self, prompts, /, *, mood, seconds, seed):
        self.drawn.append(mood)
        return f"OggS {prompts} {seed}".encode()


@dataclass
class Elsewhere:
    """A provider: it says of each order what it was, or fails with the error that is set for it."""

    fails: dict[str, AssetError] = field(default_factory=dict)
    orders: list[ImageOrder | MusicOrder] = field(default_factory=list)
    waits: asyncio.Event | None = None
    at_work: int = 0
    most: int = 0

    def maker(self, kind):
        return f"elsewhere:{kind}"

    async def image(self, order):
        return await self._make(order, order.expression if order.kind == "portrait" else "background", "image/webp")

    async def music(self, order):
        return await self._make(order, "music", "audio/ogg")

    async def _make(self, order, what, mime):
        self.orders.append(order)
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        try:
            await asyncio.sleep(0)
            if self.waits is not None and what != "neutral":
                await self.waits.wait()
            if what in self.fails:
                raise self.fails[what]
            return Made(f"{what} of {getattr(order, 'subject', '')}".encode(), mime, 9, 12, 1.0)
        finally:
            self.at_work -= 1


@pytest.fixture
def store(tmp_path):
    return AssetStore(tmp_path / "store")


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def house(hand, store):
    return Workshop(hand, store)


@pytest.fixture
def elsewhere():
    return Elsewhere()


@pytest.fixture
def away(elsewhere, hand, store):
    return Workshop(elsewhere, store, house=hand)


REFUSED = AssetError("Elsewhere refused to make it: no hats.", code="refused")


# -- people


async def test_every_expression_has_a_portrait_with_all_that_belongs_to_it(house, store):
    made = await house.portraits(MARA, "ink")
    assert [each.id for each in made] == [
        "mara",
        *(f"mara_{each}" for each in ("happy", "sad", "angry", "surprised", "worried")),
    ]
    first, happy = made[:2]
    assert (first.kind, first.owner, first.expression) == ("portrait", "mara", "neutral")
    assert (first.path, first.mime) == ("assets/portraits/mara.svg", "image/svg+xml")
    assert (first.width, first.height, first.status, first.prompt) == (900, 1200, "final", "red hair")
    assert first.provider == f"house:{EDITION}" and b"mara neutral" in store.content(first.sha256)
    assert (first.alt, happy.alt) == ("Portrait of Mara Vane", "Portrait of Mara Vane, happy")
    assert len({each.sha256 for each in made}) == 6


@pytest.mark.parametrize(
    ("description", "begins"),
    [
        ("Mara Vane, a young nun, keeps the lock.", "a young nun; red hair"),
        ("Mara Vane ist eine Schmiedin. Sie schweigt.", "eine Schmiedin; red hair"),
        ("She keeps the lock.", "red hair"),
        ("Mara Vane, who keeps the lock, is late.", "red hair"),
    ],
)
async def test_what_stands_beside_the_name_is_drawn_too(house, description, begins):
    made = await house.portraits(MARA.model_copy(update={"description": description}), "")
    assert made[0].prompt.startswith(begins)


async def test_the_words_are_those_of_the_novel(hand, store):
    german = MARA.model_copy(
        update={"description": "Sie hütet die Schleuse, und das ist nicht ein Amt für eine wie sie."}
    )
    by_text = await Workshop(hand, store).portraits(german, "")
    by_word = await Workshop(hand, store, language="de-AT").portraits(MARA, "")
    for made in (by_text, by_word):
        assert [each.alt for each in made][::5] == ["Porträt von Mara Vane", "Porträt von Mara Vane, besorgt"]
    french = await Workshop(hand, store, language="fr").portraits(MARA, "")
    assert french[0].alt == "Portrait of Mara Vane"


async def test_the_other_expressions_are_made_after_the_neutral_portrait(away, elsewhere):
    made = await away.portraits(MARA, "ink")
    assert elsewhere.orders[0].expression == "neutral" and elsewhere.orders[0].reference is None
    assert {each.reference.content for each in elsewhere.orders[1:]} == {b"neutral of mara"}
    assert {each.status for each in made} == {"final"} and made[0].path == "assets/portraits/mara.webp"
    assert made[0].provider == "elsewhere:portrait"


async def test_where_the_provider_fails_the_house_draws_and_says_why(away, elsewhere, hand):
    elsewhere.fails["neutral"] = REFUSED
    made = await away.portraits(MARA, "ink")
    assert {each.status for each in made} == {"placeholder"} and {each.reason for each in made} == {REFUSED.reason}
    assert {each.mime for each in made} == {"image/svg+xml"} and len(hand.drawn) == 6
    assert len(elsewhere.orders) == 1  # the rest are of the same hand
    assert all(each.alt and each.sha256 for each in made)


async def test_an_expression_that_fails_is_shown_by_the_neutral_portrait(away, elsewhere, hand):
    elsewhere.fails["sad"] = REFUSED
    made = {each.expression: each for each in await away.portraits(MARA, "ink")}
    assert made["sad"].status == "placeholder" and made["sad"].reason == REFUSED.reason
    assert made["sad"].sha256 == made["neutral"].sha256 and made["sad"].path != made["neutral"].path
    assert made["happy"].status == "final" and hand.drawn == []


async def test_when_the_house_fails_too_the_asset_says_both_reasons(elsewhere, store):
    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("no ink")

    elsewhere.fails |= {"neutral": REFUSED, "background": REFUSED, "music": REFUSED}
    shop = Workshop(elsewhere, store, house=HouseProvider(broken, broken, broken))
    made = [*await shop.portraits(MARA, ""), *await shop.place(MILL, "")]
    assert {each.status for each in made} == {"failed"} and {each.sha256 for each in made} == {""}
    assert all("no hats" in each.reason and "no ink" in each.reason and each.alt for each in made)


async def test_a_missing_library_is_named(store):
    def missing(*_: object, **__: object) -> str:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    [made, *_] = await Workshop(HouseProvider(missing), store).portraits(MARA, "")
    assert made.status == "failed" and made.reason == '"numpy" is not installed: pip install "gameplan[novels]".'


async def test_a_key_that_is_missing_is_asked_for_once(away, elsewhere):
    elsewhere.fails["neutral"] = AssetError("There is no key.", code="no_key")
    for id in ("mara", "ada", "wren"):
        await away.portraits(MARA.model_copy(update={"id": id}), "")
    music = (await away.place(MILL, ""))[1]
    assert len(elsewhere.orders) == 1 and music.status == "placeholder" and music.reason == "There is no key."


@pytest.mark.parametrize("made", [Made(b"", "image/webp"), Made(b"x", "text/html"), Made(b"x", "image/webp/../../etc")])
async def test_a_provider_that_brings_nothing_to_show_has_failed(away, elsewhere, made):
    async def bring(order):
        return made

    elsewhere.image = bring
    [first, *_] = await away.portraits(MARA, "")
    assert first.status == "placeholder" and first.provider == f"house:{EDITION}"


async def test_a_provider_that_breaks_is_no_error(away, elsewhere):
    elsewhere.fails["neutral"] = ZeroDivisionError("by zero")
    [first, *_] = await away.portraits(MARA, "")
    assert first.status == "placeholder" and "by zero" in first.reason


# -- places


async def test_a_place_has_a_backdrop_and_music(house, store):
    backdrop, music = await house.place(MILL, "gouache")
    assert (backdrop.id, backdrop.owner, backdrop.path) == (
        "old_mill",
        "old_mill",
        "assets/backgrounds/old_mill.webp",
    )
    assert (music.id, music.owner, music.path) == ("old_mill_music", "old_mill", "assets/music/old_mill_music.ogg")
    assert backdrop.alt.startswith("The mill: ") and len(backdrop.alt) > len("The mill: ")
    assert (music.alt, music.prompt) == ("Music: slow piano", "piano")
    assert store.content(backdrop.sha256).startswith(b"RIFF") and store.content(music.sha256).startswith(b"OggS")


async def test_a_backdrop_of_a_provider_is_told_by_what_there_is_to_notice(away):
    backdrop, _ = await away.place(MILL, "")
    assert backdrop.alt == "The mill: Wet flour on the boards."


async def test_who_makes_no_music_has_it_made_by_the_house(hand, store):
    class Painter(Elsewhere):
        def maker(self, kind):
            return "" if kind == "music" else "painter:1"

    painter = Painter()
    backdrop, music = await Workshop(painter, store, house=hand).place(MILL, "")
    assert (backdrop.provider, music.provider) == ("painter:1", f"house:{EDITION}")
    assert {backdrop.status, music.status} == {"final"} and len(painter.orders) == 1


async def test_the_house_itself_draws_paints_and_composes():
    house = provider_for("house")
    portrait = await house.image(ImageOrder("portrait", "an old man with a white beard", "joss"))
    backdrop = await house.image(ImageOrder("background", "a harbour at night", "quay", mood="cold", size=(320, 180)))
    music = await house.music(MusicOrder((("low strings", 1.0),), mood="cold", seconds=8.0))
    assert portrait.mime == "image/svg+xml" and portrait.content.startswith(b"<svg")
    assert (type_of(backdrop.content), backdrop.width, backdrop.height) == (backdrop.mime, 320, 180)
    assert (type_of(music.content), music.seconds) == (music.mime, 8.0)
    assert await house.image(ImageOrder("portrait", "an old man with a white beard", "joss")) == portrait


# -- kept


async def test_the_same_order_is_made_once(away, elsewhere, store, hand):
    before = await away.portraits(MARA, "ink")
    asked = len(elsewhere.orders)
    assert await Workshop(elsewhere, store, house=hand).portraits(MARA, "ink") == before
    assert len(elsewhere.orders) == asked
    store.clear()
    assert await away.portraits(MARA, "ink") == before
    assert len(elsewhere.orders) == 2 * asked


async def test_a_cache_hit_makes_no_request(provider, store, picture, as_json, b64, monkeypatch, hand):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
    provider.always = lambda sent: as_json({"created": 1, "data": [{"b64_json": b64(picture())}]})
    shop = Workshop(OpenAIImages(base_url=f"{provider.url}/v1", pauses=()), store, house=hand)
    quiet = MARA.model_copy(update={"expressions": ("neutral", "happy")})
    first = await shop.portraits(quiet, "ink")
    assert [each.path for each in provider.sent] == ["/v1/images/generations", "/v1/images/edits"]
    assert provider.sent[1].form["image"] == store.content(first[0].sha256)
    assert await shop.portraits(quiet, "ink") == first and len(provider.sent) == 2
    assert "sk-test" not in repr(first)


async def test_without_a_key_a_real_provider_falls_back_to_the_house(store, hand, monkeypatch):
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for provider in (OpenAIImages(), GoogleAssets()):
        [first, *_] = await Workshop(provider, store, house=hand).portraits(MARA, "")
        assert first.status == "placeholder" and "is not set" in first.reason


async def test_a_store_that_cannot_be_written_is_a_reason_and_no_error(tmp_path, hand):
    (tmp_path / "store").write_text("in the way")
    made = await Workshop(hand, AssetStore(tmp_path / "store")).portraits(MARA, "")
    assert made[0].status == "failed" and made[0].reason.startswith("It could not be kept: ")


async def test_only_so_many_are_made_at_once(elsewhere, hand, store):
    shop = Workshop(elsewhere, store, house=hand, at_once=2)
    await asyncio.gather(*(shop.portraits(MARA.model_copy(update={"id": f"p{n}"}), "") for n in range(5)))
    assert elsewhere.most == 2


async def test_cancelling_ends_what_is_under_way_and_keeps_what_is_done(away, elsewhere, store):
    elsewhere.waits = asyncio.Event()
    task = asyncio.create_task(away.portraits(MARA, ""))
    while elsewhere.at_work < 3:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert elsewhere.at_work == 0
    elsewhere.waits.set()
    asked = len(elsewhere.orders)
    assert {each.status for each in await away.portraits(MARA, "")} == {"final"}
    assert len(elsewhere.orders) == asked + 5  # the neutral one was there


# -- names


@pytest.mark.parametrize("provider", ["house", "openai", "google"])
def test_a_provider_is_chosen_by_name(provider):
    assert provider_for(provider).maker("portrait").startswith(f"{provider}:")


def test_a_model_may_be_named_with_it():
    assert provider_for().maker("music") == f"house:{EDITION}"
    assert provider_for("openai:gpt-image-2").maker("portrait") == "openai:gpt-image-2"
    google = provider_for("google:gemini-3-pro-image+lyria-3.5")
    assert (google.maker("background"), google.maker("music")) == ("google:gemini-3-pro-image", "google:lyria-3.5")
    assert provider_for("google").maker("music") == "google:lyria-3-clip-preview"
    for wrong in ("dall-e", "house:2", "", "OPENAI"):
        with pytest.raises(ValueError, match="house, openai, google"):
            provider_for(wrong)


SLUGS = st.from_regex(r"[a-z][a-z0-9_]{0,59}", fullmatch=True)
NAMES = SLUGS | st.sampled_from(["mara", "mara_happy", "mara_happy_sad", "m" * 60, "m" * 59 + "x", "mara_", "happy"])
FACES = SLUGS | st.sampled_from(["neutral", "happy", "sad", "happy_sad", "neutral_happy"])


@settings(max_examples=40)
@given(st.sets(st.tuples(NAMES, FACES), max_size=12))
def test_ids_of_portraits_are_slugs_and_no_two_are_the_same(wanted):
    ids = [portrait_id(*each) for each in wanted]
    assert len(set(ids)) == len(ids)
    for (character, _), id in zip(wanted, ids, strict=True):
        assert re.fullmatch(r"[a-z][a-z0-9_]{0,59}", id) and id.startswith(character[:50].rstrip("_"))


@settings(max_examples=40)
@given(st.sets(SLUGS | st.sampled_from(["m" * 60, "m" * 59, "m" * 58 + "x"]), max_size=8))
def test_ids_of_music_are_slugs_and_no_two_are_the_same(places):
    ids = [music_id(each) for each in places]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-z][a-z0-9_]{0,59}", each) for each in ids)


async def test_two_people_whose_ids_look_alike_have_their_own_portraits(house):
    people = [MARA.model_copy(update={"id": id, "name": id}) for id in ("mara", "mara_happy", "mara_h")]
    assets = [asset for each in people for asset in await house.portraits(each, "")]
    package = VNPackage(title="T", characters=tuple(people), assets=tuple(assets))
    assert len({each.id for each in assets}) == len(assets) == len({each.path for each in assets})
    for each in people:
        for expression in each.expressions:
            found = portrait_of(package, each.id, expression)
            assert found is not None and (found.owner, found.expression) == (each.id, expression)


def test_a_portrait_that_is_missing_or_failed_is_shown_by_the_neutral_one():
    def face(expression: str, status: str = "final") -> dict:
        id = portrait_id("mara", expression)
        more = {"owner": "mara", "expression": expression, "status": status}
        return {"id": id, "kind": "portrait", "path": f"assets/portraits/{id}.svg", "mime": "image/svg+xml"} | more

    package = VNPackage(title="T", characters=(MARA,), assets=(face("sad", "failed"), face("neutral"), face("happy")))
    assert portrait_of(package, "mara", "happy").id == "mara_happy"
    assert portrait_of(package, "mara", "sad").id == portrait_of(package, "mara", "grim").id == "mara"
    assert portrait_of(package, "nobody") is None


def test_assets_of_an_older_package_are_told_by_their_ids():
    def asset(id: str, kind: str) -> Asset:
        return Asset(id=id, kind=kind, path=f"assets/{id}", mime="")

    people = tuple(MARA.model_copy(update={"id": each}) for each in ("mara", "mara_happy"))
    places = tuple(
        MILL.model_copy(update={"id": each, "location": each}) for each in ("mill", "mill_pond", "millstone")
    )
    act = {"id": "a", "title": "A", "objective": "", "locations": places}
    ids = [("mara", "portrait"), ("mara_sad", "portrait"), ("mara_happy", "portrait"), ("mara_happy_sad", "portrait")]
    ids += [("millstone_music", "music"), ("mill_pond_music", "music"), ("mill_music", "music")]
    ids += [("mill_pond", "background"), ("mill_backdrop", "background")]
    package = VNPackage(title="T", characters=people, acts=(act,), assets=tuple(asset(*each) for each in ids))
    assert portrait_of(package, "mara", "sad").id == "mara_sad"
    assert portrait_of(package, "mara", "happy").id == "mara"  # the picture of that name is somebody else
    assert portrait_of(package, "mara_happy").id == "mara_happy"
    assert portrait_of(package, "mara_happy", "sad").id == "mara_happy_sad"
    assert [music_of(package, each).id for each in places] == ["mill_music", "mill_pond_music", "millstone_music"]
    assert backdrop_of(package, places[0]).id == "mill_backdrop" and backdrop_of(package, places[2]) is None


async def test_a_new_id_of_the_owner_goes_along(house):
    long = "l" * 58
    portraits = [called(each, "mara", long) for each in await house.portraits(MARA, "")]
    assert len({each.id for each in portraits}) == 6 and {each.owner for each in portraits} == {long}
    package = VNPackage(title="T", characters=(MARA.model_copy(update={"id": long}),), assets=tuple(portraits))
    assert portrait_of(package, long, "sad").expression == "sad"
    backdrop, music = (called(each, "old_mill", "works") for each in await house.place(MILL, ""))
    assert (backdrop.id, music.id, music.owner) == ("works", "works_music", "works")
    assert called(music, "elsewhere", "x") is music
    older = Asset(id="mara_sad", kind="portrait", path="assets/portraits/mara_sad.png", mime="image/png")
    assert called(older, "mara", "ada").id == "ada_sad"


# -- in a draft


async def test_stand_ins_of_a_draft_have_the_ids_of_what_comes_later(house):
    happy = MARA.model_copy(update={"id": "mara_happy"})
    for character in (MARA, happy):
        [stand_in] = await portraits_by(None, character, "", None)
        assert stand_in.id == (await portraits_by(house, character, "", None))[0].id
        assert stand_in.status == "placeholder" and stand_in.owner == character.id
    stand_ins, made = await place_by(None, MILL, "", None), await place_by(house, MILL, "", None)
    assert [(each.id, each.owner, each.path) for each in stand_ins] == [
        (each.id, each.owner, each.path) for each in made
    ]
    assert all(each.alt for each in (*stand_ins, *made))


async def test_a_draft_with_a_workshop_has_real_portraits(house):
    desk = DraftSession.start(illustrator=house)
    await desk.propose_premise(Premise(title="The Weir", premise="A lock keeper.", art_style="ink"))
    await desk.propose_character(MARA)
    package = desk.draft.package()
    assert portrait_of(package, "mara", "worried").status == "final"


# -- a whole package


@pytest.fixture
def novel(sample):
    """Two people and two places of the sample."""
    act = sample.acts[0]
    return sample.model_copy(
        update={
            "characters": sample.characters[:2],
            "acts": (act.model_copy(update={"locations": act.locations[:2]}),),
            "assets": (),
        }
    )


def wanted_of(package: VNPackage) -> int:
    return sum(len(each.expressions) for each in package.characters) + 2 * len(package.acts[0].locations)


async def test_a_package_gets_all_that_is_missing_and_says_how_far_it_is(novel, house):
    told = []
    done = await illustrated(novel, house, lambda *each: told.append(each))
    assert len(done.assets) == wanted_of(novel) == len(told)
    assert [each[1:] for each in told] == [(n, len(told)) for n in range(1, len(told) + 1)]
    assert {each[0] for each in told} == {each.alt for each in done.assets}
    assert {each.status for each in done.assets} == {"final"} and all(each.alt for each in done.assets)
    assert {each.code for each in check_package(done)} & {"VN900", "VN901", "VN902", "VN903", "VN904"} == set()


async def test_what_is_finished_stays_and_what_is_stale_is_made_again(novel, house, hand):
    done = await illustrated(novel, house)
    hand.drawn.clear()
    assert await illustrated(done, house) == done and hand.drawn == []
    person, place = novel.characters[0], novel.acts[0].locations[0]
    stale = [
        each.model_copy(update={"status": "stale"}) if each.kind == "music" and each.owner == place.location else each
        for each in done.assets
        if (each.owner, each.expression) != (person.id, "sad")
    ]
    changed = done.model_copy(update={"assets": tuple(stale)})
    house.store.clear()
    kept = {each.path: b"kept" for each in stale}
    again = await illustrated(changed, house, kept=kept)
    assert [(each.kind, each.id) for each in again.assets] == [
        *((each.kind, each.id) for each in stale),
        ("portrait", portrait_id(person.id, "sad")),
    ]
    assert {each.status for each in again.assets} == {"final"}
    assert len(hand.drawn) == 2  # the one that was missing, and the one that was stale


async def test_a_new_prompt_makes_its_pictures_again(novel, house, hand):
    done = await illustrated(novel, house)
    person = done.characters[0].model_copy(update={"image_prompt": "grey hair, an eyepatch"})
    hand.drawn.clear()
    again = await illustrated(done.model_copy(update={"characters": (person, *done.characters[1:])}), house)
    assert len(again.assets) == len(done.assets)
    assert portrait_of(again, person.id).prompt == "grey hair, an eyepatch, she/her"
    assert len(hand.drawn) == len(person.expressions)


async def test_what_is_missing_is_drawn_by_the_chance_of_the_rest(novel, hand, store):
    done = await illustrated(novel, Workshop(hand, store, seed=7))
    person = novel.characters[0]
    less = [
        each for each in done.assets if (each.owner, each.expression) != (person.id, "sad") and each.kind != "music"
    ]
    again = await illustrated(done.model_copy(update={"assets": tuple(less)}), Workshop(hand, store, seed=1))
    assert portrait_of(again, person.id, "sad") == portrait_of(done, person.id, "sad")
    assert {each.seed for each in again.assets if each.kind == "music"} == {1}


async def test_a_picture_of_ones_own_is_the_model_of_the_others(novel, away, elsewhere):
    person = novel.characters[0]
    own = Asset(
        id=person.id,
        kind="portrait",
        owner=person.id,
        expression="neutral",
        path="assets/portraits/me.png",
        mime="image/png",
    )
    done = await illustrated(novel.model_copy(update={"assets": (own,)}), away, kept={own.path: b"my own face"})
    assert portrait_of(done, person.id) == own
    orders = [each for each in elsewhere.orders if getattr(each, "subject", "") == person.id]
    assert len(orders) == len(person.expressions) - 1
    assert {each.reference.content for each in orders} == {b"my own face"}


async def test_the_house_draws_no_face_onto_a_picture_of_another_hand(novel, house, hand):
    person = novel.characters[0]
    own = Asset(
        id=person.id,
        kind="portrait",
        owner=person.id,
        expression="neutral",
        path="assets/portraits/me.png",
        mime="image/png",
    )
    done = await illustrated(novel.model_copy(update={"assets": (own,)}), house, kept={own.path: b"my own face"})
    assert not [each for each in hand.drawn if each.startswith(f"{person.id} ")]
    assert volume_with(done, house.store).assets[portrait_of(done, person.id, "sad").path] == b"my own face"
    assert portrait_of(done, person.id, "sad").status == "placeholder"


async def test_a_failure_does_not_replace_an_older_picture(novel, away, elsewhere, store):
    done = await illustrated(novel, away)
    elsewhere.fails["background"] = REFUSED
    place = done.acts[0].locations[0].model_copy(update={"background_prompt": "another view"})
    act = done.acts[0].model_copy(update={"locations": (place, *done.acts[0].locations[1:])})
    again = await illustrated(done.model_copy(update={"acts": (act,)}), away)
    assert backdrop_of(again, place) == backdrop_of(done, place)
    store.clear()
    assert backdrop_of(await illustrated(again, away), place).status == "placeholder"


async def test_when_it_is_cancelled_the_next_call_goes_on(novel, away, elsewhere):
    finished = []

    def stop_after_three(*each):
        finished.append(each)
        if len(finished) == 3:
            elsewhere.waits = asyncio.Event()

    task = asyncio.create_task(illustrated(novel, away, stop_after_three))
    while elsewhere.waits is None or len(finished) < len(elsewhere.orders) - elsewhere.at_work or elsewhere.at_work < 3:
        await asyncio.sleep(0.001)  # until all three wait, and whatever else was ordered is finished
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    asked = len(elsewhere.orders)
    elsewhere.waits.set()
    done = await illustrated(novel, away)
    assert {each.status for each in done.assets} == {"final"}
    assert len(elsewhere.orders) == asked + wanted_of(novel) - len(finished)


async def test_the_files_of_a_package_go_to_the_shelf_and_come_back(novel, house, store, tmp_path):
    done = await illustrated(novel, house)
    volume = volume_with(done, store)
    assert set(volume.assets) == {each.path for each in done.assets}
    shelf = Shelf(tmp_path / "shelf")
    loaded = shelf.load(shelf.save(volume).package.package_id)
    assert loaded.assets == volume.assets
    portrait = portrait_of(loaded.package, novel.characters[0].id)
    assert portrait.path.endswith(".svg") and loaded.assets[portrait.path].startswith(b"<svg")
    assert unpack(pack(volume)).assets == volume.assets


async def test_a_file_that_is_nowhere_does_not_block_a_save(novel, house, store):
    done = await illustrated(novel, house)
    kept = volume_with(done, store).assets
    store.clear()
    assert volume_with(done, store).assets == {}
    assert volume_with(done, store, kept).assets == kept
    strange = done.assets[0].model_copy(update={"sha256": "../../outside"})
    assert volume_with(done.model_copy(update={"assets": (strange,)}), store).assets == {}


async def test_a_file_under_a_name_that_somebody_else_has_now_gets_its_own(house, store):
    was_mara = [called(each, "mara", "ada") for each in await house.portraits(MARA, "")]
    is_mara = await Workshop(house.provider, store, seed=5).portraits(MARA, "")
    people = (MARA, MARA.model_copy(update={"id": "ada"}))
    volume = volume_with(VNPackage(title="T", characters=people, assets=(*was_mara, *is_mara)), store)
    assert len(volume.assets) == 12
    for asset in volume.package.assets:
        assert volume.assets[asset.path] == store.content(asset.sha256)


async def test_the_player_hears_and_sees_what_belongs_to_the_place(novel, house):
    done = await illustrated(novel, house)
    play = Play.start(Book(done), seed="1")
    place = play.pack().place
    location = next(each for each in done.acts[0].locations if each.id == place.id)
    assert place.background == backdrop_of(done, location).id
    assert place.background_alt == backdrop_of(done, location).alt
    assert place.music == music_of(done, location).id
