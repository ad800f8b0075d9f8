"""The contract's JSON: a Hand in, a Score out. Whatever comes in, an answer goes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorer import tile
from scorer.hand import Hand, Liable, Problem, Situation
from scorer.meld import Meld
from scorer.rules.load import load_rules
from scorer.rules.ruleset import RulesError, RuleSet
from scorer.scoring import Score, score
from scorer.tile import KINDS, Tile, TileError
from scorer.vocabulary import BYS, FROMS, MELD_KINDS, RIICHIS, SEATS, YAKU_IDS, Outcome

DEFAULT_RULES: Final = "ema-2025"
DEFAULT_SEAT: Final = "south"
DEFAULT_ROUND: Final = "east"
HAND_KEYS: Final = (
    "id",
    "rules",
    "rule_overrides",
    "concealed",
    "win",
    "by",
    "melds",
    "seat",
    "round",
    "riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "last_tile",
    "first_turn",
    "dora_indicators",
    "ura_indicators",
    "north_dora",
    "honba",
    "deposits",
    "bonus_hand",
    "discarder",
    "liable",
    "win_apart",
)
_MELD_KEYS: Final = ("kind", "tiles", "from")
_MELD_KEYS_OF_A_READING: Final = ("rotated", "backs", "ids")
_LIABLE_KEYS: Final = ("seat", "yaku")
_MOST: Final = 9_999
_SHORT: Final = 40


@dataclass(frozen=True, slots=True)
class Case:
    """A hand to be scored, as JSON gave it."""

    hand: Hand
    situation: Situation
    rules: RuleSet


def score_json(value: object) -> dict[str, Any]:
    """Score a Hand of the contract; never raises on what JSON can hold.

    >>> answer = score_json({"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"})
    >>> answer["outcome"], answer["han"], [row["id"] for row in answer["yaku"]]
    ('win', 3, ['menzen_tsumo', 'pinfu', 'tanyao'])
    >>> score_json([])["outcome"]
    'invalid'
    """
    case = case_from_json(value)
    name = value.get("id") if isinstance(value, Mapping) else None
    if isinstance(case, Case):
        return score_to_json(score(case.hand, case.situation, case.rules), name)
    return unscored(name, "invalid", case)


def case_from_json(value: object) -> Case | tuple[Problem, ...]:
    """A Hand of the contract as hand, situation and rule set, or everything that is wrong with its form."""
    if not isinstance(value, Mapping):
        return (Problem("not_an_object", f"a hand is an object, not {_kind_of(value)}"),)
    form = _Form(value)
    form.only(HAND_KEYS)
    rules = _rules(form)
    hand_parts = form.tiles("concealed"), form.one_tile("win"), _melds(form)
    by = form.word("by", BYS, None)
    situation = {
        "seat": form.word("seat", SEATS, DEFAULT_SEAT),
        "round": form.word("round", SEATS, DEFAULT_ROUND),
        "riichi": form.word("riichi", RIICHIS, "none"),
        **{name: form.flag(name) for name in ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")},
        "dora_indicators": form.tiles("dora_indicators", optional=True),
        "ura_indicators": form.tiles("ura_indicators", optional=True),
        **{name: form.number(name) for name in ("north_dora", "honba", "deposits", "bonus_hand")},
        "discarder": form.word("discarder", SEATS, None, optional=True),
        "liable": _liable(form),
        "win_apart": form.flag("win_apart", default=True),
    }
    if form.problems or rules is None:
        return tuple(form.problems)
    return Case(Hand(*hand_parts), Situation(by, **situation), rules)


def score_to_json(result: Score, name: object = None) -> dict[str, Any]:
    """A score as the contract's Score; `name` is the `id` of the hand."""
    answer = unscored(name, result.outcome, result.problems)
    reading = result.reading
    answer |= {
        "han": result.han,
        "fu": result.fu,
        "yakuman": result.yakuman,
        "limit": result.limit,
        "yaku": [
            {"id": row.id, "han": row.han, "yakuman": row.yakuman, "cite": row.cite} for row in result.yaku
        ],
        "dora": [{"id": row.id, "han": row.han} for row in result.dora],
        "fu_rows": [
            {"id": row.id, "fu": row.fu, "tiles": [KINDS[kind] for kind in row.kinds], "cite": row.cite}
            for row in result.fu_rows
        ],
        "base": result.base,
        "value": result.value,
        "payments": result.payments,
        "why_not": [{"id": miss.id, "because": miss.because, "cite": miss.cite} for miss in result.why_not],
    }
    if reading:
        answer["reading"] = {
            "pair": reading.pair,
            "sets": [list(tiles) for tiles in reading.sets],
            "wait": reading.wait,
        }
    return answer


@dataclass(slots=True)
class _Form:
    """Takes values out of an object, gathering what is wrong with them; `where` leads each sentence."""

    value: Mapping[str, Any]
    where: str = ""
    problems: list[Problem] = field(default_factory=list)

    def only(self, allowed: tuple[str, ...], silently: tuple[str, ...] = ()) -> None:
        """Refuse keys that the contract does not know."""
        for key in self.value:
            if key not in allowed and key not in silently:
                self._wrong("unknown_key", str(key), f"unknown; the keys are {', '.join(allowed)}")

    def word(self, key: str, allowed: tuple[str, ...], default: str | None, *, optional: bool = False) -> Any:  # noqa: ANN401 - one of `allowed`, a Literal type of the caller
        """One of some words."""
        given = self.value.get(key)
        if given is None:
            if default is None and not optional:
                self._wrong("missing_key", key, f"missing; say {' or '.join(allowed)}")
            return default
        if not isinstance(given, str) or given not in allowed:
            self._wrong("wrong_value", key, f"{_short(given)} is not one of {', '.join(allowed)}")
        return given

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        given = self.value.get(key, default)
        if given is None:
            return default
        if not isinstance(given, bool):
            self._wrong("wrong_type", key, f"{_short(given)} is not true or false")
        return bool(given)

    def number(self, key: str) -> int:
        """A whole number from 0 on."""
        given = self.value.get(key)
        if given is None:
            return 0
        if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= _MOST:
            self._wrong("wrong_type", key, f"{_short(given)} is not a whole number 0 to {_MOST}")
            return 0
        return given

    def tiles(self, key: str, *, optional: bool = False) -> tuple[Tile, ...]:
        """Tiles, as compact text or a list."""
        return self._tiles(key, optional=optional) or ()

    def one_tile(self, key: str) -> Tile:
        """Exactly one tile."""
        tiles = self._tiles(key, optional=False)
        if tiles is not None and len(tiles) != 1:
            self._wrong("not_one_tile", key, f"{len(tiles)} tiles where one is wanted")
        return tiles[0] if tiles else KINDS[0]

    def objects(self, key: str) -> list[Mapping[str, Any]]:
        """A list of objects."""
        given = self.value.get(key)
        if given is None:
            return []
        if not isinstance(given, list | tuple) or not all(isinstance(each, Mapping) for each in given):
            self._wrong("wrong_type", key, f"{_short(given)} is not a list of objects")
            return []
        return list(given)

    def inner(self, value: Mapping[str, Any], where: str) -> _Form:
        """The form of an object inside this one; it gathers into the same list."""
        return _Form(value, f"{self.where}{where}.", self.problems)

    def _tiles(self, key: str, *, optional: bool) -> tuple[Tile, ...] | None:
        given = self.value.get(key)
        if given is None:
            if optional:
                return ()
            self._wrong("missing_key", key, "missing; say the tiles, as in 406m11z")
        elif isinstance(given, str) or (
            isinstance(given, list | tuple) and all(isinstance(each, str) for each in given)
        ):
            try:
                return tile.parse(given)
            except TileError as error:
                self._wrong("not_a_tile", key, str(error))
        else:
            self._wrong("wrong_type", key, f"{_short(given)} is not tiles: write 406m11z or a list of tiles")
        return None

    def _wrong(self, code: str, key: str, text: str) -> None:
        self.problems.append(Problem(code, f"{self.where}{key}: {text}"))


def _rules(form: _Form) -> RuleSet | None:
    name, overrides = form.value.get("rules"), form.value.get("rule_overrides")
    if name is not None and not isinstance(name, str):
        form.problems.append(Problem("wrong_type", f"rules: {_short(name)} is not the name of a rule set"))
        return None
    if overrides is not None and not isinstance(overrides, Mapping):
        form.problems.append(Problem("wrong_type", f"rule_overrides: {_short(overrides)} is not an object"))
        return None
    try:
        return load_rules(DEFAULT_RULES if name is None else name, overrides)
    except RulesError as error:
        form.problems.append(Problem("unknown_rules", f"rules: {error}"))
        return None


def _melds(form: _Form) -> tuple[Meld, ...]:
    melds = []
    for at, value in enumerate(form.objects("melds")):
        inner = form.inner(value, f"melds[{at}]")
        inner.only(_MELD_KEYS, silently=_MELD_KEYS_OF_A_READING)
        kind = inner.word("kind", MELD_KINDS, None)
        melds.append(Meld(kind, inner.tiles("tiles"), inner.word("from", FROMS, None, optional=True)))
    return tuple(melds)


def _liable(form: _Form) -> Liable | None:
    given = form.value.get("liable")
    if given is None:
        return None
    if not isinstance(given, Mapping):
        form.problems.append(Problem("wrong_type", f"liable: {_short(given)} is not an object"))
        return None
    inner = form.inner(given, "liable")
    inner.only(_LIABLE_KEYS)
    return Liable(inner.word("seat", SEATS, None), inner.word("yaku", YAKU_IDS, None))


def unscored(name: object, outcome: Outcome, problems: Iterable[Problem]) -> dict[str, Any]:
    """The contract's Score that says nothing but its outcome and problems."""
    return {
        "id": name,
        "outcome": outcome,
        "problems": [{"code": each.code, "message": each.message} for each in problems],
        "han": None,
        "fu": None,
        "yakuman": 0,
        "limit": None,
        "yaku": [],
        "dora": [],
        "fu_rows": [],
        "reading": None,
        "base": 0,
        "value": 0,
        "payments": {},
        "why_not": [],
    }


def _short(value: object) -> str:
    """A value as it stands in a sentence."""
    text = value if isinstance(value, str) else repr(value)
    return f"'{text}'" if len(text) <= _SHORT else f"'{text[:_SHORT]}…'"


def _kind_of(value: object) -> str:
    return {list: "a list", str: "a text", bool: "true or false", type(None): "null"}.get(
        type(value), "a number"
    )
