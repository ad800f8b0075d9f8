"""Rule files: house rules that nobody meant, and built-in sets with lines spoilt."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.hostile.damage import damaged
from yakulens.scorer.rules import offered, ruleset

if TYPE_CHECKING:
    from random import Random

_VALUES: Final = (
    *(
        "true",
        "false",
        "0",
        "-1",
        "4.0",
        "3",
        "5",
        "1000",
        "3000",
        "inf",
        "nan",
        "1e400",
        "0x7fffffffffffffff",
    ),
    *(
        '""',
        '"x"',
        '"none"',
        "[]",
        "[1]",
        "[0, 0, 0, 0]",
        "[15000, 5000, -5000]",
        "[[[]]]",
        "{}",
        "{ value = 3 }",
    ),
    *("{ value = true, section = 3 }", "{ closed = 1, open = 9 }", "{ yakuman = 99 }", "{ absent = true }"),
    *(
        "1979-05-27T07:32:00Z",
        '"""\na\nb"""',
        "'\\'",
        '"\\u202e"',
        '"\\u0000"',
        "9" * 5000,
        "[" * 2000 + "]" * 2000,
    ),
)
ENDLESS_KEYS: Final = (
    f"{'.'.join('a' * 100_001)} = 1",
    f"[{'.'.join('a' * 100_001)}]",
    f"fu = {{ {' . '.join('a' * 60_000)} = 1 }}",
)
"""Keys of endless parts: TOML's reader walks all of them again for each of them."""
_HEADS: Final = (
    *('extends = "ema-2025"', 'extends = "rcr"', 'extends = "tenhou-3p"', 'extends = "wdmc-2019"'),
    *('extends = "own.toml"', 'extends = "../x.toml"', "extends = 3", 'extends = "\\u0000.toml"', ""),
)


@cache
def _texts() -> tuple[str, ...]:
    sets = Path(offered.__file__).parent / "sets"
    return tuple((sets / f"{name}.toml").read_text(encoding="utf-8") for name in offered.BUILT_IN)


def _keys() -> list[str]:
    tables = [f"{table}.{key}" for table in ("fu", "payment", "limits", "yaku") for key in ("x", "a.b", "")]
    return [
        *sorted(ruleset.ALL_KEYS),
        *tables,
        "name",
        "title",
        "cite",
        "fu",
        "yaku",
        "limits",
        '"a\\nb"',
        "[fu]",
        "x",
    ]


def rule_file(rng: Random) -> bytes:
    """A file that somebody names as their rules."""
    match rng.choice(("house", "house", "house", "house", "lines", "bytes", "endless")):
        case "house":
            given = [f"{rng.choice(_keys())} = {rng.choice(_VALUES)}" for _ in range(rng.randint(0, 3))]
            text = "\n".join([rng.choice(_HEADS), *given])
        case "endless":
            text = f"{rng.choice(_HEADS)}\n{rng.choice(ENDLESS_KEYS)}\n"
        case "lines":
            text = _respelt(rng, rng.choice(_texts()))
        case _:
            small = f"{rng.choice(_HEADS)}\nkiriage_mangan = false\numa = [15000, 5000, -5000, -15000]\n"
            return damaged(rng, small.encode())
    return text.encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16")), "surrogatepass")


def _respelt(rng: Random, text: str) -> str:
    """A built-in set with some lines gone, doubled, moved or with another value."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 4)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.choice(("drop", "twice", "move", "value", "value")):
            case "drop":
                lines[at] = ""
            case "twice":
                lines.insert(other, lines[at])
            case "move":
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] = f"{lines[at].partition('=')[0]} = {rng.choice(_VALUES)}"
    return "\n".join(lines)
