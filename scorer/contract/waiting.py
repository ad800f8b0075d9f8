"""The reader of a hand before its winning tile, which `waits` and `discards` share."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import read_melds, read_rules
from yakulens.scorer.counts import count
from yakulens.scorer.hand import Situation
from yakulens.scorer.judge.check import (
    HAND_SIZE,
    HIGHEST_OF_EACH,
    beyond_the_set,
    meld_problems,
    situation_problems,
    wrong_tile_count,
    wrong_tiles,
)
from yakulens.scorer.judge.circumstances import circumstances_of
from yakulens.scorer.judge.possible import without_win
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, Tile
from yakulens.scorer.waits import swap_called


@dataclass(frozen=True, slots=True)
class WaitingHand:
    """A hand before its winning tile: the keys that `waits_json` lists, None if not given.

    `situation` holds further facts for the worth of each wait; its `by` is replaced for each.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    seen: tuple[Tile, ...]
    discards: tuple[Tile, ...]
    passed: tuple[Tile, ...]
    drawn: Tile | None
    claimed: Tile | None
    wall: int | None
    points: int | None
    situation: Situation
    rules: RuleSet

    @property
    def size(self) -> int:
        """The number of concealed tiles of a waiting hand with these melds."""
        return HAND_SIZE - 3 * len(self.melds)

    @property
    def elsewhere(self) -> tuple[Tile, ...]:
        """The tiles that the player sees outside the hand and its melds.

        What `seen` holds may be named by other keys too, such as an indicator; it counts once.
        """
        named = (*self.discards, *self.passed, *self.situation.dora_indicators)
        named += (*self.situation.ura_indicators, *("4z",) * self.situation.north_dora)
        return (*named, *(Counter(self.seen) - Counter(named)).elements()) if self.seen else named

    @property
    def visible(self) -> tuple[Tile, ...]:
        """Every tile that the player sees."""
        return (*self.concealed, *_in(self.melds), *self.elsewhere, *((self.drawn,) if self.drawn else ()))

    @property
    def just_called(self) -> Meld | None:
        """The set just made with the claimed tile: the last one, if it is no quad and holds the tile."""
        last = self.melds[-1] if self.melds else None
        if last is None or last.is_quad or self.claimed is None:
            return None
        return last if KIND[self.claimed] in {KIND[tile] for tile in last.tiles} else None

    @property
    def barred(self) -> tuple[Tile, ...]:
        """The tiles that may not be discarded after the claim."""
        claim = self.just_called
        return swap_called(claim, self.claimed, self.rules) if claim and self.claimed else ()

    @property
    def still_passed(self) -> tuple[Tile, ...]:
        """The passed tiles that count after the discard of the player's own turn.

        A draw ends furiten by passed tiles except in riichi; some rules let it outlast a claim.
        """
        outlasts_claim = self.just_called is not None and self.rules.temporary_furiten == "own_draw"
        return self.passed if outlasts_claim or self.situation.riichi != "none" else ()


def read_waiting(form: Form, allowed: Sequence[keys.AnyKey], rules: RuleSet | None) -> WaitingHand | None:
    """A waiting hand, given under the allowed keys; None if its form has a fault.

    `rules` replace those that it names.
    """
    form.only(allowed)
    rules = rules or read_rules(form)
    situation = Situation("ron", **{key.name: form.take(key) for key in keys.SITUATION_BEFORE})
    tiles = form.take(keys.CONCEALED), read_melds(form), form.take(keys.SEEN)
    others = form.take(keys.DISCARDS), form.take(keys.PASSED)
    turn = form.take(keys.DRAWN), form.take(keys.CLAIMED)
    table = form.take(keys.WALL), form.take(keys.OWN_POINTS)
    if form.problems or rules is None:
        return None
    return WaitingHand(*tiles, *others, *turn, *table, situation, rules)


def problems_of(waiting: WaitingHand) -> Iterator[Message]:
    """Problems: invalid melds, a wrong number of tiles, impossible tiles, a contradictory situation."""
    rules, concealed = waiting.rules, len(waiting.concealed)
    drawn = (waiting.drawn,) if waiting.drawn else ()
    outside = (*waiting.elsewhere, *drawn)
    yield from hand_problems(waiting.concealed, waiting.melds, rules, outside, at_turn=waiting.drawn is None)
    draw = replace(waiting.situation, by="tsumo")
    yield from situation_problems(draw, rules, circumstances_of(without_win(waiting.melds), draw, rules))
    if waiting.claimed is not None and waiting.just_called is None:
        yield Message.of("claimed_not_in_meld", tile=waiting.claimed).at(keys.CLAIMED.name)
    elif waiting.claimed is not None and concealed != waiting.size + 1:
        yield Message("claimed_without_turn").at(keys.CLAIMED.name)


def hand_problems(
    concealed: Sequence[Tile],
    melds: Sequence[Meld],
    rules: RuleSet,
    outside: Iterable[Tile] = (),
    *,
    at_turn: bool = True,
) -> Iterator[Message]:
    """Problems of the tiles: invalid melds, a wrong number of tiles, impossible tiles.

    `outside` are the visible tiles elsewhere; `at_turn` allows one tile more than a waiting hand has.

    >>> [each.code for each in hand_problems(("1m",) * 5, (), load_rules("ema-2025"))]
    ['wrong_tile_count', 'five_of_a_tile']
    """
    for at, meld in enumerate(melds):
        yield from (each.at(f"{keys.MELDS.name}[{at}]") for each in meld_problems(meld, rules))
    size = HAND_SIZE - 3 * len(melds)
    if size < 1 or not size <= len(concealed) <= size + at_turn:
        yield wrong_tile_count(len(concealed), len(melds))
    visible = (*concealed, *_in(melds), *outside)
    if count(visible) + beyond_the_set(rules) & HIGHEST_OF_EACH:
        yield from wrong_tiles(visible, rules)


def _in(melds: Iterable[Meld]) -> Iterator[Tile]:
    return (tile for meld in melds for tile in meld.tiles)
