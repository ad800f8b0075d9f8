"""Build a rule set from its tree (`scorer.rules.merge`): every value is checked, then frozen."""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

from yakulens.scorer.errors import brief
from yakulens.scorer.rules.merge import SOURCE_KEYS, check_keys
from yakulens.scorer.rules.penalties import BOOKS
from yakulens.scorer.rules.ruleset import (
    ABSENT,
    ALL_KEYS,
    CHIP_SWITCHES,
    FU_KEYS,
    FU_VALUE,
    HOUSE_RULES,
    LIMIT_KEYS,
    NO_CHIPS,
    PAYMENT_SWITCHES,
    STEP_SWITCHES,
    SWITCHES,
    TABLES,
    YAKU_SWITCHES,
    Chips,
    Payment,
    RulesError,
    RuleSet,
    Source,
    Step,
    YakuValue,
)
from yakulens.scorer.rules.switch import Switch
from yakulens.scorer.vocabulary import Limit
from yakulens.scorer.yaku import YAKU_IDS

_BRIEF: Final = 60
_NAMED: Final = ("name", "title", "cite", "penalties", "newer")
_NO_HOUSE_RULE: Final = "a house rule that no book has"
_WITHOUT_CHIPS: Final = "nothing is said of chips, so there are none"


def build(tree: Mapping[str, Any]) -> RuleSet:
    """Check every value and freeze the tree."""
    head: dict[str, Any] = {key: str(tree.get(key, "")) for key in _NAMED}
    if head["penalties"] and head["penalties"] not in BOOKS:
        message = f"penalties = {_brief(head['penalties'])}: allowed: {', '.join(BOOKS)}"
        raise RulesError(message)
    entries = {key: tree[key] for key in SWITCHES if key in tree}
    unsaid = {"book": head["cite"], "section": "", "note": _WITHOUT_CHIPS}
    entries = {key: unsaid | {"value": ABSENT, "note": _NO_HOUSE_RULE} for key in HOUSE_RULES} | entries
    entries |= {f"chips.{key}": unsaid | {"value": value} for key, value in asdict(NO_CHIPS).items()}
    for table, keys in TABLES.items():
        entries |= {f"{table}.{key}": tree.get(table, {})[key] for key in keys if key in tree.get(table, {})}
    missing = sorted(ALL_KEYS - entries.keys())
    if missing:
        first = ", ".join(missing[:5])
        message = f"no value for {first}; add it, or extend a rule set: extends = 'ema-2025'"
        raise RulesError(message)

    def read(key: str, switch: Switch) -> Any:  # noqa: ANN401 - the switch decides the type
        return _checked(key, entries[key].get("value"), switch)

    switches = {key: read(key, switch) for key, switch in SWITCHES.items()}
    yaku = {key: _yaku_value(key, entries[f"yaku.{key}"]) for key in YAKU_IDS}
    if not switches["open_tanyao"] and (tanyao := yaku["tanyao"]):
        yaku["tanyao"] = YakuValue(closed=tanyao.closed)
    _agree(switches)
    return RuleSet(
        **head,
        **switches,
        chips=Chips(**{key: read(f"chips.{key}", switch) for key, switch in CHIP_SWITCHES.items()}),
        fu=MappingProxyType({key: read(f"fu.{key}", FU_VALUE) for key in FU_KEYS}),
        payment=Payment(**{key: read(f"payment.{key}", switch) for key, switch in PAYMENT_SWITCHES.items()}),
        limits=tuple(_step(name, entries[f"limits.{name}"]) for name in LIMIT_KEYS),
        yaku=MappingProxyType({key: value for key, value in yaku.items() if value is not None}),
        sources=MappingProxyType(
            {
                key: Source(
                    str(entry["book"]),
                    str(entry["section"]),
                    str(entry["note"]),
                    tuple((case, str(section)) for case, section in entry.get("sections", {}).items()),
                )
                for key, entry in entries.items()
            }
        ),
    )


def _agree(switches: Mapping[str, Any]) -> None:
    """Refuse values that contradict each other.

    Raises:
        RulesError: the uma is for another number of players, or the noten penalty cannot be divided.
    """
    players = switches["players"]
    for key, rows in (("uma", [switches["uma"]]), ("uma_floating", switches["uma_floating"])):
        for row in rows:
            if len(row) != players:
                raise RulesError(key, f"{len(row)} values for {players} players; give one for each place")
    penalty = switches["noten_penalty"]
    for shares in range((players + 1) // 2, players):
        if penalty % shares:
            message = f"noten_penalty = {penalty}: {shares} players cannot share it in whole points"
            raise RulesError(message)


def _step(name: Limit, entry: Mapping[str, Any]) -> Step:
    at = f"limits.{name}"
    values = {key: _checked(f"{at}.{key}", entry.get(key), switch) for key, switch in STEP_SWITCHES.items()}
    return Step(name, **values)


def _yaku_value(key: str, entry: Mapping[str, Any]) -> YakuValue | None:
    switches = [name for name in entry if name not in ("book", *SOURCE_KEYS)]
    check_keys(switches, tuple(YAKU_SWITCHES), f"yaku.{key}")
    values = {
        name: _checked(f"yaku.{key}.{name}", entry[name], switch)
        for name, switch in YAKU_SWITCHES.items()
        if name in entry
    }
    if values.pop("absent", False):
        return None
    value = YakuValue(**values)
    if not (value.closed or value.yakuman):
        message = f"yaku.{key}: say what it is worth: closed (and open) han, yakuman, or absent = true"
        raise RulesError(message)
    if value.yakuman and (value.closed or value.open):
        message = f"yaku.{key}: it is worth han or yakuman, not both; leave out one of them"
        raise RulesError(message)
    return value


def _checked(key: str, value: object, switch: Switch) -> Any:  # noqa: ANN401 - the switch decides the type
    try:
        return switch.read(value)
    except ValueError as error:
        given = "has no value" if value is None else f"= {_brief(value)}"
        message = f"{key} {given}: allowed: {switch.allowed}"
        raise RulesError(message) from error


def _brief(value: object) -> str:
    """A value as it appears in a sentence, shortened."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of too many digits, a list too deep
        return f"that {type(value).__name__}"
    return brief(text, _BRIEF)
