"""Ways to spoil bytes and JSON; what is done is decided by a `Random`, so that a seed tells all of it.

Hypothesis has a `Random` too (``strategies.randoms``), whose choices it makes simpler where they do harm:
what is made from seeds for the suite, the fuzzer makes with those.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from random import Random

NUMBERS: Final = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
"""Sizes and offsets that programs get wrong."""

ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 3, 0.5, -0.0, 1e308, 2**31, 2**63, 10**30, -(10**30)),
    *(
        "",
        " ",
        "\0",
        "0",
        "-1",
        "5s",
        "5s\n",
        "\uff15\uff53",
        "back",
        "other",
        "1z" * 40,
        "x" * 300,
        "east",
        "tsumo",
        "ron",
    ),
    *("\u202eabc", "\ud83d\ude00", "é", "../../etc/passwd", "![a](//b)", "\x1b[2J", "nan", "__class__"),
    *([], {}, [[]], [None], {"": None}, [{}], ["5s"] * 40, [[[[]]]], {"seat": {"seat": {}}}),
)
"""Values where others are expected."""


def damaged(rng: Random, data: bytes) -> bytes:
    """The bytes with up to six things done to them."""
    spoilt = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        _spoil(rng, spoilt)
    return bytes(spoilt)


def _spoil(rng: Random, data: bytearray) -> None:
    at = rng.randint(0, len(data))
    length = min(rng.choice((1, 2, 4, 16, 256)), len(data) - at)
    match rng.choice(("flip", "set", "number", "drop", "repeat", "blank", "noise", "cut", "swap")):
        case "flip" if length:
            data[at] ^= 1 << rng.randint(0, 7)
        case "set" if length:
            data[at] = rng.choice((0, 1, 0x7F, 0x80, 0xD8, 0xD9, 0xDA, 0xFF))
        case "number":
            size = rng.choice((2, 4))
            number = rng.choice(NUMBERS) & ((1 << 8 * size) - 1)
            data[at : at + size] = number.to_bytes(size, rng.choice(("big", "little")))
        case "drop":
            del data[at : at + length]
        case "repeat":
            data[at:at] = data[at : at + length] * rng.choice((1, 2, 50))
        case "blank":
            data[at : at + length] = bytes(length)
        case "noise":
            data[at : at + length] = bytes(rng.randint(0, 255) for _ in range(min(length, 16)))
        case "cut":
            del data[at:]
        case "swap":
            other = rng.randint(0, len(data))
            data[at : at + length], data[other : other + length] = (
                data[other : other + length],
                data[at : at + length],
            )


def misshapen(rng: Random, value: Any) -> Any:  # noqa: ANN401 - any JSON
    """A JSON value of which up to three parts are others, gone, doubled or elsewhere."""
    whole = [copy.deepcopy(value)]
    for _ in range(rng.randint(1, 3)):
        places = list(_places(whole))
        holder, key = rng.choice(places)
        match rng.choice(("odd", "odd", "odd", "drop", "twice", "rename", "wrap", "other")):
            case "odd":
                holder[key] = copy.deepcopy(rng.choice(ODD))
            case "drop" if holder is not whole:
                del holder[key]
            case "twice" if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case "rename" if isinstance(holder, dict):
                holder[rng.choice(("", key.upper(), f"{key} ", "id", "hand"))] = holder.pop(key)
            case "wrap":
                holder[key] = rng.choice(([holder[key]], {"hand": holder[key]}, str(holder[key])))
            case "other":
                from_holder, from_key = rng.choice(places)
                holder[key] = copy.deepcopy(from_holder[from_key])
    return whole[0]


def _places(holder: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - a list or an object
    """Every place in a value: what holds it, and its index or key there."""
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((holder, key))
        if isinstance(holder[key], list | dict):
            found += _places(holder[key])
    return found
