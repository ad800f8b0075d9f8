"""A finished hand with everything its score depends on, except the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

from yakulens.notebook import page
from yakulens.scorer import hand as scorer_hand
from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import FormField, quoted, unknown_key
from yakulens.scorer.contract.hand_json import Case, case_from_json, hand_to_json
from yakulens.scorer.errors import InputError
from yakulens.scorer.hand import Liable, Situation
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.notation import winning_hand
from yakulens.scorer.tile import KIND, Tile, compact
from yakulens.scorer.vocabulary import By, Riichi, Seat


class BeforeWin(TypedDict, total=False):
    """What can be said of a hand before its winning tile has come; `HowWon` describes each."""

    seat: Seat
    round: Seat
    riichi: Riichi | bool
    ippatsu: bool
    last_tile: bool
    first_turn: bool
    dora_indicators: str | Sequence[str]
    ura_indicators: str | Sequence[str]
    north_dora: int
    honba: int
    bonus_hand: int


class HowWon(BeforeWin, total=False):
    """How a hand was won, as keyword arguments named as in the contract's Hand.

    Attributes:
        seat: the winner's wind, south by default. East deals.
        round: the round wind, east by default.
        riichi: whether riichi was declared; `"double"` for a double riichi.
        ippatsu: won within a turn after riichi without a call in between.
        rinshan: won on the replacement tile after a quad or a north set aside.
        chankan: won by robbing a quad.
        last_tile: won on the last tile of the wall, or on the discard after it.
        first_turn: won in the first uninterrupted turn.
        dora_indicators: the indicators turned over, such as `"3p5z"`.
        ura_indicators: the indicators under them; they count after riichi.
        north_dora: number of norths set aside (three players).
        honba: counters on the table.
        deposits: riichi sticks on the table.
        bonus_hand: the dealer's bonus hand number (paarenchan).
        discarder: who discarded the winning tile.
        liable: who fed the last set of a yakuman, and which yakuman.
        win_apart: False if the self-drawn tile was not kept apart from the hand.
    """

    rinshan: bool
    chankan: bool
    deposits: int
    discarder: Seat
    liable: Liable
    win_apart: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A finished hand: its tiles, and how it was won.

    Attributes:
        concealed: the tiles in the hand, without the winning tile.
        win: the winning tile.
        melds: called sets and declared quads.
        situation: how, where and when the hand was won.
        calls_in_order: whether `melds` are in the order in which they were called, which tells who may be
            liable for a yakuman. Melds from a photo are not.
        tiles: the tiles alone, as the scorer expects them.

    >>> hand = Hand.of("345678m44p67s +5s [234p]", won="ron", seat="west", dora_indicators="3m")
    >>> hand.win, hand.melds[0].kind, hand.situation.by
    ('5s', 'chi', 'ron')
    >>> print(hand)
    345678m44p67s +5s [234p], ron, west seat, east round
    """

    concealed: tuple[Tile, ...]
    win: Tile
    melds: tuple[Meld, ...]
    situation: Situation
    calls_in_order: bool = True
    tiles: scorer_hand.Hand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Add the tiles up for the scorer, once for all scores.

        Raises:
            KeyError: one of the tiles is not a tile.
        """
        tiles = scorer_hand.Hand(self.concealed, self.win, self.melds, self.calls_in_order)
        object.__setattr__(self, "tiles", tiles)

    @classmethod
    def of(
        cls, tiles: str, *, won: By, win: str | None = None, melds: Iterable[Meld] = (), **how: Unpack[HowWon]
    ) -> Hand:
        """Make a hand from notation: `345678m44p67s +5s [234p] (1111z)`.

        `[..]` is a called set, `(..)` a closed quad, and `+` marks the winning tile. Without `+` and `win`,
        the last tile of a complete hand is the winning tile.

        Args:
            tiles: the hand in this notation.
            won: `"ron"` on a discard, `"tsumo"` by self-draw.
            win: the winning tile.
            melds: further melds, such as those with a known discarder.
            how: everything else known about the win, see `HowWon`.

        Raises:
            InputError: the text is no hand, or an argument about the win is invalid.

        >>> Hand.of("22334455667788m", won="tsumo", riichi=True).win
        '8m'
        """
        said = contract_keys(how, ("won", "win", "melds"))
        check_win(won, win)
        typed = winning_hand(checked_tiles(tiles), win, checked_melds(melds))
        return cls.from_json(hand_to_json(typed) | {"by": won} | said)

    @classmethod
    def from_json(cls, hand: Mapping[str, Any]) -> Hand:
        """Make a hand from the contract's Hand; the rules that it may name are checked and dropped.

        Raises:
            InputError: some part is invalid.

        >>> Hand.from_json({"concealed": "345678m44p67s234p", "win": "5s", "by": "ron"}).situation.seat
        'south'
        """
        case = case_from_json(hand)
        if not isinstance(case, Case):
            raise InputError("; ".join(problem.text for problem in case))
        tiles = case.hand
        return cls(tiles.concealed, tiles.win, tiles.melds, case.situation, tiles.calls_in_order)

    def saying(self, *, won: By | None = None, **how: Unpack[HowWon]) -> Hand:
        """The same tiles, won differently; a win by self-draw drops the discarder.

        Raises:
            InputError: an argument about the win is invalid.

        >>> hand = Hand.of("22334455667788m", won="ron")
        >>> hand.saying(won="tsumo", riichi=True).situation.riichi
        'riichi'
        """
        said, changed = self.to_json(), contract_keys(how, ("won",))
        if won is not None:
            check_win(won)
            said["by"] = won
        if won == "tsumo":
            said.pop("discarder", None)
        told = Hand.from_json(said | changed)
        return replace(self, situation=told.situation)

    def to_json(self) -> dict[str, Any]:
        """The contract's Hand, without default values.

        >>> Hand.of("22334455667788m", won="ron", honba=1).to_json()["honba"]
        1
        """
        return hand_to_json(self.tiles, self.situation)

    def __str__(self) -> str:
        """The hand in notation, with how it was won."""
        sets = (
            f" ({compact(meld.tiles)})" if meld.kind == "closed_kan" else f" [{compact(meld.tiles)}]"
            for meld in self.melds
        )
        now = self.situation
        riichi = {"none": "", "riichi": ", riichi", "double": ", double riichi"}[now.riichi]
        won = f"{now.by}, {now.seat} seat, {now.round} round{riichi}"
        return f"{compact(self.concealed)} +{self.win}{''.join(sets)}, {won}"

    def _repr_html_(self) -> str:
        """The hand as HTML for a notebook."""
        return page(str(self))


def contract_keys(
    how: Mapping[str, Any], beside: tuple[str, ...] = (), known: type[BeforeWin] = HowWon
) -> dict[str, Any]:
    """Arguments about a win, under the contract's keys.

    Args:
        how: the arguments.
        beside: the function's other keyword arguments, which the message about an unknown one lists too.
        known: the type that names the allowed ones.

    Raises:
        InputError: an argument is unknown, such as a key of the contract that the function does not take.

    >>> contract_keys({"riichi": True, "liable": Liable("west", "daisangen"), "dora_indicators": ("3p",)})
    {'riichi': 'riichi', 'liable': {'seat': 'west', 'yaku': 'daisangen'}, 'dora_indicators': ['3p']}
    """
    allowed = tuple(known.__annotations__)
    unknown = [key for key in how if key not in allowed]
    if unknown:
        raise InputError(unknown_key(unknown[0], (*beside, *allowed)).at(unknown[0]).text)
    said: dict[str, Any] = {}
    for key, value in how.items():
        if isinstance(value, Liable):
            said[key] = {"seat": value.seat, "yaku": value.yaku}
        elif key == "riichi" and isinstance(value, bool):
            said[key] = "riichi" if value else "none"
        elif isinstance(value, tuple):
            said[key] = list(value)
        else:
            said[key] = value
    return said


def check_win(won: object, win: object = None) -> None:
    """Refuse arguments that say neither how a hand was won nor on which tile; None leaves the tile unsaid.

    Raises:
        InputError: `won` is no way to win, or `win` is not a tile.
    """
    problems: list[Message] = []
    keys.BY.kind.read(won, FormField("won", problems))
    if win is not None:
        keys.WIN.kind.read(win, FormField("win", problems))
    if problems:
        raise InputError(problems[0].text)


def checked_tiles(tiles: str) -> str:
    """The tiles of an argument in notation.

    Raises:
        InputError: they are no text.
    """
    if not isinstance(tiles, str):
        message = f"hand: {quoted(tiles)} is not tiles in notation, such as '345678m44p67s'"
        raise InputError(message)
    return tiles


def checked_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """The melds of an argument.

    Raises:
        InputError: one of them is no `Meld`, or a `Meld` whose tiles are no tuple of tiles.

    >>> checked_melds(["234p"])
    Traceback (most recent call last):
    yakulens.scorer.errors.InputError: melds: '234p' is not a Meld: write Meld.of('chi', '234p', 'left')
    """
    given = tuple(melds) if isinstance(melds, Iterable) else (melds,)
    for meld in given:
        if not (isinstance(meld, Meld) and isinstance(meld.tiles, tuple) and {*meld.tiles} <= KIND.keys()):
            message = f"melds: {quoted(meld)} is not a Meld: write Meld.of('chi', '234p', 'left')"
            raise InputError(message)
    return given
