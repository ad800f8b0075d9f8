"""Load rule sets from TOML: values with the sections that they come from.

A rule set file has `name`, `title` and `cite` (how its sections are cited). It may have `extends = "..."` and
`penalties = "..."` (the book of its penalties, `scorer.rules.penalties`). Each value is given with its
source, `kiriage_mangan = { value = true, section = "4.1.2", note = "..." }`, or without one,
`kiriage_mangan = true`. If a text has rules for single cases, a source also names their sections:
`sections = { tsumo = "3.5.4" }`. The tables `[fu]`, `[payment]`, `[limits]` and `[yaku]` hold the rest in the
same way; a yaku is `{ closed = 2, open = 1, section = "..." }`, `{ yakuman = 1, section = "..." }`, or
`{ absent = true, section = "..." }`. If nothing is paid in chips, the table `[chips]` is missing, or is
`{ absent = true }` with its source. An unknown key or value is refused, and the message lists the allowed
ones. A house rule (`HOUSE_RULES`) that no file states is `absent`.
"""

import functools
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from yakulens.scorer.errors import brief, nearest
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
    Switch,
    YakuValue,
)
from yakulens.scorer.toml_file import TomlError, read_toml
from yakulens.scorer.vocabulary import Limit
from yakulens.scorer.yaku import YAKU_IDS

BUILT_IN: Final = (
    "ema-2025",
    "ema-2016",
    "wrc-2025",
    "wrc-2015",
    "wdmc-2019",
    "wdmc-2019-3p",
    "rcr",
    "tenhou",
    "tenhou-3p",
    "mahjong-soul",
    "mahjong-soul-3p",
    "m-league",
    "jpml-a",
)
OWN_RULES_VARIABLE: Final = "YAKULENS_RULES"
"""Environment variable with rule files offered besides the built-in sets, so that every process of a server
has the same ones: paths of TOML files, separated by the system's path separator."""
MOST_EXTENDED: Final = 16
"""Maximum length of a chain of rule sets that extend one another."""
_BRIEF: Final = 60
HEAD: Final = ("name", "title", "cite", "extends", "inherited", "penalties", "newer")
"""The keys of a rule set file beside its rules."""
_NAMED: Final = ("name", "title", "cite", "penalties", "newer")
_SOURCE_KEYS: Final = ("section", "note", "sections")
_HOUSE_RULE: Final = "house rule"
INHERITED: Final = "no text read says otherwise; there: "
"""The beginning of a note on a value taken over from another book; that value's section and note follow."""
_NO_HOUSE_RULE: Final = "a house rule that no book has"
_WITHOUT_CHIPS: Final = "nothing is said of chips, so there are none"


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs between two rule sets: its dotted key, both values as text, their sources."""

    key: str
    left: str
    right: str
    left_source: Source
    right_source: Source


def load_rules(name: str | Path, overrides: Mapping[str, object] | None = None) -> RuleSet:
    """Load a rule set by name, or a custom one by the path of its TOML file.

    Args:
        name: one of `BUILT_IN`, a name of `own_files`, or a path ending in `.toml`.
        overrides: house rules on top: any key of a rule set file, tables nested (`{"yaku": {...}}`) or dotted
            (`{"yaku.renhou": {...}}`, `{"fu.open_pinfu": 0}`).

    Raises:
        RulesError: unknown rule set, unreadable file, unknown key or value; the message lists the allowed
            ones.

    >>> load_rules("ema-2025").kiriage_mangan
    True
    >>> load_rules("ema-2025", {"kiriage_mangan": False}).kiriage_mangan
    False
    """
    place = str(name)
    if place not in BUILT_IN:
        place = own_files().get(place, place)
    if not overrides:
        return _load(place)
    try:
        text = json.dumps(overrides, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"rule_overrides: {error}"
        raise RulesError(message) from error
    return _load_with(place, text)


def own_files() -> Mapping[str, str]:
    """The path of each offered rule file, by name; unreadable files are left out."""
    return _by_name(os.environ.get(OWN_RULES_VARIABLE, ""))


def name_of(path: str) -> str:
    """The name of a rule file: its `name`, or that of the file.

    Raises:
        TomlError: the file cannot be read, or is not TOML.
    """
    return str(read_toml(path).get("name") or Path(path).stem)


def values_of(rules: RuleSet) -> Iterator[tuple[str, object, Source]]:
    """Every value of a rule set in file order: dotted key, value, source."""
    tables: dict[str, Mapping[str, object]] = {
        "chips": asdict(rules.chips),
        "fu": rules.fu,
        "payment": asdict(rules.payment),
        "limits": {step.name: {"han": step.han, "base": step.base} for step in rules.limits},
        "yaku": rules.yaku,
    }
    for key in SWITCHES:
        yield key, getattr(rules, key), rules.sources[key]
    for table, keys in TABLES.items():
        for key in keys:
            yield f"{table}.{key}", tables[table].get(key), rules.sources[f"{table}.{key}"]


def editions_with_penalties(rules: RuleSet) -> tuple[RuleSet, ...]:
    """Other editions of the same body's rules with a book of penalties, if this one has none."""
    if rules.penalties:
        return ()
    rule_sets = [load_rules(name) for name in BUILT_IN]
    editions = (each for each in rule_sets if each.newer == rules.name or rules.newer == each.name)
    return tuple(each for each in editions if each.penalties)


def diff(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """The values that differ between two rule sets, in file order.

    >>> (found,) = diff(load_rules("ema-2025"), load_rules("ema-2025", {"kiriage_mangan": False}))
    >>> found.key, found.left, found.right, found.left_source.cite
    ('kiriage_mangan', 'yes', 'no', 'EMA 2025 4.1.2')
    """
    return tuple(
        Difference(key, show(left_value), show(right_value), source, right_source)
        for (key, left_value, source), (_, right_value, right_source) in zip(
            values_of(left), values_of(right), strict=True
        )
        if left_value != right_value
    )


def show(value: object) -> str:
    """A rule's value as text."""
    match value:
        case None:
            return "not in these rules"
        case bool():
            return "yes" if value else "no"
        case YakuValue():
            return value.words()
        case tuple():
            return " ".join(show(each) for each in value) or "none"
        case dict():
            return " ".join(f"{key} {show(each)}" for key, each in value.items())
        case _:
            return str(value) or "none"


@functools.lru_cache(maxsize=16)
def _by_name(listed: str) -> Mapping[str, str]:
    paths: dict[str, str] = {}
    for path in filter(None, listed.split(os.pathsep)):
        try:
            paths.setdefault(name_of(path), path)
        except TomlError:
            continue
    return MappingProxyType(paths)


@functools.cache
def _load(name: str) -> RuleSet:
    tree = _merged(name, ())
    try:
        return _build(tree)
    except RulesError as error:
        raise RulesError(name, error) from error


@functools.lru_cache(maxsize=256)
def _load_with(name: str, overrides: str) -> RuleSet:
    _load(name)  # the message about a fault of the file itself names the file
    tree = _merged(name, ())
    house = _undotted(json.loads(overrides))
    if "extends" in house:
        message = "rule_overrides: 'extends' belongs in a rule set file; name what it extends as the rules"
        raise RulesError(message)
    _merge(tree, house, "rule_overrides")
    return _build(tree)


def _merged(name: str, path: tuple[str, ...]) -> dict[str, Any]:
    """The tree of a file merged over the tree that it extends."""
    changes = _read_file(name)  # first, because a message can only name the place of a readable file
    place = str(Path(name).resolve()) if name.endswith(".toml") else name
    if place in path:
        raise RulesError(name, f"rule sets extend each other in a circle of {len(path) - path.index(place)}")
    if len(path) == MOST_EXTENDED:
        raise RulesError(name, f"more than {MOST_EXTENDED} rule sets extend one another")
    tree = _merged(_extended(changes, name), (*path, place)) if "extends" in changes else {}
    if "extends" in changes:  # it must not take the name of the set that it extends
        tree["name"] = tree["title"] = Path(name).stem
        tree.pop("newer", None)
    if "inherited" in changes:
        tree = _inherited(tree, str(changes.get("cite", "")), str(changes["inherited"]))
    _merge(tree, changes, name)
    return tree


def _inherited(tree: Mapping[str, Any], book: str, section: str) -> dict[str, Any]:
    """Another book's values for a book that says nothing else about them."""
    switches = {key: _taken_over(tree[key], book, section) for key in tree.keys() & SWITCHES.keys()}
    tables = {
        table: {key: _taken_over(entry, book, section) for key, entry in tree[table].items()}
        for table in tree.keys() & TABLES.keys()
    }
    return {**tree, **switches, **tables}


def _taken_over(entry: Mapping[str, Any], book: str, section: str) -> dict[str, Any]:
    origin = ", ".join(part for part in (entry["section"], entry["note"]) if part)
    return {**entry, "book": book, "section": section, "note": INHERITED + origin, "sections": {}}


def _extended(tree: Mapping[str, Any], name: str) -> str:
    """The rule set that a file extends; a path is relative to the file's folder."""
    base = str(tree["extends"])
    if base.endswith(".toml"):
        return str(Path(name).parent / base)
    if base not in BUILT_IN:
        raise RulesError(name, f"extends: {_unknown(base, BUILT_IN)}")
    return base


def _unknown(name: str, names: tuple[str, ...]) -> str:
    """The sentence about a name that no rule set has, with the names to choose from."""
    choice = f"{_did_you_mean(name, names)}choose {', '.join(names)}, or the path of a .toml file"
    return f"no rule set '{brief(name, _BRIEF)}': {choice}"


def _read_file(name: str) -> dict[str, Any]:
    if name in BUILT_IN:
        name = str(Path(__file__).parent / "sets" / f"{name}.toml")
    elif not name.endswith(".toml"):
        raise RulesError(_unknown(name, (*BUILT_IN, *own_files())))
    try:
        return read_toml(name)
    except TomlError as error:
        raise RulesError(str(error)) from error


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    """The question whether the nearest name is meant; empty if none is near."""
    near = nearest(name, known)
    return f"did you mean {near}? " if near else ""


def _undotted(tree: Mapping[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for key, value in tree.items():
        table, dot, subkey = key.partition(".")
        if dot and table in TABLES and isinstance(nested.setdefault(table, {}), dict):
            nested[table][subkey] = value
        else:
            nested[key] = value
    return nested


def _merge(tree: dict[str, Any], changes: Mapping[str, Any], where: str) -> None:
    """Merge one file's values into a tree, and refuse unknown keys."""
    book = str(changes.get("cite", ""))
    for key, value in changes.items():
        if key in TABLES:
            if not isinstance(value, dict):
                raise RulesError(where, f"'{key}' is a table of {', '.join(TABLES[key])}")
            values = _chips(value) if key == "chips" else value
            _check_keys(values, TABLES[key], f"{where}: {key}")
            tree.setdefault(key, {}).update(
                {name: _entry(each, key, book, where) for name, each in values.items()}
            )
        elif key in HEAD:
            tree[key] = value
        else:
            _check_keys({key}, (*HEAD, *SWITCHES, *TABLES), where)
            tree[key] = _entry(value, key, book, where)


def _chips(table: dict[str, Any]) -> dict[str, Any]:
    """The table of chips with every value, also if it only says that there are no chips."""
    if table.get("absent") is not True:
        return table
    source = {key: value for key, value in table.items() if key != "absent"}
    return {key: {"value": value, **source} for key, value in asdict(NO_CHIPS).items()}


def _check_keys(keys: Iterable[str], allowed: tuple[str, ...], where: str) -> None:
    for key in keys:
        if key not in allowed:
            hint = _did_you_mean(key, allowed)
            shown = brief(key, _BRIEF)
            raise RulesError(where, f"unknown key '{shown}'; {hint}allowed: {', '.join(allowed)}")


def _entry(value: object, table: str, book: str, where: str) -> dict[str, Any]:
    """A value with its source, from either notation."""
    if table == "yaku" and value is False:
        value = {"absent": True}
    if not isinstance(value, dict):
        return {"value": value, "book": book, "section": "", "note": _HOUSE_RULE}
    allowed = YAKU_SWITCHES if table == "yaku" else STEP_SWITCHES if table == "limits" else ("value",)
    _check_keys(value, (*allowed, *_SOURCE_KEYS), f"{where}: {table}")
    section = str(value.get("section", ""))
    note = str(value.get("note", "" if section else _HOUSE_RULE))
    if not isinstance(value.get("sections", {}), dict):
        raise RulesError(where, f"{table}: 'sections' is a table of cases, each with its section")
    return {**value, "book": book, "section": section, "note": note}


def _build(tree: Mapping[str, Any]) -> RuleSet:
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
    switches = [name for name in entry if name not in ("book", *_SOURCE_KEYS)]
    _check_keys(switches, tuple(YAKU_SWITCHES), f"yaku.{key}")
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
