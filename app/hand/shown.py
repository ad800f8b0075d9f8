"""Pieces of what the browser draws of a score: tiles, tables, payments, as JSON in the visitor's language.

``app/web/pieces.js`` draws each of them. Empty values are omitted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from yakulens.app import Json
from yakulens.app.words import at_table, phrases, rule_phrases, tiles
from yakulens.app.words.i18n import text
from yakulens.scorer.blocks import ORPHANS
from yakulens.scorer.tile import KINDS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.melds import Orientation, orientations
from yakulens.vision.labels import BACK

CellKind = Literal["", "num", "cite", "worth", "turn"]
"""How a cell is set: text, a number at the right, a citation, a worth beside a title, a hand of a game."""
Mark = Literal["", "sum", "differs"]
"""What a row is: one like others, the sum of the others, or one on which two scores differ."""


def given(**values: object) -> Json:
    """A JSON object without its empty values; the number 0 is no empty value.

    >>> given(text="Dora", gloss="", tiles=[], han=0)
    {'text': 'Dora', 'han': 0}
    """
    return {key: value for key, value in values.items() if value or (value == 0 and value is not False)}


def tile(language: str, face: str, lie: Orientation = "upright", *, won: bool = False) -> Json:
    """A tile with its name for screen readers, as it lies; ``won`` marks the winning tile.

    >>> tile("en", "5z"), tile("en", "7z", "rotated")["name"]
    ({'face': '5z', 'name': 'White dragon'}, 'Red dragon, rotated')
    """
    name = tiles.name(language, face)
    if lie != "upright":
        name = text(language, f"tile.{lie}", tile=name)
    lies = lie if lie in {"rotated", "stacked"} else ""
    return given(face=BACK if lie == "face_down" else face, name=name, lie=lies, won=won)


def row_of_tiles(language: str, faces: Iterable[str]) -> list[Json]:
    """Tiles side by side."""
    return [tile(language, face) for face in faces]


def hand(language: str, desk: Desk) -> list[Json]:
    """A whole hand as groups of tiles: the concealed ones with the winning tile, then each meld as it lies.

    >>> from yakulens.vision.desk import typed
    >>> groups = hand("en", typed.hand("23m55p +4m [777z]"))
    >>> [[each["face"] for each in group["tiles"]] for group in groups]
    [['2m', '3m', '5p', '5p', '4m'], ['7z', '7z', '7z']]
    """
    concealed = row_of_tiles(language, desk.faces(desk.concealed))
    if desk.win is not None:
        concealed.append(tile(language, desk.face(desk.win), won=True))
    groups = [given(tiles=concealed)]
    for meld in desk.melds:
        lies = zip(desk.faces(meld.tiles), orientations(meld), strict=True)
        laid = [tile(language, face, lie) for face, lie in lies]
        groups.append(given(tiles=laid, high=meld.kind == "added_kan"))
    return groups


def reading(language: str, read: Json | None) -> Json | None:
    """A hand (the contract's ``reading``) as its sets, its pair and its wait; None for no reading."""
    if read is None:
        return None
    pair = read["pair"]
    # Thirteen orphans form one row beside their pair.
    sets = read["sets"] or [[KINDS[kind] for kind in sorted(ORPHANS) if KINDS[kind] != pair]]
    wait = f" · {text(language, 'wait.' + read['wait'])}" if read["wait"] else ""
    return {
        "heading": text(language, "result.read_as") + wait,
        "groups": [
            {"tiles": row_of_tiles(language, faces)} for faces in (*sets, *([[pair] * 2] if pair else []))
        ],
    }


def change(language: str, points: int) -> Json:
    """A change of points with its sign, how a screen reader says it, and whether it is a gain or a loss.

    >>> change("en", 8000)
    {'text': '+8,000', 'label': '+8,000 points', 'sign': 'gain'}
    """
    signed = phrases.signed(points)
    label = text(language, "table.in_points", points=signed)
    return given(text=signed, label=label, sign="gain" if points > 0 else "loss" if points < 0 else "")


def cell(  # noqa: PLR0913 - a cell has many properties
    words: str = "",
    kind: CellKind = "",
    *,
    gloss: str = "",
    tiles: Sequence[Json] = (),
    strong: bool = False,
    difference: Json | None = None,
    was: str = "",
) -> Json:
    """A cell of a table: words, or tiles, or both.

    ``gloss`` is a remark in small letters below, ``difference`` a change of points there, ``was`` what stood
    there before and is struck out. ``strong`` words are in bold.
    """
    below = {"gloss": gloss, "difference": difference, "was": was}
    return given(text=words, kind=kind, tiles=list(tiles), strong=strong, **below)


def row(*cells: Json, mark: Mark = "") -> Json:
    """A row of a table."""
    return given(cells=list(cells), mark=mark)


def cited(language: str, section: str) -> Json:
    """The cell that cites a section."""
    return cell(rule_phrases.cite(language, section), "cite")


def table(rows: Sequence[Json], heading: str = "", columns: Sequence[str] = ()) -> Json | None:
    """Rows under a heading, their columns perhaps with names; None without rows."""
    return given(heading=heading, columns=list(columns), rows=list(rows)) if rows else None


def some(*parts: Json | None) -> list[Json]:
    """The parts that there are."""
    return [part for part in parts if part is not None]


def fold(key: str, title: str, **content: object) -> Json:
    """A part that a visitor unfolds: ``note``, ``readings`` and ``tables`` under a title."""
    return {"key": key, "title": title} | given(**content)


def worth(language: str, score: Json) -> Json:
    """A score in two lines: its points, or a dash where the hand does not win, and what it is worth."""
    wins = score["outcome"] == "win"
    return {"value": points(score), "worth": phrases.worth(language, score), "wins": wins}


def points(score: Json) -> str:
    """The points of a winning hand; a dash for any other."""
    return f"{score['value']:,}" if score["outcome"] == "win" else phrases.MINUS


def settlement(language: str, settled: Json, names: Mapping[str, str]) -> list[Json]:
    """Each payment and note of a hand or a game as a row, with the players' names where known."""
    return [
        row(
            cell(sentence, gloss=remark),
            cell(amount, "num"),
            cited(language, section),
        )
        for sentence, amount, section, remark in at_table.settled(language, settled, dict(names))
    ]
