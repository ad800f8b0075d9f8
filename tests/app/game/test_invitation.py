"""The code by which others join a game."""

from yakulens.app.game.invitation import LETTERS, MOST_WRONG, WITHIN, Tries, new_code, plain


def test_a_code_is_of_its_letters_alone() -> None:
    assert (len(new_code()), set(new_code()) <= set(LETTERS)) == (6, True)


def test_a_code_is_read_however_it_was_typed() -> None:
    assert plain(" abc-d2 3 ") == "ABCD23"


def test_after_so_many_wrong_tries_a_while_passes() -> None:
    tries = Tries()
    for _ in range(MOST_WRONG):
        tries.wrong(now=0)
    assert (tries.may_try(now=1), tries.may_try(now=WITHIN + 1)) == (False, True)
