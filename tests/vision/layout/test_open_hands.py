"""Every hand that lies open is read as its owner sees it; in doubt it is asked whose is meant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.draws import run
from yakulens.vision import layout
from yakulens.vision.labels import INDEX
from yakulens.vision.layout.hand import open_hands
from yakulens.vision.layout.hand.example import candidates_of
from yakulens.vision.layout.hand.hand import HandCandidate
from yakulens.vision.layout.hand.open_hands import own_direction
from yakulens.vision.layout.rows.melds import MeldReading
from yakulens.vision.reading import WHOSE_HAND
from yakulens.vision.synth.arrange_plan import Plan
from yakulens.vision.synth.ideal import find
from yakulens.vision.synth.viewpoint import view

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.reading import Reading

MINE = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "2z", "2z", "4s", "5s")
HERS = ("2m", "2m", "3m", "3m", "4p", "4p", "6s", "6s", "8s", "8s", "1z", "1z", "7z")
FAR_FROM_WON = ("2m", "2m", "3m", "5m", "4p", "7p", "6s", "9s", "8s", "8s", "1z", "3z", "7z")
POND = ("9p", "1s", "3z", "8m", "2p", "6m", "4z", "1p", "9m", "5z")


def detected(*hands: tuple[float, tuple[str, ...]], side: float = 0.0, away: float = 11.0) -> Detections:
    """Hands laid open by those at so many degrees, a pond in the middle, seen from ``side``.

    What follows after ``_`` lies a tile's width apart.
    """
    plan = Plan(wide=True)
    plan.others = [*plan.row(POND[:6], -2.5, -1.0), *plan.row(POND[6:], -2.5, -2.41)]
    for seat, faces in hands:
        own = Plan()
        cut = faces.index("_") if "_" in faces else len(faces)
        own.concealed = [*own.row(faces[:cut], -6.1, -away), *own.row(faces[cut + 1 :], cut - 5.1, -away)]
        plan.lay_for(seat, own)
    rng = np.random.default_rng(0)
    return find(rng, plan.scene(), view(rng, plan.scene(), side=side, steepness=50.0))[0]


def table(*hands: tuple[float, tuple[str, ...]], side: float = 0.0, away: float = 11.0) -> Reading:
    """What is read of such a table."""
    return layout.read(detected(*hands, side=side, away=away))


def without(tiles: Detections, *faces: str) -> tuple[Detections, Detections]:
    """The tiles but for those of some faces, and these as the finder doubts them."""
    shown = np.isin(tiles.faces.argmax(axis=1), [INDEX[face] for face in faces])
    doubtful = tiles.take(shown)
    return tiles.take(~shown), replace(doubtful, objectness=np.full(len(doubtful), 0.3, np.float32))


def faces(reading: Reading, side: str) -> list[str]:
    hand = next(hand for hand in reading.hands if hand.side == side)
    return sorted(reading.face(tile) for tile in hand.ids)


@pytest.mark.parametrize("seat", [90.0, 180.0, 270.0])
def test_a_second_hand_is_read_as_its_owner_sees_it(seat: float) -> None:
    reading = table((0.0, MINE), (seat, HERS))
    side = {90.0: "right", 180.0: "across", 270.0: "left"}[seat]
    assert [hand.side for hand in reading.hands] == ["self", side]
    other = reading.hands[1]
    assert [reading.face(tile) for tile in other.concealed] == list(HERS)
    assert [reading.face(tile) for tile in reading.concealed] == list(MINE)
    assert set(other.ids) <= set(reading.others)


def test_sides_are_the_photographers() -> None:
    reading = table((0.0, MINE), (90.0, HERS), side=90.0)
    assert faces(reading, "self") == sorted(HERS)
    assert faces(reading, "left") == sorted(MINE)


def test_between_two_hands_as_likely_it_is_asked_whose_is_meant_and_one_answer_tells_the_other() -> None:
    reading = table((90.0, MINE), (270.0, HERS))
    asked = next(issue for issue in reading.issues if issue.code == WHOSE_HAND)
    assert set(asked.choices) == {"right", "left"}
    number = next(n for n, hand in enumerate(reading.hands) if hand.side == asked.choices[1])
    other = reading.told(number)
    assert sorted(other.face(tile) for tile in other.concealed) == faces(reading, asked.choices[1])
    assert WHOSE_HAND not in {issue.code for issue in other.issues}


def test_the_photographers_own_hand_is_meant_without_a_question_where_one_lies_across() -> None:
    reading = table((0.0, MINE), (180.0, HERS))
    assert reading.hands[0].probability > 0.9
    assert WHOSE_HAND not in {issue.code for issue in reading.issues}
    assert sum(hand.probability for hand in reading.hands) == pytest.approx(1.0)


def test_four_called_sets_are_meant_though_another_hand_lies_open_as_a_whole() -> None:
    scene = Plan(wide=True)
    for row, face in enumerate(("9p", "4z", "7z", "5p")):
        y = -11.0 + 1.4 * row
        scene.others += [
            scene.put(face, 3.0, y),
            scene.put(face, 4.2, y - 0.17, 90.0),
            scene.put(face, 5.4, y),
        ]
    hers = Plan()
    hers.concealed = hers.row(FAR_FROM_WON, -6.1, -11.0)
    scene.lay_for(90.0, hers)
    rng = np.random.default_rng(0)
    reading = layout.read(find(rng, scene.scene(), view(rng, scene.scene(), steepness=50.0))[0])
    assert [meld.kind for meld in reading.melds] == ["pon"] * 4
    assert [hand.side for hand in reading.hands] == ["self", "right"]
    assert {issue.code for issue in reading.issues} >= {WHOSE_HAND, "tile_count"}


def test_ponds_are_nobodys_hand() -> None:
    assert [hand.side for hand in table((0.0, MINE)).hands] == ["self"]


def test_of_exhaustive_draws_nearly_every_open_hand_is_read() -> None:
    draws = [run(seed) for seed in range(500, 530)]
    every = [words for draw in draws for words in draw.wrong]
    assert sum(not words for words in every) >= 0.94 * len(every)
    assert sum(draw.extra for draw in draws) <= 2


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(7002, id="an-added-tile-on-top-half-hides-the-next"),
        pytest.param(7052, id="one-tile-beside-four-sets-among-discards"),
        pytest.param(7068, id="that-tile-completes-another-hand"),
        pytest.param(7113, id="another-player-with-four-sets-holds-the-last-tile-back"),
        pytest.param(7082, id="an-added-tile-on-top-hides-the-one-behind"),
    ],
)
def test_of_a_draw_every_open_hand_is_read_where(seed: int) -> None:
    draw = run(seed)
    assert not any(draw.wrong)
    assert not draw.extra


def test_an_added_quad_with_a_hidden_tile_tells_where_that_is() -> None:
    meld = MeldReading("added_kan", (3, 4), ("4z",) * 4, (1, 2), (), "across", -3.0, unseen=0)
    assert (meld.hidden, meld.shown, meld.sideways) == ((0, 1), (2, 3), (3,))


@pytest.mark.parametrize("seat", [90.0, 180.0, 270.0])
def test_what_another_hand_lacks_is_looked_for_among_the_doubtful_detections_and_asked(seat: float) -> None:
    tiles, doubtful = without(detected((0.0, MINE), (seat, HERS)), "6s")
    lacking = layout.read(tiles)
    assert "tile_count" in [issue.code for hand in lacking.hands[1:] for issue in hand.issues]
    whole = layout.read(tiles, doubtful)
    assert faces(whole, "self") == sorted(MINE)
    asked = next(hand for hand in whole.hands if hand.side != "self")
    assert len(asked.ids) == len(HERS)
    assert "maybe_not_in_hand" in [issue.code for issue in asked.issues]


@pytest.mark.parametrize("found", [True, False])
def test_the_face_down_tiles_of_anothers_closed_quad_are_known_by_its_ends(*, found: bool) -> None:
    hers = ("2m", "3m", "4m", "5p", "6p", "7p", "1s", "2s", "1z", "1z", "_", "8p", "back", "back", "8p")
    tiles, doubtful = without(detected((0.0, MINE), (180.0, hers)), "back")
    whole = layout.read(tiles, doubtful if found else doubtful.take(np.zeros(0, np.intp)))
    across = next(hand for hand in whole.hands if hand.side == "across")
    assert [(meld.kind, meld.faces) for meld in across.melds] == [("closed_kan", ("8p",) * 4)]
    assert "maybe_not_in_hand" in [issue.code for issue in across.issues]


@pytest.mark.parametrize(("discards", "won"), [(10, [None]), (11, ["7z"])])
def test_at_a_draw_nobody_wins_what_lies_beside_a_hand(
    discards: int, won: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_hands, "DRAWN", discards)
    plan = Plan(wide=True)
    plan.others = [*plan.row(POND[:6], -2.5, -1.0), *plan.row(POND[6:], -2.5, -2.41)]
    for seat, hand, beside in ((0.0, MINE, ()), (180.0, HERS, ("7z",))):
        own = Plan()
        own.concealed = own.row(hand, -6.1, -11.0)
        own.others = own.row(beside, 8.4, -11.0)
        plan.lay_for(seat, own)
    rng = np.random.default_rng(0)
    reading = layout.read(find(rng, plan.scene(), view(rng, plan.scene(), side=0.0, steepness=50.0))[0])
    theirs = [hand for hand in reading.hands if hand.side == "across"]
    assert [None if hand.win is None else reading.face(hand.win) for hand in theirs] == won
    assert len(theirs[0].concealed) == 13


def test_of_a_hand_that_lacks_three_tiles_the_place_is_still_known_and_searched_once_more() -> None:
    tiles, _ = without(detected((0.0, MINE), (180.0, HERS)), "6s", "7z", "1z")
    *_, laid = [laid for laid in layout.readings(tiles) if laid is not None]
    assert laid.whole
    (place,) = laid.lacking
    assert {laid.reading.face(tile) for tile in place} <= set(HERS)


def test_where_five_tiles_of_a_hand_were_not_detected_its_place_is_searched_once_more() -> None:
    tiles, _ = without(detected((0.0, MINE), (90.0, HERS)), "6s", "1z", "7z")
    *_, laid = [laid for laid in layout.readings(tiles) if laid is not None]
    (place,) = laid.lacking
    assert {laid.reading.face(tile) for tile in place} == set(HERS) - {"6s", "1z", "7z"}


def test_where_somebody_has_won_nothing_of_the_others_is_looked_for() -> None:
    tiles, doubtful = without(detected((0.0, (*MINE, "6s")), (180.0, HERS)), "7z", "1z")
    first, *_, last = [laid for laid in layout.readings(tiles, doubtful) if laid is not None] * 2
    assert first.whole
    assert first.lacking == last.lacking == ()
    assert len(faces(last.reading, "across")) == len(HERS) - 3


def test_a_hand_of_too_many_tiles_is_doubted_but_lacks_none() -> None:
    (laid, *_) = layout.readings(detected((0.0, (*MINE, "6s", "7p"))))
    assert laid is not None
    assert len(laid.lacking) == 1
    assert laid.places == ()


def test_where_one_hand_lies_alone_nothing_more_is_looked_for() -> None:
    assert [laid.lacking for laid in layout.readings(detected((0.0, MINE))) if laid is not None] == [()]


def test_a_hand_without_tiles_has_the_direction_of_its_frame() -> None:
    table = candidates_of("1m 2m 3m").table
    assert own_direction(table, HandCandidate(1.0)) == 1.0
