"""What every answer of the contract is made of: problems, payments and notes, in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.message import Message
    from scorer.transfers import Note, Transfer


def problems_json(problems: Iterable[Message]) -> list[dict[str, str]]:
    """Problems with their code and their English.

    >>> from scorer.message import Message
    >>> problems_json([Message("no_discarder", where="discarder")])
    [{'code': 'no_discarder', 'message': 'discarder: say who discarded the winning tile'}]
    """
    return [{"code": each.code, "message": each.text} for each in problems]


def transfer_json(transfer: Transfer) -> dict[str, Any]:
    """A payment; `from` or `to` is `table` where a stick is taken from it or laid on it."""
    told = {"text": transfer.message.text, "from": transfer.payer, "to": transfer.payee}
    return told | {"points": transfer.points, "cite": transfer.cite}


def note_json(note: Note) -> dict[str, Any]:
    """Something that decided without moving points."""
    return {"text": note.message.text, "cite": note.cite}


def messages_json(**messages: Iterable[Message]) -> dict[str, list[dict[str, Any]]]:
    """The messages of an answer as data, in the order of its `problems`, `rows` and `notes`.

    Another language says them from these (`scorer.message.Message.from_json`).
    """
    return {name: [each.to_json() for each in told] for name, told in messages.items()}
