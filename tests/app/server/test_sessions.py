"""A page is known outside by two names that say nothing of its number, and is ended after it was closed."""

from __future__ import annotations

from uuid import uuid4

from yakulens.app.server.sessions import KEPT_S, MOST_CLOSED, MOST_CLOSED_OF_ONE, Sessions


class House:
    """Sessions with a clock of their own."""

    def __init__(self) -> None:
        self.time = 0.0
        self.ended: list[str] = []
        self.sessions = Sessions(end=self.ended.append, now=lambda: self.time)

    def visit(self, browser: str) -> str:
        """Open a page and close it; its number."""
        number = str(uuid4())
        self.sessions.closed(self.sessions.opened(number, browser))
        self.time += 0.001
        return number


def test_messages_to_a_page_never_hold_its_number_and_those_from_it_do_again() -> None:
    sessions, number = Sessions(), str(uuid4())
    session = sessions.opened(number, "ann")
    said = f"\x24{number} and /_stcore/upload_file/{number}/file".encode()
    told = session.told(said)
    assert number.encode() not in told
    assert len(told) == len(said)
    assert session.key.encode() in told
    assert f"upload_file/{session.folder}/".encode() in told
    assert session.heard(told) == said
    assert session.told(b"nothing of it") == b"nothing of it"


def test_a_key_is_no_folder_and_a_number_is_neither() -> None:
    sessions, number = Sessions(), str(uuid4())
    session = sessions.opened(number, "ann")
    assert sessions.by_key(session.key) is sessions.by_folder(session.folder) is session
    for name in (number, session.folder, "", "é"):
        assert sessions.by_key(name) is None
    for name in (number, session.key, "", "é"):
        assert sessions.by_folder(name) is None


def test_a_closed_page_is_kept_for_a_while_and_an_open_one_as_long_as_it_is() -> None:
    house = House()
    session = house.sessions.opened(str(uuid4()), "ann")
    number = house.visit("bo")
    house.time += KEPT_S - 0.01
    house.sessions.end_old()
    assert house.ended == []
    house.time += 1
    house.sessions.end_old()
    assert house.ended == [number]
    assert house.sessions.by_key(session.key) is session


def test_one_who_opens_and_closes_pages_pushes_out_their_own() -> None:
    house = House()
    theirs = house.visit("ann")
    many = [house.visit("bo") for _ in range(MOST_CLOSED_OF_ONE + 3)]
    assert house.ended == many[:3]
    for guest in range(MOST_CLOSED):
        house.visit(f"guest {guest}")
    assert theirs in house.ended, "there is an end to what is kept of all"
    assert house.visit("ann") not in house.ended
