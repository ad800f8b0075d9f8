"""Turns to draw go round by address and by visitor, so that many pages of one wait for each other."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from yakulens.app.server.draws import Draws, Urgency

if TYPE_CHECKING:
    from collections.abc import Coroutine


def run(play: Coroutine[Any, Any, list[str]]) -> list[str]:
    # In a thread of its own: a browser test of the same process keeps a loop running in this one.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, play).result()


async def order(asked: list[tuple[str, str, Urgency]], at_once: int = 1) -> list[str]:
    """The visitors of draws that all ask while another is drawn, in the order of their turns."""
    draws, turns = Draws(at_once), list[str]()
    for _ in range(at_once):
        await draws.begin("first", "first", Urgency.TAP)

    async def draw(address: str, visitor: str, urgency: Urgency) -> None:
        await draws.begin(address, visitor, urgency)
        turns.append(visitor)
        draws.end()

    tasks = [asyncio.create_task(draw(*each)) for each in asked]
    await asyncio.sleep(0)
    for _ in range(at_once):
        draws.end()
    await asyncio.gather(*tasks)
    await draws.begin("last", "last", Urgency.POLL)  # all turns were given back
    return turns


def test_one_who_opens_five_hundred_pages_lets_the_next_visitor_before_their_second() -> None:
    crowd = [("here", "bo", Urgency.TAP)] * 500
    assert run(order([*crowd, ("there", "ann", Urgency.TAP)])).index("ann") == 1
    assert run(order([*crowd, ("here", "ann", Urgency.TAP)])).index("ann") == 1


def test_one_who_gives_themselves_many_names_lets_the_next_address_before_their_second() -> None:
    crowd = [("here", f"name {number}", Urgency.TAP) for number in range(500)]
    assert run(order([*crowd, ("there", "ann", Urgency.TAP)])).index("ann") == 1


def test_taps_come_before_new_pages_and_those_before_what_pages_ask_by_themselves() -> None:
    asked = [("a", "poll", Urgency.POLL), ("a", "new", Urgency.ARRIVAL), ("a", "tap", Urgency.TAP)]
    assert run(order(asked)) == ["tap", "new", "poll"]


def test_taps_that_never_end_keep_out_neither_a_new_page_nor_what_a_page_asks_by_itself() -> None:
    taps = [("there", f"name {number}", Urgency.TAP) for number in range(100)]
    came = run(order([*taps, ("here", "new", Urgency.ARRIVAL), ("here", "poll", Urgency.POLL)]))
    assert max(came.index("new"), came.index("poll")) < 4


def test_a_page_that_closes_while_it_waits_takes_no_turn() -> None:
    async def play() -> list[str]:
        draws = Draws(1)
        await draws.begin("a", "first", Urgency.TAP)
        gone, given = (
            asyncio.create_task(draws.begin("a", who, Urgency.TAP)) for who in ("closed", "just closed")
        )
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        draws.end()  # the turn goes to the second, which is closed before it hears of it
        given.cancel()
        await asyncio.gather(gone, given, return_exceptions=True)
        await draws.begin("a", "next", Urgency.TAP)
        return ["next"]

    assert run(play()) == ["next"]
