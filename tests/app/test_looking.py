from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from yakulens.app.looking import Look, Looks
from yakulens.app.photos import ShownPhoto
from yakulens.vision.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulens.app.looking import Step

PHOTO = ShownPhoto("a.jpg", b"", 1, 1)
READ = replace(PHOTO, reading=Reading())
PATIENCE_S = 60


def with_reading(reading: Reading) -> ShownPhoto:
    return replace(PHOTO, reading=reading)


def explain(error: Exception) -> tuple[str, str]:
    return "app.broken", str(error)


def looked(*steps: Step | None) -> Look:
    return Look(iter(steps), explain)


def test_a_look_tells_its_stage_its_photo_and_each_reading_until_the_last() -> None:
    first, last = Reading(), Reading()
    look = looked(("finding", PHOTO), None, ("closer", with_reading(first)), ("", with_reading(last)))
    told = []
    while look.step():
        told.append((look.news.stage, look.news.reading))
    assert told == [("finding", None), ("finding", None), ("closer", first)]
    assert look.over
    assert look.news.reading is last


def test_what_was_read_stands_when_a_look_is_left() -> None:
    first = Reading()
    look = looked(("closer", with_reading(first)), ("", READ))
    look.step()
    look.leave()
    assert not look.step()
    assert look.news.reading is first
    assert look.news.stage == ""


def test_what_a_step_comes_to_is_not_told_when_the_look_was_left_meanwhile() -> None:
    def steps() -> Iterator[Step | None]:
        yield "closer", with_reading(first)
        look.leave()  # another thread's tap, while this step is taken
        yield "closer", READ

    first = Reading()
    look = Look(steps(), explain)
    look.step()
    look.step()
    assert look.news.stage == ""
    assert look.news.reading is first


def test_a_failure_is_told_and_the_next_photo_is_read_all_the_same() -> None:
    def fails() -> Iterator[Step | None]:
        yield "finding", PHOTO
        message = "out of paper"
        raise ValueError(message)

    looks = Looks(1)
    broken, sound = looks.begin(Look(fails(), explain), ""), looks.begin(looked(("", READ)), "")
    broken.wait(PATIENCE_S)
    sound.wait(PATIENCE_S)
    assert broken.news.trouble == ("app.broken", "out of paper")
    assert sound.news.reading is not None


def test_nobodys_first_reading_waits_for_anybodys_better_one() -> None:
    gate, order = Event(), []

    def photo(name: str, better: int) -> Iterator[Step | None]:
        gate.wait(PATIENCE_S)
        order.append(name)
        yield "closer", READ
        for _ in range(better):
            order.append(f"{name} better")
            yield None
        yield "", READ

    looks = Looks(1)
    begun = [looks.begin(Look(photo(name, 3), explain), name) for name in ("one", "two", "three")]
    gate.set()
    for look in begun:
        look.wait(PATIENCE_S)
    assert order[:3] == ["one", "two", "three"]
    assert order[3:6] == ["one better", "two better", "three better"], "and then in turn"


def test_a_photo_whose_file_is_decoded_elsewhere_holds_up_nobodys_reading_first_or_better() -> None:
    decoded = Event()

    def costly() -> Iterator[Step | None]:
        while not decoded.wait(0.001):
            yield None
        yield "", READ

    looks = Looks(1)
    slow = [looks.begin(Look(costly(), explain), name) for name in ("Ann", "Bo")]
    sound = looks.begin(looked(("finding", PHOTO), ("closer", READ), None, ("", READ)), "Cy")
    sound.wait(PATIENCE_S)
    assert (sound.over, [look.over for look in slow]) == (True, [False, False])
    decoded.set()
    for look in slow:
        look.wait(PATIENCE_S)
        assert look.news.reading is not None


def test_a_hand_finds_its_look_again_until_it_needs_it_no_longer() -> None:
    looks, look = Looks(1), looked()
    looks.keep("hand", look)
    assert (looks.of("hand"), look.hand, looks.of("other")) == (look, "hand", None)
    looks.forget("hand")
    assert looks.of("hand") is None


def test_no_more_photos_lie_open_than_may_before_one_is_read_to_its_end() -> None:
    begun: list[int] = []
    done: list[int] = []

    def reading(number: int) -> Iterator[Step | None]:
        begun.append(number)
        yield "closer", READ
        done.append(number)
        yield "", READ

    looks = Looks(1)
    held, go = Event(), Event()

    def holding() -> Iterator[Step | None]:
        held.set()
        go.wait(PATIENCE_S)
        yield "", READ

    looks.begin(Look(holding(), explain), "")
    held.wait(PATIENCE_S)
    many = [looks.begin(Look(reading(number), explain), str(number)) for number in range(9)]
    assert looks.before(many[0]) == 1
    assert looks.before(many[8]) == 9
    go.set()
    for look in many:
        look.wait(PATIENCE_S)
    assert begun == list(range(9))
    assert done == list(range(9))
    assert looks.before(many[8]) == 0


def test_photos_that_nobody_waits_for_any_more_take_no_place() -> None:
    looks = Looks(0)
    for _ in range(20):
        looks.begin(looked(("", READ)), "Ann").leave()


def test_a_look_that_is_over_holds_its_photo_no_longer() -> None:
    gone = Event()

    def reading() -> Iterator[Step | None]:
        try:
            yield "", READ
        finally:
            gone.set()

    look = Look(reading(), explain)
    look.step()
    assert look.over
    assert gone.is_set()
