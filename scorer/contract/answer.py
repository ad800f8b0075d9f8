"""The parts of every answer of the contract: problems, payments and notes, as text and as data."""

from collections.abc import Iterable
from typing import Any

from yakulens.scorer.message import Message
from yakulens.scorer.table.standing import Adjustment
from yakulens.scorer.transfers import Note, Transfer


def picked(record: object, *names: str) -> dict[str, Any]:
    """Attributes of a record by name, as JSON holds them: tuples become lists.

    >>> picked(Note(Message("no_yaku"), "EMA 2025 3.3"), "cite")
    {'cite': 'EMA 2025 3.3'}
    """
    values = ((name, getattr(record, name)) for name in names)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


def explained(
    problems: Iterable[Message], rows: Iterable[Transfer | Adjustment], notes: Iterable[Note]
) -> dict[str, Any]:
    """The explanation of an answer: its rows, notes and problems in English and as data."""
    problems, rows, notes = tuple(problems), tuple(rows), tuple(notes)
    return {
        "rows": [row_json(each) for each in rows],
        "notes": [note_json(each) for each in notes],
        "problems": problems_json(problems),
        "messages": messages_json(
            problems=problems, rows=(each.message for each in rows), notes=(each.message for each in notes)
        ),
    }


def problems_json(problems: Iterable[Message]) -> list[dict[str, str]]:
    """Problems as JSON objects with code and English sentence."""
    return [{"code": each.code, "message": each.text} for each in problems]


def row_json(row: Transfer | Adjustment) -> dict[str, Any]:
    """A payment, or a step of a final standing, as a JSON object.

    In a payment, `from` or `to` is `table` if a stick is taken from or laid on the table. In a step, one of
    them is null: points are taken from the player or given to the player.

    >>> row = Message.of("row_lays_stick", payer="west")
    >>> row_json(Transfer("west", "table", 1000, "EMA 2025 4.2.1", row))["text"]
    'West lays a riichi stick'
    """
    if isinstance(row, Transfer):
        sides: tuple[str | None, str | None] = row.payer, row.payee
    else:
        sides = (row.player, None) if row.points < 0 else (None, row.player)
    return {
        "text": row.message.text,
        "from": sides[0],
        "to": sides[1],
        "points": abs(row.points),
        **source_json(row),
    }


def chip_transfer_json(transfer: Transfer) -> dict[str, Any]:
    """A payment in chips as a JSON object, like one in points with ``chips`` instead of ``points``."""
    return {{"points": "chips"}.get(key, key): value for key, value in row_json(transfer).items()}


def note_json(note: Note) -> dict[str, Any]:
    """A note as a JSON object: something that decided the outcome without moving points, and its section."""
    return {"text": note.message.text, **source_json(note)}


def source_json(row: Transfer | Adjustment | Note) -> dict[str, str]:
    """The section of a row, and under `note` the remark beside it, if there is one.

    >>> source_json(Note(Message("no_yaku"), "RCR Empty Tray", "optional"))
    {'cite': 'RCR Empty Tray', 'note': 'optional'}
    """
    return {"cite": row.cite, "note": row.remark} if row.remark else {"cite": row.cite}


def messages_json(**messages: Iterable[Message]) -> dict[str, list[dict[str, Any]]]:
    """The messages of an answer as data: a list for each name, such as `problems`, `rows` and `notes`.

    Other languages make their sentences from these (`scorer.message.Message.from_json`).
    """
    return {name: [each.to_json() for each in listed] for name, listed in messages.items()}
