"""What every answer of the contract is made of: problems, payments and notes, each as text and as data."""

from collections.abc import Iterable
from typing import Any

from yakulens.scorer.message import Message
from yakulens.scorer.transfers import Note, Transfer


def problems_json(problems: Iterable[Message]) -> list[dict[str, str]]:
    """Problems as JSON objects with their code and their English sentence."""
    return [{"code": each.code, "message": each.text} for each in problems]


def transfer_json(transfer: Transfer) -> dict[str, Any]:
    """A payment as a JSON object; `from` or `to` is `table` where a stick is taken from it or laid on it.

    >>> row = Message.of("row_lays_stick", payer="west")
    >>> transfer_json(Transfer("west", "table", 1000, "EMA 2025 4.2.1", row))["text"]
    'West lays a riichi stick'
    """
    row = {"text": transfer.message.text, "from": transfer.payer, "to": transfer.payee}
    return row | {"points": transfer.points, "cite": transfer.cite}


def chip_transfer_json(transfer: Transfer) -> dict[str, Any]:
    """A payment in chips as a JSON object: as one in points, with ``chips`` where that has ``points``."""
    return {{"points": "chips"}.get(key, key): value for key, value in transfer_json(transfer).items()}


def note_json(note: Note) -> dict[str, Any]:
    """A note as a JSON object: what decided the outcome without moving points, and its section."""
    return {"text": note.message.text, "cite": note.cite}


def messages_json(**messages: Iterable[Message]) -> dict[str, list[dict[str, Any]]]:
    """The messages of an answer as data: a list for each name, such as `problems`, `rows` and `notes`.

    Whoever speaks another language makes the sentences from these (`scorer.message.Message.from_json`).
    """
    return {name: [each.to_json() for each in listed] for name, listed in messages.items()}
