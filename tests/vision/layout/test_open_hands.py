"""Every hand that lies open: whose, with what, and which of them is meant."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from tests.benchmarks.layout.compare import owners
from tests.benchmarks.layout.draws import compared
from tests.vision.ideal import PERFECT, find, kind_number
from tests.vision.layout.cases import Laid, detections, row
from tests.vision.layout.oracle import Doubt, Oracle, rows
from tests.vision.layout.oracle import truth as near_truth
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.scene import Arrangement
from yakulens.datasets.render.viewpoint import seat, view
from yakulens.models.train.layout_truth import truth_of
from yakulens.vision.detections import Detections
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, SEATS, Opinion
from yakulens.vision.layout.read import layout_by
from yakulens.vision.reading import Reading

KIND = "exhaustive draw"
DOUBT = Doubt(5.0, 0.8, 0.0)


@dataclass(frozen=True)
class OverACorner(Oracle):
    """Says of every tile that it is its owner's or the next player's, each as likely as the other."""

    def opinion(self, detections: Detections) -> Opinion:
        said = super().opinion(detections)
        seats = np.exp(np.array(said.seats))
        return replace(said, seats=rows(np.log((seats + np.roll(seats, 1, axis=1)) / 2)))


def drawn(seed: int, network: type[Oracle] = Oracle) -> tuple[Reading, list[int], Arrangement, float]:
    rng = np.random.default_rng([seed, kind_number(KIND)])
    scene = arrange(rng, KIND)
    side = seat(rng, scene)
    found, shows = find(rng, scene, view(rng, scene, side=side), replace(PERFECT, corner=0.01))
    asked = network(found, truth_of(scene, side)[shows], seed, DOUBT)
    reading = layout_by(asked.opinion, found).reading
    return reading, owners(reading, found, shows), scene, side


@pytest.mark.parametrize("seed", range(81000, 81006))
def test_hands_of_a_draw_with_their_sides_and_calls(seed: int) -> None:
    wrong, extra = compared(*drawn(seed))
    assert (wrong, extra) == (((),) * len(wrong), 0)


@pytest.mark.parametrize("seed", range(81000, 81006))
def test_a_table_seen_over_its_corner_where_each_tile_may_be_of_either_of_two_players(seed: int) -> None:
    wrong, extra = compared(*drawn(seed, OverACorner))
    assert (wrong, extra) == (((),) * len(wrong), 0)


def test_where_nobodys_hand_is_meant_it_is_asked_whose() -> None:
    readings = (drawn(seed)[0] for seed in range(81000, 81010))
    asked = [reading for reading in readings if any(i.code == "whose_hand" for i in reading.issues)]
    assert asked
    for reading in asked:
        question = next(issue for issue in reading.issues if issue.code == "whose_hand")
        assert {hand.side for hand in reading.hands} >= set(question.choices)
        assert reading.with_hand(1).concealed == reading.hands[1].concealed


def test_the_probabilities_of_all_hands_make_one() -> None:
    reading, *_ = drawn(81001)
    assert sum(hand.probability for hand in reading.hands) == pytest.approx(1.0)
    ids = [tile for hand in reading.hands for tile in hand.ids]
    assert len(ids) == len(set(ids))


def called_by_the_left(face: str, y: float) -> list[Laid]:
    """A called triplet of the player at the left, whose first tile lies sideways."""
    return [
        Laid(face, -8.0, y - 0.1),
        Laid(face, -8.0, y - 1.3, turn=-90.0),
        Laid(face, -8.0, y - 2.3, turn=-90.0),
    ]


def beside_a_won_hand(faces: str) -> Reading:
    """A hand that won, and called triplets of another player, of whose tiles the network says: meant too."""
    own = row("1m 2m 3m 4m 5m 6m 2p 3p 4p 7s 8s 9s 3z")
    calls = [called_by_the_left(face, 10.0 - 4 * k) for k, face in enumerate(faces.split())]
    tiles = [*own, Laid("3z", 15.0), *(tile for one in calls for tile in one)]
    known = near_truth(len(tiles), concealed=tuple(range(13)), won=13)
    theirs = np.arange(14, len(tiles))
    known.roles[theirs], known.seats[theirs] = ROLE_INDEX["called"], SEATS.index("left")
    known.calls[theirs], known.hands[theirs], known.meant[theirs] = (theirs - 14) // 3, 1, True
    seen = detections(tiles)
    return layout_by(Oracle(seen, known).opinion, seen).reading


def test_four_called_sets_may_be_the_hand_that_is_meant_though_the_last_tile_is_out_of_view() -> None:
    reading = beside_a_won_hand("1z 7z 1p 9p")
    asked = next(issue for issue in reading.issues if issue.code == "whose_hand")
    assert asked.choices == (reading.hands[0].side, reading.hands[1].side)
    assert [meld.faces[0] for meld in reading.with_hand(1).melds] == ["1z", "7z", "1p", "9p"]


def test_three_called_sets_of_somebody_are_no_hand_of_theirs() -> None:
    assert len(beside_a_won_hand("1z 7z 1p").hands) == 1


def hand_across(faces: str) -> tuple[list[Laid], np.ndarray]:
    """Open tiles of the player across, and where they lie among all tiles if they come first."""
    laid = [replace(tile, y=10.0, turn=180.0) for tile in row(faces)]
    return laid, np.arange(len(laid))


def test_of_a_hand_that_the_photo_cuts_off_what_lies_open_is_read_and_its_number_asked() -> None:
    tiles, theirs = hand_across("1m 2m 3m 4m 5m 6m 7s 8s")
    known = near_truth(len(tiles), concealed=tuple(theirs))
    known.seats[theirs], known.meant[theirs] = SEATS.index("across"), False
    seen = detections(tiles)
    reading = layout_by(Oracle(seen, known).opinion, seen).reading
    assert len(reading.concealed) == len(tiles)
    assert [issue.code for issue in reading.issues] == ["tile_count"]


def test_called_sets_that_are_meant_stay_the_meant_hand_beside_an_open_one_that_is_not() -> None:
    tiles, theirs = hand_across("1m 2m 3m 4m 5m 6m 7s 8s 9s 1p 1p 5z 5z")
    calls = [(n, n + 1, n + 2) for n in (13, 16)]
    tiles += [
        Laid(face, x + n, turn=90.0 * (n == 0)) for face, x in (("2p", 0.0), ("3z", 5.0)) for n in range(3)
    ]
    known = near_truth(len(tiles), concealed=tuple(theirs), calls=tuple(calls))
    known.seats[theirs], known.meant[theirs], known.hands[theirs] = SEATS.index("across"), False, 1
    seen = detections(tiles)
    reading = layout_by(Oracle(seen, known).opinion, seen).reading
    assert [meld.faces[0] for meld in reading.melds] == ["2p", "3z"]
    assert len(reading.hands) == 2
