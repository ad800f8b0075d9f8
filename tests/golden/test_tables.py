"""Every cell of the books' scoring tables, paid at a table without counters and sticks."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from yakulens.scorer.contract.settlement_json import settle_json

TABLES = Path(__file__).parent / "tables"
PLAYERS = {"ema-2025": 4, "wrc-2015": 4, "wdmc-2019": 4, "wdmc-2019-3p": 3}
SEATS = ("east", "south", "west", "north")


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed payment: from the discarder, from each, or "from each / from East"."""

    rules: str
    section: str
    seat: str
    by: str
    worth: dict[str, int]
    printed: int | str

    @property
    def id(self) -> str:
        worth = " ".join(f"{number} {unit}" for unit, number in self.worth.items())
        return f"{self.rules} {self.section}: {self.seat} {self.by} {worth}"


def load_cells() -> list[Cell]:
    return [cell for rules in PLAYERS for cell in _read(rules)]


def _read(rules: str) -> list[Cell]:
    table = tomllib.loads((TABLES / f"{rules}.toml").read_text(encoding="utf-8"))
    section = table["section"]
    cells = []
    for side, seat in (("east", "east"), ("others", "south")):
        for by in ("ron", "tsumo"):
            for han, row in table[side][by].items():
                for fu, printed in zip(table["fu"], row, strict=True):
                    if printed != "-":
                        cells.append(Cell(rules, section, seat, by, {"han": int(han), "fu": fu}, printed))
    for han, *row in table["limits"]["rows"]:
        worth = {"yakuman": 1} if han == "yakuman" else {"han": han, "fu": 30}
        places = (("east", "ron"), ("east", "tsumo"), ("south", "ron"), ("south", "tsumo"))
        cells += [
            Cell(rules, section, seat, by, worth, printed)
            for (seat, by), printed in zip(places, row, strict=True)
        ]
    return cells


def _expected(cell: Cell) -> dict[str, int]:
    seats = SEATS[: PLAYERS[cell.rules]]
    if cell.by == "ron":
        net = dict.fromkeys(seats, 0) | {"west": -int(cell.printed)}
    else:
        others, _, east = str(cell.printed).partition("/")
        net = {seat: -int(east if seat == "east" and east else others) for seat in seats}
    net[cell.seat] = 0
    return net | {cell.seat: -sum(net.values())}


CELLS = load_cells()


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.id)
def test_cell(cell: Cell) -> None:
    end: dict[str, Any] = {"rules": cell.rules, "dealer": "east", "honba": 0, "deposits": 0, "riichi": []}
    end |= {"event": cell.by, "wins": [{"seat": cell.seat, **cell.worth}]}
    if cell.by == "ron":
        end["discarder"] = "west"
    settled = settle_json(end)
    assert settled["problems"] == []
    expected = _expected(cell)
    assert {seat: settled["net"][seat] for seat in expected} == expected
    assert sum(settled["net"].values()) == 0


def test_each_table_is_there_as_printed() -> None:
    counts = {rules: sum(cell.rules == rules for cell in CELLS) for rules in PLAYERS}
    assert counts == {"ema-2025": 196, "wrc-2015": 200, "wdmc-2019": 214, "wdmc-2019-3p": 210}
