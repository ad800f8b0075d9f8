"""Exports damaged at random, as data: cut, with other bytes, values of other kinds, odd words and paths.

`damaged_exports` gives each example as data (a kind and what is done to its files), so that a failure shrinks
to the one thing that matters; `laid_out` writes it into a folder.
"""

from __future__ import annotations

import json
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from tests.datasets.imports.exports import EXPORTS
from tests.datasets.imports.more_exports import MORE_EXPORTS

_WORDS: Final = (
    "nan", "-inf", "1e999", "1e308", "-1", "0", "9" * 400, "", " ", "\0", "..", "../../../../etc/passwd",
    "C:\\a.jpg", "a.jpg", "/dev/zero", "\ud7ff\n\r", "<", "&a;", "*a", "!!python/object/apply:os.system [id]",
)  # fmt: skip
_VALUES: Final[tuple[Any, ...]] = (
    None, True, -1, 0.5, 10**400, 1e308, float("nan"), float("inf"), [], {}, [[]], [None], {"": []}, *_WORDS,
)  # fmt: skip


_KINDS: Final = EXPORTS | MORE_EXPORTS


class Damage(NamedTuple):
    """What is done to a file: ``cut``, ``bytes``, ``word`` or ``value``; where (0..1); what is put there."""

    kind: str
    where: float
    put: Any


class DamagedExport(NamedTuple):
    """An export's kind, and what is done to which of its files of labels (0..1 of their list)."""

    kind: str
    damages: list[tuple[float, Damage]]


def _damages() -> st.SearchStrategy[Damage]:
    where = st.floats(0, 1, exclude_max=True)
    return st.one_of(
        st.builds(Damage, st.just("cut"), where, st.none()),
        st.builds(Damage, st.just("bytes"), where, st.binary(max_size=8)),
        st.builds(Damage, st.just("word"), where, st.sampled_from(_WORDS)),
        st.builds(Damage, st.just("value"), where, st.sampled_from(_VALUES)),
    )


def damaged_exports() -> st.SearchStrategy[DamagedExport]:
    """Exports of every kind with up to three things wrong."""
    places = st.floats(0, 1, exclude_max=True)
    return st.builds(
        DamagedExport,
        st.sampled_from(sorted(_KINDS)),
        st.lists(st.tuples(places, _damages()), min_size=1, max_size=3),
    )


@cache
def _whole(kind: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        _KINDS[kind][0](Path(folder))
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def laid_out(example: DamagedExport, folder: Path) -> None:
    """Write a damaged export into a folder."""
    files = dict(_whole(example.kind))
    labels = [name for name in files if not name.endswith(".jpg")]
    for place, damage in example.damages:
        name = labels[int(place * len(labels))]
        files[name] = damaged(files[name], damage)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def damaged(data: bytes, damage: Damage) -> bytes:
    """A file's bytes with one thing wrong."""
    at = int(damage.where * len(data))
    if damage.kind == "cut":
        return data[:at]
    if damage.kind == "bytes":
        return data[:at] + damage.put + data[at + len(damage.put) :]
    if damage.kind == "value":
        try:
            said = json.loads(data)
        except ValueError:
            return data[:at]
        _exchange(said, damage)
        return json.dumps(said).encode()
    words = list(re.finditer(rb"[\w./\\]+", data))
    if not words:
        return data
    word = words[int(damage.where * len(words))]
    return data[: word.start()] + str(damage.put).encode("utf-8", "replace") + data[word.end() :]


def _exchange(said: Any, damage: Damage) -> None:  # noqa: ANN401 - any JSON
    """Put another value in one place of a JSON document."""
    places: list[tuple[Any, Any]] = []
    open_: list[Any] = [said]
    while open_:
        each = open_.pop()
        keys = list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        places += [(each, key) for key in keys]
        open_ += [each[key] for key in keys]
    if places:
        holder, key = places[int(damage.where * len(places))]
        holder[key] = damage.put
