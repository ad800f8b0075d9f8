"""How a hand was won, as declared, and which further choices that excludes, with reasons. Pure."""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self, get_args

from yakulens.scorer.contract.answer import picked
from yakulens.scorer.contract.keys import MOST_COUNTERS
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.judge.check import MOST_INDICATORS
from yakulens.scorer.judge.possible import FLAGS, ruled_out, without_win
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import By, Riichi, Seat
from yakulens.vision.desk import Desk
from yakulens.vision.labels import FACES

Impossible = dict[str, Message]
"""Impossible choices, as ``"field:value"`` or a flag's name, each with the scorer's reason."""


Fact = Literal["by", "seat", "round", "discarder", "riichi", "dora", "ura"]
"""The questions about a win, in order; the dora and ura indicators lie on the desk."""
FACTS: Final[tuple[Fact, ...]] = get_args(Fact)

RIICHI_WAYS: Final[dict[str, tuple[Riichi, bool]]] = {
    "none": ("none", False),
    "riichi": ("riichi", False),
    "riichi_ippatsu": ("riichi", True),
    "double": ("double", False),
    "double_ippatsu": ("double", True),
}
"""By the page's choice: riichi, and whether ippatsu too."""
MOST_OF: Final = {
    "honba": MOST_COUNTERS,
    "deposits": MOST_COUNTERS,
    "north_dora": 4,
    "bonus_hand": MOST_COUNTERS,
}
"""By field of `WinFacts`, the greatest number that can be said of it; the least is 0."""


@dataclass(frozen=True, slots=True)
class WinFacts:
    """How a person says that the hand was won, in the contract's words.

    ``liable`` is the seat that fed a yakuman, ``rules`` the name of the rule set; the other fields mean the
    same as in ``scorer.hand.Situation``. ``by`` and ``seat`` are None until somebody says them. ``said``
    names the facts that somebody has stated; the page marks all others as presumed. ``dora_of`` and
    ``ura_of`` count the tiles that could be indicators when somebody said that no (other) one is: once there
    are more, the statement does not cover them all.
    """

    by: By | None = None
    seat: Seat | None = None
    round: Seat = "east"
    discarder: Seat | None = None
    riichi: Riichi = "none"
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    win_apart: bool = True
    honba: int = 0
    deposits: int = 0
    north_dora: int = 0
    bonus_hand: int = 0
    liable: Seat | None = None
    rules: str = "ema-2025"
    dora_of: int = MOST_INDICATORS
    ura_of: int = MOST_INDICATORS
    said: tuple[str, ...] = ()

    def saying(self, *facts: Fact, **changes: Any) -> Self:  # noqa: ANN401 - the fields' own types
        """These facts with more that somebody declares: new values of fields, or that there is no dora.

        >>> WinFacts().saying("dora", by="ron", discarder=None).said
        ('by', 'discarder', 'dora')
        """
        return replace(self, **changes, said=tuple(sorted({*self.said, *facts, *changes})))

    def to_json(self) -> dict[str, Any]:
        """The part of the contract's Hand that holds the situation."""
        hand = picked(self, "rules", "by", "round", "riichi", "honba", "deposits", "win_apart")
        optional = picked(self, "seat", *FLAGS, "north_dora", "bonus_hand", "discarder")
        return hand | {key: value for key, value in optional.items() if value}

    def to_scorer(self) -> Situation:
        """The scorer's situation: the dealer's self-draw until somebody says how the hand was won.

        >>> WinFacts(seat="south", riichi="riichi").to_scorer().by
        'tsumo'
        """
        shared = picked(self, "round", "riichi", *FLAGS, "north_dora", "discarder")
        return Situation(self.by or "tsumo", self.seat or "east", **shared)

    def for_next_hand(self) -> Self:
        """What the next hand at the table probably shares: round, counters, sticks and rules.

        The page asks again who won it.
        """
        said = tuple(field for field in self.said if field == "round")
        return type(self)(**picked(self, "round", "honba", "deposits", "rules"), said=said)


def impossible(declared: WinFacts, desk: Desk) -> Impossible:
    """The choices that contradict what has been said of a hand, as far as its tiles are known.

    >>> from yakulens.vision.desk.typed import hand
    >>> banned = impossible(WinFacts("tsumo", "south"), hand("345678m44p67s +5s [234p]"))
    >>> banned["riichi:riichi"].code, banned["chankan"].code
    ('riichi_open_hand', 'chankan_by_tsumo')
    """
    rules = load_rules(declared.rules)
    return {
        choice.field if choice.value is True else f"{choice.field}:{choice.value}": choice.reason
        for choice in ruled_out(_hand(desk), declared.to_scorer(), rules, declared.by)
        if choice.value is not None
    }


def _hand(desk: Desk) -> Hand:
    """The hand as far as its tiles are known; without a winning tile, only its melds."""
    melds = tuple(Meld(meld.kind, faces) for meld in desk.melds if (faces := _known(desk.faces(meld.tiles))))
    win = _known([desk.face(desk.win)]) if desk.win is not None else ()
    if not win:
        return without_win(melds)
    return Hand(_known(desk.faces(desk.concealed)), win[0], melds)


def _known(faces: list[str]) -> tuple[str, ...]:
    return tuple(face for face in faces if face in FACES)


def effective(declared: WinFacts, desk: Desk) -> tuple[WinFacts, Impossible]:
    """The declared facts without the impossible ones, and the choices that are then ``impossible``.

    While a correction of the hand rules out an earlier choice, that choice neither applies nor counts as
    said. It applies again once nothing rules it out, as long as ``declared`` itself is kept.
    """
    banned = impossible(declared, desk)
    while (possible := _without(declared, banned)) != declared:
        declared, banned = possible, impossible(possible, desk)
    return declared, banned


def _without(declared: WinFacts, banned: Impossible) -> WinFacts:
    """The facts without banned ones; flags go one at a time, as without one the next may be possible."""
    by_draw = declared.by != "ron"
    defaults: dict[str, tuple[bool, Any]] = {
        "seat": (f"seat:{declared.seat}" in banned, None),
        "round": (f"round:{declared.round}" in banned, "east"),
        "riichi": (f"riichi:{declared.riichi}" in banned, "none"),
        "discarder": (by_draw or f"discarder:{declared.discarder}" in banned, None),
        "liable": (declared.liable is not None and declared.liable == declared.seat, None),
        "win_apart": (declared.by == "ron" and not declared.win_apart, True),
    }
    changes = {field: default for field, (is_banned, default) in defaults.items() if is_banned}
    flags = [flag for flag in FLAGS if flag in banned and getattr(declared, flag)]
    if flags and _retracted(declared, changes) == declared:
        changes = {flags[-1]: False}
    return _retracted(declared, changes)


def _retracted(declared: WinFacts, changes: dict[str, Any]) -> WinFacts:
    """The facts with some fields back at their defaults, which then no longer count as said."""
    return replace(declared, **changes, said=tuple(fact for fact in declared.said if fact not in changes))
