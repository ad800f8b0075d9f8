"""A tenpai hand: its waits and what each is worth, furiten, and the allowed quads."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from yakulens.hand import BeforeWin, checked_melds, checked_tiles, contract_keys
from yakulens.notebook import page, table, text
from yakulens.rulebook import chosen
from yakulens.scorer.contract.hand_json import melds_to_json
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.text import waiting_lines
from yakulens.scorer.contract.waits_json import waits_json
from yakulens.scorer.errors import InputError
from yakulens.scorer.meld import Meld
from yakulens.scorer.notation import split
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import Tile


class Seen(BeforeWin, total=False):
    """What the player of a waiting hand sees, as keyword arguments named as in the contract.

    Beside the attributes below these are the ones of `HowWon` that can be said before the win: `seat`,
    `round`, `riichi`, `ippatsu`, `last_tile`, `first_turn`, `dora_indicators`, `ura_indicators`,
    `north_dora`, `honba` and `bonus_hand`.

    Attributes:
        seen: every tile that lies open elsewhere; those that other arguments name may be among them.
        discards: the player's own discards, including those that others claimed.
        passed: discards of others that the player let pass.
        drawn: the tile just drawn after riichi, to get the allowed quads.
        claimed: the tile just claimed for the last set, to get the discards that swap-calling forbids.
        wall: number of tiles left to draw, to get whether riichi may be declared.
        points: the player's points, for the same purpose.

    >>> seen: Seen = {"discards": "9p", "dora_indicators": "4s"}
    >>> [(wait.tile, wait.by_ron) for wait in waits("234567m234p6788s", **seen).waits]
    [('5s', 3900), ('8s', 2000)]
    """

    seen: str | Sequence[str]
    discards: str | Sequence[str]
    passed: str | Sequence[str]
    drawn: str
    claimed: str
    wall: int
    points: int


@dataclass(frozen=True, slots=True)
class Wait:
    """One tile that would complete the hand.

    Attributes:
        tile: the tile.
        left: how many of it are not visible yet.
        by_ron: points for a win on a discard; 0 if that is not allowed.
        by_tsumo: points for a win by self-draw; 0 if that is not allowed.
    """

    tile: Tile
    left: int
    by_ron: int
    by_tsumo: int


@dataclass(frozen=True, slots=True)
class Waits:
    """What a hand waits for.

    Attributes:
        tenpai: whether one more tile completes the hand, or, on the player's own turn, some discard leaves
            such a hand.
        waits: each tile that would complete it.
        furiten: whether the hand may not win on a discard.
        furiten_tiles: the discards that cause furiten.
        by_discard: on the player's own turn, each discard that leaves a tenpai hand, with its waits.

    >>> found = waits("234567m234p6788s", discards="9p")
    >>> [(wait.tile, wait.left, wait.by_ron) for wait in found.waits]
    [('5s', 4, 2000), ('8s', 2, 2000)]
    """

    tenpai: bool
    waits: tuple[Wait, ...]
    furiten: bool
    furiten_tiles: tuple[Tile, ...]
    by_discard: Mapping[Tile, tuple[Tile, ...]] = field(hash=False)
    _answer: Mapping[str, Any] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The contract's JSON, as `yakulens waits --json` prints it.

        >>> waits("234567m234p6788s").to_json()["outcome"]
        'tenpai'
        """
        return copy.deepcopy(dict(self._answer))

    def __str__(self) -> str:
        """The waits in words, as `yakulens waits --text` prints them."""
        return "\n".join(waiting_lines(self._answer))

    def _repr_html_(self) -> str:
        """The waits as HTML for a notebook."""
        rows = [(each.tile, each.left, each.by_ron, each.by_tsumo) for each in self.waits]
        shown = table([("tile", "left", "by ron", "by tsumo"), *rows]) if rows else ""
        first, *rest = waiting_lines(self._answer)
        return page(first, shown, text(rest))


def waits(
    hand: str,
    rules: str | Path | RuleSet = DEFAULT_RULES,
    *,
    melds: Iterable[Meld] = (),
    **seen: Unpack[Seen],
) -> Waits:
    """Compute what a hand of 13 tiles waits for; 14 tiles mean the player's own turn.

    Args:
        hand: the tiles in notation, such as `234567m67s88s [555z]`.
        rules: a rule set, its name, or the path of a TOML file.
        melds: further melds.
        seen: what else the player sees, see `Seen`.

    Raises:
        InputError: the hand is impossible, or the rule set does not exist.

    >>> waits("234567m234p6788s", discards="5s").furiten
    True
    """
    typed = split(checked_tiles(hand))
    if typed.win is not None:
        message = f"+{typed.win}: a waiting hand has no winning tile yet; use score() for a hand that has won"
        raise InputError(message)
    further = checked_melds(melds)
    tiles = {"concealed": list(typed.concealed), "melds": melds_to_json((*typed.melds, *further))}
    answer = waits_json(tiles | contract_keys(seen, ("rules", "melds"), Seen), chosen(rules))
    if answer["outcome"] == "invalid":
        raise InputError("; ".join(problem["message"] for problem in answer["problems"]))
    return Waits(
        tenpai=answer["tenpai"],
        waits=tuple(
            Wait(each["tile"], each["left"], each["ron"]["value"], each["tsumo"]["value"])
            for each in answer["waits"]
        ),
        furiten=answer["furiten"],
        furiten_tiles=tuple(answer["furiten_tiles"]),
        by_discard={each["discard"]: tuple(each["waits"]) for each in answer.get("by_discard", ())},
        _answer=answer,
    )
