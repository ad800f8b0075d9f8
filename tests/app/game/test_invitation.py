"""The code by which others join a game."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from yakulens.app.game.invitation import (
    LETTERS,
    MOST_OF_ADDRESS,
    MOST_WRONG,
    WITHIN,
    Tries,
    new_code,
    plain,
)


def test_a_code_is_of_its_letters_alone() -> None:
    assert (len(new_code()), set(new_code()) <= set(LETTERS)) == (6, True)


def test_a_code_is_read_however_it_was_typed() -> None:
    assert plain(" abc-d2 3 ") == "ABCD23"


def test_after_so_many_wrong_tries_a_while_passes() -> None:
    tries = Tries()
    assert [tries.begin("ann", "here", now=0) for _ in range(MOST_WRONG + 1)] == [True] * MOST_WRONG + [False]
    assert (tries.begin("ann", "here", now=1), tries.begin("ann", "here", now=WITHIN + 1)) == (False, True)


def test_twenty_wrong_codes_of_one_keep_nobody_else_out_at_the_same_address() -> None:
    tries = Tries()
    for _ in range(20):
        tries.begin("bo", "club", now=0)
    assert tries.begin("ann", "club", now=0)


def test_one_who_gives_themselves_many_names_is_stopped_and_another_address_is_not() -> None:
    tries = Tries()
    begun = [tries.begin(f"name {number}", "there", now=0) for number in range(1_000)]
    assert begun.count(True) == MOST_OF_ADDRESS
    assert tries.begin("ann", "here", now=0)


def test_of_forty_tries_at_once_only_so_many_are_looked_up() -> None:
    """Each counts before its code is looked up, however long that takes."""
    tries, start = Tries(), Barrier(40)

    def guess(_: int) -> bool:
        start.wait()
        return tries.begin("bo", "there")

    with ThreadPoolExecutor(40) as crowd:
        assert sum(crowd.map(guess, range(40))) == MOST_WRONG


def test_a_right_code_does_not_count_and_what_is_past_is_forgotten() -> None:
    tries = Tries()
    for _ in range(MOST_OF_ADDRESS * 2):
        assert tries.begin("ann", "here", now=0)
        tries.was_right("ann", "here")
    tries.begin("bo", "there", now=0)
    tries.begin("ann", "here", now=WITHIN + 1)
    assert set(tries._tries) == {"visitor ann", "address here"}
