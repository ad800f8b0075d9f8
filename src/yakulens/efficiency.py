"""A hand before it wins: its distance from tenpai, and what each discard leaves."""

import copy
import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self, Unpack

from yakulens.hand import BeforeWin, checked_melds, checked_tiles, contract_keys
from yakulens.notebook import page, table, text
from yakulens.rulebook import chosen
from yakulens.scorer.contract.discards_json import discards_json, forms_json
from yakulens.scorer.contract.hand_json import melds_to_json
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.text import discard_lines
from yakulens.scorer.contract.waiting import hand_problems
from yakulens.scorer.counts import count, number_in
from yakulens.scorer.efficiency.discards import Advance
from yakulens.scorer.efficiency.distance import Distances, counted, distances, limits_of
from yakulens.scorer.errors import InputError
from yakulens.scorer.judge.check import HAND_SIZE, HIGHEST_OF_EACH, beyond_the_set
from yakulens.scorer.meld import Meld
from yakulens.scorer.notation import split
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import Tile

_SUIT: Final = re.compile("[0-9]+[mpsz]")


class SeenBefore(BeforeWin, total=False):
    """What the player of a hand sees before it wins, as keyword arguments named as in the contract.

    Beside the attributes below these are the ones of `HowWon` that can be said before the win, as in `Seen`.

    Attributes:
        seen: every tile that lies open elsewhere; those that other arguments name may be among them.
        discards: the player's own discards, including those that others claimed (furiten).
        passed: discards of others that the player let pass (furiten).
        claimed: the tile just claimed for the last set, which swap-calling may forbid to discard.
    """

    seen: str | Iterable[str]
    discards: str | Iterable[str]
    passed: str | Iterable[str]
    claimed: str


class Shanten(int):
    """The distance of a hand from tenpai: 0 is tenpai, -1 a complete hand. It is a whole number.

    Attributes:
        forms: the distance to each form; None for a form that melds exclude.

    >>> found = shanten("12446p112556s16z")
    >>> found == 3, found.forms
    (True, Distances(general=4, seven_pairs=3, thirteen_orphans=8))
    """

    forms: Distances

    @classmethod
    def of(cls, forms: Distances) -> Self:
        """The least of the distances by form."""
        found = cls(forms.least)
        found.forms = forms
        return found

    def to_json(self) -> dict[str, Any]:
        """The keys `shanten` and `forms` of the contract's JSON.

        >>> shanten("11p [234m] [456m] [111z] [222z]").to_json()["shanten"]
        -1
        """
        return {"shanten": int(self), "forms": forms_json(self.forms)}


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """One tile that would complete the hand, and what the others pay for it, without counters and sticks.

    Attributes:
        tile: the tile.
        left: how many of it are not visible yet.
        ron: what the discarder pays; 0 if a win on a discard is not allowed.
        tsumo: what each of the others pays, the smaller share first; none if it may not be won so.
    """

    tile: Tile
    left: int
    ron: int
    tsumo: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard, and the hand that it leaves.

    Attributes:
        tile: the tile.
        shanten: the distance from tenpai of the hand that is left.
        advances: the tiles that bring it down by one, each with how many are `left`.
        left: how many tiles advance the hand, together.
        waits: at tenpai each tile that would complete the hand.
        furiten: whether the hand may then not win on a discard.
    """

    tile: Tile
    shanten: int
    advances: tuple[Advance, ...]
    left: int
    waits: tuple[WaitWorth, ...]
    furiten: bool


@dataclass(frozen=True, slots=True)
class Discards:
    """A hand before it wins.

    Attributes:
        shanten: its distance from tenpai, with the distance to each form.
        advances: for 13 tiles (less 3 for each meld) the tiles that bring it down by one.
        waits: for such a hand at tenpai each tile that would complete it.
        furiten: whether such a hand may then not win on a discard.
        discards: for one more tile each discard, the best first: least distance, then most tiles left.

    >>> best = discards("123m456p678s1122z9p", dora_indicators="9m").discards[0]
    >>> best.tile, best.shanten, [(wait.tile, wait.ron) for wait in best.waits]
    ('9p', 0, [('1z', 2600), ('2z', 2600)])
    """

    shanten: Shanten
    advances: tuple[Advance, ...]
    waits: tuple[WaitWorth, ...]
    furiten: bool
    discards: tuple[Discard, ...]
    _answer: Mapping[str, Any] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The contract's JSON, as `yakulens discards --json` prints it.

        >>> discards("123m456p678s1122z9p").to_json()["shanten"]
        0
        """
        return copy.deepcopy(dict(self._answer))

    def __str__(self) -> str:
        """The hand in words, as `yakulens discards --text` prints it."""
        return "\n".join(discard_lines(self._answer))

    def _repr_html_(self) -> str:
        """The hand as HTML for a notebook."""
        rows = [
            (each.tile, each.shanten, each.left, " ".join(advance.tile for advance in each.advances))
            for each in self.discards
        ]
        shown = table([("discard", "shanten", "left", "advances"), *rows]) if rows else ""
        first, *rest = discard_lines(self._answer)
        return page(first, shown, "" if rows else text(rest))


def shanten(hand: str, rules: str | Path | RuleSet = DEFAULT_RULES, *, melds: Iterable[Meld] = ()) -> Shanten:
    """Compute how far a hand of 13 or 14 tiles, less 3 for each meld, is from tenpai.

    Args:
        hand: the tiles in notation, such as `234567m67s88s [555z]`.
        rules: a rule set, its name, or the path of a TOML file: three players lack some tiles.
        melds: further melds.

    Raises:
        InputError: the hand is impossible, or the rule set does not exist.

    >>> shanten("1134m268p355s67z8s")
    3
    """
    book = chosen(rules)
    counts = _counts_of_compact(hand) if isinstance(hand, str) and not melds else 0
    if (
        number_in(counts) in {HAND_SIZE, HAND_SIZE + 1}
        and not counts + beyond_the_set(book) & HIGHEST_OF_EACH
    ):
        return Shanten.of(distances(counts, 0, limits_of((), book)))
    concealed, sets = _tiles(hand, melds)
    if problems := [each.text for each in hand_problems(concealed, sets, book)]:
        raise InputError("; ".join(problems))
    return Shanten.of(distances(counted(concealed), len(sets), limits_of(sets, book)))


def _counts_of_compact(hand: str) -> int:
    """The counts of plain compact text, the quickest way to read many hands; 0 for any other text."""
    suits = _SUIT.findall(hand)
    try:
        return sum(map(_counts_of_suit, suits)) if sum(map(len, suits)) == len(hand) else 0
    except KeyError:
        return 0


@functools.lru_cache(maxsize=1 << 16)
def _counts_of_suit(tiles: str) -> int:
    """The counts of the tiles of a suit, such as `406m`.

    Raises:
        KeyError: one of them is not a tile.
    """
    return count(rank + tiles[-1] for rank in tiles[:-1])


def discards(
    hand: str,
    rules: str | Path | RuleSet = DEFAULT_RULES,
    *,
    melds: Iterable[Meld] = (),
    **seen: Unpack[SeenBefore],
) -> Discards:
    """Compare the discards of a hand of 14 tiles; of 13 tiles tell what advances them.

    Args:
        hand: the tiles in notation, such as `234567m67s88s9p [555z]`.
        rules: a rule set, its name, or the path of a TOML file.
        melds: further melds.
        seen: what else the player sees, see `SeenBefore`.

    Raises:
        InputError: the hand is impossible, or the rule set does not exist.

    >>> found = discards("12446p112556s16z", seen="11p")
    >>> [(each.tile, each.left) for each in found.advances[:2]]
    [('1p', 1), ('2p', 3)]
    """
    concealed, sets = _tiles(hand, melds)
    tiles = {"concealed": list(concealed), "melds": melds_to_json(sets)}
    answer = discards_json(tiles | contract_keys(seen, ("rules", "melds"), SeenBefore), chosen(rules))
    if answer["problems"]:
        raise InputError("; ".join(problem["message"] for problem in answer["problems"]))
    return Discards(
        Shanten.of(Distances(**answer["forms"])),
        *_hand_left(answer),
        discards=tuple(
            Discard(each["tile"], each["shanten"], advances, each["left"], waits, furiten)
            for each in answer["discards"]
            for advances, waits, furiten in [_hand_left(each)]
        ),
        _answer=answer,
    )


def _tiles(hand: str, melds: Iterable[Meld]) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """The concealed tiles and melds of a typed hand that has not won.

    Raises:
        InputError: it is no notation, or marks a winning tile.
    """
    typed = split(checked_tiles(hand))
    if typed.win is not None:
        message = f"+{typed.win}: a hand before it wins has no winning tile; use score() for one that has won"
        raise InputError(message)
    return typed.concealed, (*typed.melds, *checked_melds(melds))


def _hand_left(answer: Mapping[str, Any]) -> tuple[tuple[Advance, ...], tuple[WaitWorth, ...], bool]:
    """What a hand of 13 tiles may draw: its advances, its waits, and whether it is furiten."""
    advances = tuple(Advance(**each) for each in answer["advances"])
    waits = tuple(WaitWorth(**{**each, "tsumo": tuple(each["tsumo"])}) for each in answer.get("waits", ()))
    return advances, waits, answer.get("furiten", False)
