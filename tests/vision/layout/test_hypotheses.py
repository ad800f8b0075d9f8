"""Doubtful detections become tiles where the hand lacks them, and are asked about; never else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import example, layout
from yakulens.vision.detections import Detections
from yakulens.vision.layout.hand import search
from yakulens.vision.layout.hand.backs_between import backs_between
from yakulens.vision.layout.hand.hypotheses import Hypothesis, as_detected, improved, put_in
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.pausing import finished

if TYPE_CHECKING:
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.search import Breadth
    from yakulens.vision.layout.hand.seeds import Seed
    from yakulens.vision.reading import Reading

HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"


def likeliest(tiles: Detections, doubtful: Detections) -> Hypothesis:
    as_seen = as_detected(tiles)
    assert as_seen is not None
    return finished(improved(as_seen, doubtful))


def faces(reading: Reading) -> list[str]:
    return [reading.face(i) for i in reading.concealed]


def asked(reading: Reading) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What is asked about finds: faces and choices."""
    return [
        (tuple(reading.face(t) for t in issue.ids), issue.choices)
        for issue in reading.issues
        if issue.code == "maybe_not_in_hand"
    ]


@pytest.mark.parametrize("lacking", [0, 5, 11])
def test_a_doubtful_detection_is_taken_where_the_hand_lacks_a_tile_and_asked_about(lacking: int) -> None:
    tiles = row(HAND)
    hidden = tiles.pop(lacking)
    doubtful = detections([Laid(hidden.face, hidden.x, sure=0.7, found=0.3)])
    assert "tile_count" in [issue.code for issue in layout.read(detections(tiles)).issues]
    reading = layout.read(detections(tiles), doubtful)
    assert faces(reading) == HAND.split()
    assert asked(reading) == [((hidden.face,), ("in", "out"))]


QUAD_APART = [*row("1m 2m 3m 4m 5m 6m 7p 8p 2s 2s"), Laid("9p", 10.8), Laid("4z", 13.0), Laid("4z", 16.0)]


@pytest.mark.parametrize("found", [[], [0], [1], [0, 1]])
def test_face_down_tiles_between_equal_ones_are_a_closed_quad_however_many_were_found(
    found: list[int],
) -> None:
    backs = detections([Laid("back", 14.0, found=0.3), Laid("back", 15.0, found=0.3)])
    reading = layout.read(detections(QUAD_APART), backs.take(np.array(found, np.intp)))
    assert [(meld.kind, meld.faces) for meld in reading.melds] == [("closed_kan", ("4z",) * 4)]
    assert (("back", "back"), ("in", "out")) in asked(reading)


def test_a_red_five_and_an_ordinary_one_are_ends_of_a_closed_quad() -> None:
    tiles = [*QUAD_APART[:-2], Laid("5s", 13.0), Laid("0s", 16.0)]
    reading = layout.read(detections(tiles))
    assert [(meld.kind, meld.faces) for meld in reading.melds] == [("closed_kan", ("5s", "5s", "5s", "0s"))]


def test_the_ends_of_a_closed_quad_are_looked_for_about_every_likely_hand() -> None:
    """Where one of four called sets lacks its backs, what is left of the hand may be read as one tile."""
    called = "(5p) 0p 5p 5p 8p 8p 8p (8p) (3p) 1p 2p 2s _ _ 2s"
    reading = layout.read(example.detected(f"2p _ 2p {called}"))
    assert [meld.kind for meld in reading.melds] == ["open_kan", "open_kan", "chi", "closed_kan"]


def test_no_face_down_tile_is_made_up_where_another_tile_lies() -> None:
    between = detections([*QUAD_APART, Laid("7m", 14.6)])
    assert not layout.read(between).melds
    assert "back" not in [tile.face for tile in layout.read(between).tiles]


def test_no_face_down_tile_is_made_up_where_the_hand_is_whole_without() -> None:
    tiles = [*row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s"), Laid("4z", 11.0), Laid("4z", 14.0)]
    assert "back" not in [tile.face for tile in layout.read(detections(tiles)).tiles]


def test_where_the_hand_is_whole_no_doubtful_detection_is_taken_but_the_tile_that_it_waits_for() -> None:
    doubtful = detections([Laid("7s", 14.0, sure=0.9, found=0.35)])
    known = layout.read(detections(row(HAND)))
    assert layout.read(detections(row(HAND)), doubtful) == known


def test_a_hand_that_would_not_be_whole_either_is_left_as_it_is() -> None:
    tiles = row("1m 3m 5m 5m 6m 4p 5p 6s 7s 1z")
    doubtful = detections([Laid("2s", 10.0, sure=0.8, found=0.3)])
    assert layout.read(detections(tiles), doubtful) == layout.read(detections(tiles))


def test_two_doubtful_detections_are_taken_where_one_is_too_large() -> None:
    tiles = row(HAND)
    at = tiles[6].x + 0.5
    one = detections([*tiles[:6], *tiles[8:]])
    lumped = detections([Laid("9s", at, sure=0.4, found=0.5)])
    lumped.quads[0] = (lumped.quads[0] - lumped.quads[0].mean(axis=0)) * [2, 1] + lumped.quads[0].mean(axis=0)
    doubtful = detections([Laid(t.face, t.x, sure=0.8, found=0.35) for t in tiles[6:8]])
    reading = layout.read(Detections.joined(one, lumped), doubtful)
    assert faces(reading) == HAND.split()
    ((both, choices),) = asked(reading)
    assert sorted(both) == ["7p", "8p"]
    assert choices == ("in", "out")


def test_a_detection_too_many_that_was_half_believed_in_is_left_out_and_asked_about() -> None:
    tiles = [*row(HAND + " 8s"), Laid("7z", 14.0, sure=0.6, found=0.45)]
    reading = layout.read(detections(tiles))
    assert faces(reading) == [*HAND.split(), "8s"]
    assert asked(reading) == [(("7z",), ("out", "in"))]


def test_a_back_among_face_up_tiles_that_is_one_too_many_is_none_however_surely_it_was_found() -> None:
    held = "2s 2s 8s 8s 1m 2m 3m 4m 5m 6m 7p 8p 9p"
    tiles = [*row(held), Laid("back", 13.0), Laid("8s", 14.0)]
    reading = layout.read(detections(tiles))
    assert faces(reading) == held.split()
    assert reading.win is not None
    assert asked(reading) == [(("back",), ("out", "in"))]


def test_a_detection_too_many_that_is_surely_one_stays() -> None:
    reading = layout.read(detections(row(HAND + " 8s 5z")))
    assert faces(reading) == [*HAND.split(), "8s", "5z"]
    assert "tile_count" in [issue.code for issue in reading.issues]
    assert asked(reading) == []


def test_hands_that_cannot_be_better_than_the_known_one_are_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []
    around = search._around

    def counted(seed: Seed, best: list[HandCandidate], floor: float, breadth: Breadth) -> list[HandCandidate]:
        begun.append(seed)
        return around(seed, best, floor, breadth)

    monkeypatch.setattr(search, "_around", counted)
    tiles = detections(row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s"))
    doubtful = detections([Laid("9p", 12.0 + k, sure=0.6, found=0.02) for k in range(8)])
    likeliest(tiles, doubtful)

    assert len(begun) <= 16  # 26 where every hypothesis is searched to its end


def test_every_change_has_its_price() -> None:
    tiles = row(HAND)
    hidden = tiles.pop()
    faint, fainter = (
        likeliest(detections(tiles), detections([Laid(hidden.face, hidden.x, sure=0.9, found=found)]))
        for found in (0.6, 0.3)
    )
    assert fainter.price < faint.price < 1
    assert faint.accepted.tolist() == [False] * 12 + [True]
    assert not faint.rejected.any()


def test_without_detections_there_is_no_hypothesis() -> None:
    assert as_detected(Detections.none((600, 800))) is None


def test_detections_of_one_photo_are_joined_in_their_order() -> None:
    one, other = detections(row("1m 2m")), detections(row("3m", 5.0))
    both = Detections.joined(one, other)
    assert both.faces.argmax(axis=1).tolist() == [0, 1, 2]
    np.testing.assert_array_equal(both.take(np.array([2])).quads, other.quads)


def test_a_faint_face_down_detection_in_the_concealed_part_is_left_out() -> None:
    # With it the row has fourteen tiles, but nobody holds one face-down.
    reading = layout.read(detections([*row(HAND), Laid("back", -1.0, found=0.7)]))
    assert faces(reading) == HAND.split()


def test_of_two_face_down_tiles_of_a_quad_the_tables_colour_is_held_against_one_alone() -> None:
    known, backs = detections(row("4z 9p")), detections([Laid("back", 6.0), Laid("back", 7.0)])
    alone = [put_in(known, backs.take(np.array([k])), DEFAULT_PRIORS)[2] for k in (0, 1)]
    both = put_in(known, backs, DEFAULT_PRIORS)[2]
    assert both == pytest.approx(sum(alone) - DEFAULT_PRIORS.detections.bare)


def test_a_face_down_tile_found_between_the_two_that_are_due_gives_way_to_both() -> None:
    known = detections([*QUAD_APART, Laid("back", 14.5, found=0.6)])
    (both,) = backs_between(known, np.ones(len(known), bool), known)
    every, stay, _ = put_in(known, both, DEFAULT_PRIORS)
    assert np.flatnonzero(~stay).tolist() == [len(QUAD_APART)]
    assert sorted(every.quads[len(QUAD_APART) :].mean(axis=1)[:, 0].tolist()) == pytest.approx([960, 1000])


@pytest.mark.parametrize("known_at", [14.0, 15.0])
def test_where_one_face_down_tile_of_a_quad_is_known_the_other_one_alone_is_made_up(known_at: float) -> None:
    known = detections([*QUAD_APART, Laid("back", known_at)])
    (other,) = backs_between(known, np.ones(len(known), bool), known)
    assert other.quads.mean(axis=1)[:, 0] == pytest.approx([400 + 40 * (29 - known_at)])


def test_a_face_down_tile_that_was_found_is_no_less_likely_than_one_that_is_made_up() -> None:
    faint = detections([Laid("back", 14.0, found=0.05)])
    known, nothing = detections(QUAD_APART), faint.take(np.zeros(0, np.intp))
    found, made_up = (
        backs_between(known, np.ones(len(known), bool), doubtful)[0] for doubtful in (faint, nothing)
    )
    assert found.objectness.tolist() == made_up.objectness.tolist()
