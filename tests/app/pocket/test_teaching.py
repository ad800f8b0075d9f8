"""A set that the page in a browser teaches is the set that the server teaches: asked of the same networks."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from tests.app.pocket.test_browser_search import answer, flat, recogniser
from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from tests.pocket.taught import exchanged
from yakulens.app.pocket.build import told
from yakulens.app.pocket.teaching import Teacher
from yakulens.app.words import i18n
from yakulens.models.teach.adaptation import adapt
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import to_bytes
from yakulens.models.teach.layout_photos import label_photos
from yakulens.models.teach.order import to_learn
from yakulens.models.teach.teaching import Teaching
from yakulens.models.teach.tile_views import Alteration
from yakulens.vision.coroutines import run
from yakulens.vision.picture.photo import Photo, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulens.app.pocket.browser_search import SearchTalk
    from yakulens.vision.picture.pyramid import Pyramid

MADE = "2026-11-29T12:00:00+00:00"
ODD = odd_sets([artwork()])[4]


def laid(rows: Sequence[Sequence[str]], number: int = 0) -> Photo:
    """A photo of rows of tiles of an odd set."""
    image = laid_out(rows, ODD, 500 + number).image
    return load(cv2.imencode(".png", image[..., ::-1])[1].tobytes(), f"{number}.png")


def teacher() -> Teacher:
    card = recogniser().card
    return Teacher.of(json.dumps(told(card)), card.known())


def done(talk: SearchTalk[None], pictures: dict[str, Pyramid]) -> None:
    """Answer whatever is asked about pictures by their names, altered copies included."""
    while (ask := talk.asks()) is not None:
        picture = pictures[ask["picture"]]
        if ask["does"] == "alter":
            high, wide = (int(side) for side in ask["size"])
            side = round((len(ask["noise"]) / 3) ** 0.5)
            how = Alteration((high, wide), ask["light"], ask["noise"].reshape(side, side, 3))
            pictures[ask["copy"][0]] = run(FeatureExtractor.altered(extractor(), picture, how))
            talk.heard({})
        else:
            talk.heard(flat(answer(ask, picture)))


def extractor() -> FeatureExtractor:
    return FeatureExtractor.of(recogniser().card)


def surveyed(page: Teacher, photos: Sequence[Photo]) -> dict[str, Pyramid]:
    """The page's photos by name, once their tiles are found and labelled."""
    pictures = {f"laid-{number}": photo.pyramid for number, photo in enumerate(photos)}
    for (name, picture), photo in zip(pictures.items(), photos, strict=True):
        done(page.survey(name, photo.sha256, *picture.size), pictures)
    page.label()
    return pictures


def settle(page: Teacher, answers: Mapping[str, Any]) -> int:
    """Give each doubt the same answer; returns how many there were."""
    count = 0
    while page.teaching.ordered is not None and page.teaching.ordered.doubts:
        laid_there = page.teaching.ordered.doubts[0].laid
        page.tap({"do": "settle", "value": laid_there, **answers})
        count += 1
    return count


def test_a_set_taught_in_the_page_is_the_servers_own() -> None:
    photo, page, shares = laid(all_faces()[:2]), teacher(), list[float]()
    assert page.begin(" mine ", None) == ""
    pictures = surveyed(page, [photo])
    settle(page, {})
    assert page.is_ready
    done(page.learn(MADE, shares.append), pictures)
    assert shares == sorted({*shares})
    assert shares[-1] == 1.0
    theirs: Teaching[Pyramid] = Teaching("mine", label_photos([photo], recogniser()))
    while theirs.ordered is not None and theirs.ordered.doubts:
        theirs = theirs.settled(theirs.ordered.doubts[0], theirs.ordered.doubts[0].laid)
    assert theirs.ordered is not None
    views = extractor().of_set(reds=False)
    firm_score = recogniser().card.finder.firm_score
    ours = run(adapt("mine", to_learn(theirs.ordered), views, firm_score, MADE))
    assert page.file() == to_bytes(ours.tile_set)
    assert page.teaching.result is not None
    assert page.teaching.result.copied == ours.copied
    told_of = json.loads(page.described(page.file(), "mine.yakuset"))
    assert told_of == {
        "told": i18n.text("en", "sets.unmeasured", tiles=18, faces=18), "usable": True
    }  # fmt: skip


def test_a_photo_of_a_teaching_that_was_begun_anew_meanwhile_is_left_out() -> None:
    page, photo = teacher(), laid(all_faces()[:1])
    page.begin("mine", None)
    talk = page.survey("laid-0", photo.sha256, *photo.size)
    page.begin("mine", None)
    done(talk, {"laid-0": photo.pyramid})
    assert page.surveyed == ()


@pytest.mark.parametrize(("name", "key"), [("", "need_name"), ("a:b", "bad_name")])
def test_a_name_that_no_set_can_have_is_asked_for_anew(name: str, key: str) -> None:
    assert teacher().begin(name, None) == i18n.text("en", f"sets.{key}", name=name)


def test_photos_that_show_no_whole_row_or_one_twice_are_told_in_one_sentence() -> None:
    eight = laid([all_faces()[0][:8]])
    page = teacher()
    page.begin("mine", None)
    surveyed(page, [eight])
    values = {"row": 1, "found": 8, "wanted": 9, "first": "1 of characters", "last": "9 of characters"}
    assert page.trouble == i18n.text("en", "sets.problem_row", photo="photo 1", **values)
    assert json.loads(page.shown(kept=False))["trouble"] == page.trouble
    assert not page.is_ready
    page.begin("mine", None)
    surveyed(page, [laid(all_faces()[:1])] * 2)
    assert page.trouble == i18n.text("en", "sets.problem_twice", photo="photo 2", other="photo 1")


def test_a_set_that_is_said_to_have_no_red_fives_and_shows_one_is_not_learnt() -> None:
    page = teacher()
    page.begin("mine", reds=False)
    surveyed(page, [laid(all_faces()[:4]), laid(all_faces()[4:5], 1)])
    assert page.trouble == i18n.text("en", "sets.reds_shown")
    assert not page.is_ready


def doubtful() -> Teacher:
    """A teacher with one photo whose second and third tile have changed places."""
    first, second, third, *rest = all_faces()[0]
    page = teacher()
    page.begin("mine", None)
    usual = replace(ODD, body=None, number=99)
    image = laid_out([(first, third, second, *rest)], usual, 500).image
    surveyed(page, [load(cv2.imencode(".png", image[..., ::-1])[1].tobytes(), "")])
    return page


def test_doubts_are_asked_one_by_one_an_answer_is_taken_back_and_a_tile_left_out() -> None:
    page = doubtful()
    ordered = page.teaching.ordered
    assert ordered is not None
    assert [(doubt.laid, doubt.looks) for doubt in ordered.doubts] == [("2m", "3m"), ("3m", "2m")]
    parts = json.loads(page.shown(kept=False))["parts"]
    (crop,) = [part for part in parts if part["part"] == "crop"]
    assert crop["picture"] == "laid-0"
    assert len(crop["quad"]) == 8
    page.tap({"do": "settle", "value": "9p"})  # which nobody offered
    assert page.teaching.ordered is ordered
    page.tap({"do": "settle", "value": "3m"})
    page.tap({"do": "skip"})
    assert page.is_ready
    page.tap({"do": "back"})
    page.tap({"do": "settle", "value": "2m"})
    assert page.teaching.ordered is not None
    (part,) = to_learn(page.teaching.ordered)
    assert part.faces[1:3].tolist() == [2, 1]
    page.tap({"do": "anything"})
    assert page.is_ready


def test_a_file_that_is_no_set_or_of_another_reader_is_told_apart() -> None:
    page = teacher()
    none = json.loads(page.described(b"no set", "odd.yakuset"))
    assert not none["usable"]
    assert "\n" not in none["told"]

    other = replace(exchanged("5z", "6z"), reader="0" * 64)
    told_of = json.loads(page.described(to_bytes(other), "odd.yakuset"))
    assert not told_of["usable"]
    assert told_of["told"].endswith(i18n.text("en", "sets.other_reader", reader="0" * 8))
