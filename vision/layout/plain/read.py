"""From plain detections to what lies on the table: as `vision.layout.read`, in two steps.

The network is asked between the two by whoever has it: in a browser that is the page's own engine.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from yakulens.vision.layout.decode.open_hands import likeliest_table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.plain.observed import Observed, observe
from yakulens.vision.layout.plain.table import on_table
from yakulens.vision.layout.plain.tokens import MOST, Tokens, tokens
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.report.reading import laid_out, no_tiles
from yakulens.vision.layout.roles import ROLE_INDEX, ROLES, SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulens.vision.layout.plain.observed import Found
    from yakulens.vision.layout.result import LayoutResult

_EVEN: Final = math.log(0.5)


class Asked(NamedTuple):
    """What the network is asked about a photo.

    Attributes:
        seen: the tiles, each once.
        tokens: what is told of them.
    """

    seen: Observed
    tokens: Tokens


def asked(found: Sequence[Found], size: tuple[int, int]) -> Asked:
    """What the network is to be asked about detections.

    Args:
        found: all of them; of too many the weakest are left out.
        size: the photo's ``(height, width)``.
    """
    if len(found) > MOST:
        kept = sorted(sorted(range(len(found)), key=lambda k: -found[k].objectness)[:MOST])
        found = [found[k] for k in kept]
    seen = observe(found, size)
    return Asked(seen, tokens([found[k] for k in seen.source], size))


def opinion(logits: Mapping[str, Sequence[float]], temperatures: Mapping[str, float]) -> Opinion:
    """What the network's answers say.

    Args:
        logits: the numbers of each output, row by row.
        temperatures: by the same names; the logits are divided by them.

    >>> one = {"roles": [0.0] * 7, "seats": [0.0] * 4, "meant": [2.0], "call": [0.0], "hand": [0.0]}
    >>> said = opinion(one, dict.fromkeys(one, 2.0))
    >>> round(said.seats[0][0], 3), said.meant
    (-1.386, (1.0,))
    """
    scaled = {head: [value / temperatures[head] for value in values] for head, values in logits.items()}
    n = len(scaled["meant"])
    return Opinion(
        roles=tuple(_log_softmax(row) for row in _rows(scaled["roles"], len(ROLES))),
        seats=tuple(_log_softmax(row) for row in _rows(scaled["seats"], len(SEATS))),
        meant=tuple(scaled["meant"]),
        call=tuple(map(tuple, _rows(scaled["call"], n))),
        hand=tuple(map(tuple, _rows(scaled["hand"], n))),
    )


def read(about: Asked, said: Opinion) -> LayoutResult:
    """What lies on the table.

    Args:
        about: what the network was asked.
        said: what it says of these tiles.
    """
    if not len(about.seen):
        return no_tiles()
    nothing = ROLE_INDEX["nothing"]
    tells = [k for k, row in enumerate(said.roles) if row[nothing] < _EVEN]
    every = range(len(about.seen))
    tiles = on_table(about.seen, tells or list(every), [0.0] * len(about.seen))
    table = likeliest_table(tiles, said, DEFAULT_PRIORS)
    return laid_out(table, tiles, about.seen, said, DEFAULT_PRIORS)


def _rows(values: Sequence[float], width: int) -> list[Sequence[float]]:
    return [values[at : at + width] for at in range(0, len(values), width)] if width else []


def _log_softmax(row: Sequence[float]) -> tuple[float, ...]:
    most = max(row)
    whole = most + math.log(sum(math.exp(value - most) for value in row))
    return tuple(value - whole for value in row)
