"""The indicators: one, plus one for each quad on the table; a second row may be the ura."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from yakulens.vision.labels import BACK, OTHER
from yakulens.vision.layout.decode.frame import Tiles, in_frame
from yakulens.vision.layout.decode.open_hands import DecodedTable
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.faces import NamedFace
from yakulens.vision.layout.report.questions import face_question
from yakulens.vision.reading import Issue

_LINE: Final = 0.5
"""Tiles farther apart, in a player's line of sight, lie in two rows; tile widths."""
_QUAD: Final = 4


def read_indicators(
    tiles: Tiles, table: DecodedTable, names: Mapping[int, NamedFace], priors: LayoutPriors
) -> tuple[tuple[int, ...], list[Issue]]:
    """The indicators, left to right, and the questions about them."""
    shown = [(t, odds) for t, odds in table.indicators if names[t].face not in (BACK, OTHER)]
    sure = [t for t, odds in shown if odds > 0]
    # What is neither surely an indicator nor readable is no tile to offer: the side of one, or a back.
    doubtful = [t for t, odds in shown if odds <= 0 and names[t].score >= priors.indicator_readable]
    quads = sum(len(called.faces) == _QUAD for player in table.hands for called in player.hand.sets)
    first, second = _rows(tiles, sure)
    beyond = [t for row in (first, second) for t in row[1 + quads :]]
    first, second = first[: 1 + quads], second[: 1 + quads]
    taken = (*first, *second)
    asked = [t for t in (*taken, *beyond, *doubtful) if names[t].score < priors.indicator_review]
    issues = [face_question(t, names[t]) for t in asked]
    for tile in (*beyond, *doubtful):
        values = (("tile", names[tile].face),)
        issues.append(Issue("dora_indicator", (tile,), ("no_dora", "dora"), "this_one", values))
    if second:
        issues.append(Issue("ura_indicators", tuple(second), ("ura", "dora")))
    return taken, issues


def _rows(tiles: Tiles, chosen: Sequence[int]) -> tuple[list[int], list[int]]:
    """Indicators in one or two rows, each left to right; the longer first."""
    if not chosen:
        return [], []
    places = dict(zip(chosen, in_frame(tiles, chosen, tiles.axes[chosen[0]]), strict=True))
    order = sorted(chosen, key=lambda t: places[t][1])
    steps = [places[b][1] - places[a][1] for a, b in pairwise(order)]
    cut = steps.index(max(steps)) + 1 if steps and max(steps) > _LINE else len(order)
    rows = [sorted(row, key=lambda t: places[t][0]) for row in (order[:cut], order[cut:])]
    rows.sort(key=len, reverse=True)
    return rows[0], rows[1]
