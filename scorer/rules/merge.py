"""Read the files of a rule set into one tree: each merged over the one that it extends, every key known."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from yakulens.scorer.errors import brief, nearest
from yakulens.scorer.rules.offered import BUILT_IN, own_files
from yakulens.scorer.rules.ruleset import NO_CHIPS, STEP_SWITCHES, SWITCHES, TABLES, YAKU_SWITCHES, RulesError
from yakulens.scorer.toml_file import TomlError, own_document, read_toml

MOST_EXTENDED: Final = 16
"""Maximum length of a chain of rule sets that extend one another."""
HEAD: Final = ("name", "title", "cite", "extends", "inherited", "penalties", "newer")
"""The keys of a rule set file beside its rules."""
INHERITED: Final = "no text read says otherwise; there: "
"""The beginning of a note on a value taken over from another book; that value's section and note follow."""
SOURCE_KEYS: Final = ("section", "note", "sections")
_BRIEF: Final = 60
_HOUSE_RULE: Final = "house rule"


def merged(name: str, path: tuple[str, ...]) -> dict[str, Any]:
    """The tree of a file merged over the tree that it extends."""
    changes = _read_file(name)  # first, because a message can only name the place of a readable file
    place = str(Path(name).resolve()) if name.endswith(".toml") else name
    if place in path:
        raise RulesError(name, f"rule sets extend each other in a circle of {len(path) - path.index(place)}")
    if len(path) == MOST_EXTENDED:
        raise RulesError(name, f"more than {MOST_EXTENDED} rule sets extend one another")
    tree = merged(_extended(changes, name), (*path, place)) if "extends" in changes else {}
    if "extends" in changes:  # it must not take the name of the set that it extends
        tree["name"] = tree["title"] = Path(name).stem
        tree.pop("newer", None)
    if "inherited" in changes:
        tree = _inherited(tree, str(changes.get("cite", "")), str(changes["inherited"]))
    merge(tree, changes, name)
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
        return own_document(Path(__file__).parent / "sets" / f"{name}.toml")
    if not name.endswith(".toml"):
        raise RulesError(_unknown(name, (*BUILT_IN, *own_files())))
    try:
        return read_toml(name)
    except TomlError as error:
        raise RulesError(str(error)) from error


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    """The question whether the nearest name is meant; empty if none is near."""
    near = nearest(name, known)
    return f"did you mean {near}? " if near else ""


def undotted(tree: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides with a table for each dotted key, as in a file."""
    nested: dict[str, Any] = {}
    for key, value in tree.items():
        table, dot, subkey = key.partition(".")
        if dot and table in TABLES and isinstance(nested.setdefault(table, {}), dict):
            nested[table][subkey] = value
        else:
            nested[key] = value
    return nested


def merge(tree: dict[str, Any], changes: Mapping[str, Any], where: str) -> None:
    """Merge one file's values into a tree, and refuse unknown keys."""
    book = str(changes.get("cite", ""))
    for key, value in changes.items():
        if key in TABLES:
            if not isinstance(value, dict):
                raise RulesError(where, f"'{key}' is a table of {', '.join(TABLES[key])}")
            values = _chips(value) if key == "chips" else value
            check_keys(values, TABLES[key], f"{where}: {key}")
            tree.setdefault(key, {}).update(
                {name: _entry(each, key, book, where) for name, each in values.items()}
            )
        elif key in HEAD:
            tree[key] = value
        else:
            check_keys({key}, (*HEAD, *SWITCHES, *TABLES), where)
            tree[key] = _entry(value, key, book, where)


def _chips(table: dict[str, Any]) -> dict[str, Any]:
    """The table of chips with every value, also if it only says that there are no chips."""
    if table.get("absent") is not True:
        return table
    source = {key: value for key, value in table.items() if key != "absent"}
    return {key: {"value": value, **source} for key, value in asdict(NO_CHIPS).items()}


def check_keys(keys: Iterable[str], allowed: tuple[str, ...], where: str) -> None:
    """Refuse a key that is not allowed at a place, with the nearest one that is."""
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
    check_keys(value, (*allowed, *SOURCE_KEYS), f"{where}: {table}")
    section = str(value.get("section", ""))
    note = str(value.get("note", "" if section else _HOUSE_RULE))
    if not isinstance(value.get("sections", {}), dict):
        raise RulesError(where, f"{table}: 'sections' is a table of cases, each with its section")
    return {**value, "book": book, "section": section, "note": note}
