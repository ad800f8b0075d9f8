"""What each tile of an arranged scene is told to be, on scenes of which that is plain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.datasets.render.arrange import SCENES, arrange
from yakulens.datasets.render.arrange_plan import Plan, Wall, discards
from yakulens.datasets.render.scene import Part, ShownHand
from yakulens.models.train.layout_tables import club_table
from yakulens.models.train.layout_truth import UNKNOWN, truth_of
from yakulens.vision.labels import BACK
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, ROLES, SEATS

if TYPE_CHECKING:
    from yakulens.datasets.render.scene import Arrangement
    from yakulens.models.train.layout_truth import Truth

SEEDS = st.integers(0, 10_000)


def named(truth: Truth) -> list[str]:
    return [ROLES[k] for k in truth.roles.tolist()]


def scene_of(kind: str, seed: int = 0) -> Arrangement:
    return arrange(np.random.default_rng(seed), kind)


@pytest.mark.parametrize("kind", sorted(SCENES))
def test_the_hand_its_calls_and_its_winning_tile_are_what_the_scene_says(kind: str) -> None:
    scene = scene_of(kind)
    truth, roles = truth_of(scene), named(truth_of(scene))
    assert all(roles[k] == "concealed" for k in scene.concealed)
    assert all(roles[k] == "called" for meld in scene.melds for k in meld.ids)
    assert scene.win is None or roles[scene.win] == "won"
    assert all(roles[k] == "indicator" for k in scene.indicators)
    own = {*scene.concealed, *(k for meld in scene.melds for k in meld.ids)}
    own |= set() if scene.win is None else {scene.win}
    if own:
        assert set(np.flatnonzero(truth.meant).tolist()) == own


@given(SEEDS)
def test_tiles_of_one_called_set_and_no_others_share_its_number(seed: int) -> None:
    scene = club_table(np.random.default_rng(seed))
    truth = truth_of(scene)
    called = truth.roles == ROLE_INDEX["called"]
    assert ((truth.calls != UNKNOWN) == called).all()
    for number in set(truth.calls[called].tolist()):
        tiles = np.flatnonzero(truth.calls == number)
        assert 2 <= len(tiles) <= 4
        assert len(set(truth.hands[tiles].tolist())) == 1


@given(SEEDS)
def test_whoever_has_the_hand_that_is_meant_sits_near(seed: int) -> None:
    truth = truth_of(club_table(np.random.default_rng(seed)))
    assert (truth.seats[truth.meant] == SEATS.index("near")).all()


@given(SEEDS)
def test_every_tile_of_a_hand_has_an_owner_and_no_other_tile_is_of_a_hand(seed: int) -> None:
    truth = truth_of(club_table(np.random.default_rng(seed)))
    of_hand = np.isin(truth.roles, [ROLE_INDEX[role] for role in ("concealed", "won", "called")])
    assert ((truth.hands != UNKNOWN) == of_hand).all()
    assert (truth.seats[of_hand] != UNKNOWN).all()


def test_face_down_tiles_that_are_in_no_called_set_are_of_the_wall() -> None:
    scene = scene_of("wall")
    roles = named(truth_of(scene))
    assert {roles[k] for k, p in enumerate(scene.placements) if p.face == BACK} == {"wall"}


def test_the_backs_of_a_closed_quad_are_called() -> None:
    scene = scene_of("closed quad")
    roles = named(truth_of(scene))
    backs = [k for k, p in enumerate(scene.placements) if p.face == BACK]
    assert backs
    assert {roles[k] for k in backs} == {"called"}


def test_discards_lie_in_the_pond_of_their_player() -> None:
    plan = Plan()
    discards(plan, np.random.default_rng(0), Wall(["9p"] * 40), (0.0, 5.0), 90.0)
    truth = truth_of(plan.scene())
    assert set(named(truth)[:-1]) == {"pond"}
    assert set(truth.seats[:-1].tolist()) == {SEATS.index("right")}


def test_the_only_open_hand_is_meant_wherever_it_lies() -> None:
    plan = Plan()
    tiles = plan.row(["1m", "2m", "3m"], 0.0, 0.0)
    plan.shown.append(ShownHand(180.0, tuple(tiles)))
    truth = truth_of(plan.scene())
    assert truth.meant[:3].all()
    assert set(truth.seats[:3].tolist()) == {SEATS.index("near")}


def test_of_two_open_hands_none_is_meant_and_the_camera_says_who_is_near() -> None:
    plan = Plan()
    for seat in (90.0, 180.0):
        plan.shown.append(ShownHand(seat, tuple(plan.row(["1m", "2m"], 0.0, seat))))
    truth = truth_of(plan.scene(), camera_side=90.0)
    assert not truth.meant.any()
    assert truth.seats[:4].tolist() == [SEATS.index("near")] * 2 + [SEATS.index("right")] * 2


def test_four_called_sets_are_a_hand_though_nothing_else_of_it_lies_there() -> None:
    scene = scene_of("four melds")
    plan = Plan(placements=list(scene.placements), melds=list(scene.melds))
    assert truth_of(plan.scene()).meant[list(scene.melds[0].ids)].all()


def test_a_neighbours_called_sets_are_one_hand_and_not_the_one_that_is_meant() -> None:
    plan = Plan()
    for n in range(2):
        plan.parts.append(Part("called", 270.0, tuple(plan.row(["1z"] * 3, 4.0 * n, 9.0))))
    truth = truth_of(plan.scene())
    assert len(set(truth.hands[:6].tolist())) == 1
    assert len(set(truth.calls[:6].tolist())) == 2
    assert not truth.meant.any()


def test_what_shows_no_placement_is_nothing() -> None:
    truth = truth_of(scene_of("win gap"))[np.array([0, -1])]
    assert named(truth) == ["concealed", "nothing"]
    assert truth.hands.tolist() == [0, UNKNOWN]
    assert truth.meant.tolist() == [True, False]
