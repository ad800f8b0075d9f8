from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from yakulens.app.readers.jobs import PhotoJob, PhotoQueue, PhotoStatus
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.server.taps import Taps
from yakulens.vision.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

PHOTO = ShownPhoto("a.jpg", b"", 1, 1)
READ = replace(PHOTO, reading=Reading())
PATIENCE_S = 300


def with_reading(reading: Reading) -> ShownPhoto:
    return replace(PHOTO, reading=reading)


def job_of(*steps: PhotoStatus | None) -> PhotoJob:
    return PhotoJob(iter(steps))


def test_a_job_tells_its_stage_its_photo_and_each_reading_until_the_last() -> None:
    first, last = Reading(), Reading()
    job = job_of(
        PhotoStatus("finding", PHOTO),
        None,
        PhotoStatus("closer", with_reading(first)),
        PhotoStatus("", with_reading(last)),
    )
    statuses = []
    while job.step():
        statuses.append((job.status.stage, job.status.reading))
    assert statuses == [("finding", None), ("finding", None), ("closer", first)]
    assert job.is_done
    assert job.status.reading is last


def test_what_was_read_stands_when_a_job_is_left() -> None:
    first = Reading()
    job = job_of(PhotoStatus("closer", with_reading(first)), PhotoStatus("", READ))
    job.step()
    job.cancel()
    assert not job.step()
    assert job.status.reading is first
    assert job.status.stage == ""


def test_what_a_step_comes_to_is_not_told_when_the_job_was_left_meanwhile() -> None:
    def steps() -> Iterator[PhotoStatus | None]:
        yield PhotoStatus("closer", with_reading(first))
        job.cancel()  # another thread's tap, while this step is taken
        yield PhotoStatus("closer", READ)

    first = Reading()
    job = PhotoJob(steps())
    job.step()
    job.step()
    assert job.status.stage == ""
    assert job.status.reading is first


def test_a_failure_is_told_and_the_next_photo_is_read_all_the_same() -> None:
    def fails() -> Iterator[PhotoStatus | None]:
        yield PhotoStatus("finding", PHOTO)
        message = "out of paper"
        raise ValueError(message)

    queue = PhotoQueue(1)
    broken, sound = queue.add(PhotoJob(fails()), ""), queue.add(job_of(PhotoStatus("", READ)), "")
    broken.wait(PATIENCE_S)
    sound.wait(PATIENCE_S)
    assert broken.status.trouble == ("app.broken", "ValueError: out of paper")
    assert sound.status.reading is not None


def test_nobodys_first_reading_waits_for_anybodys_better_one() -> None:
    gate, order = Event(), []

    def photo(name: str, better: int) -> Iterator[PhotoStatus | None]:
        gate.wait(PATIENCE_S)
        order.append(name)
        yield PhotoStatus("closer", READ)
        for _ in range(better):
            order.append(f"{name} better")
            yield None
        yield PhotoStatus("", READ)

    queue = PhotoQueue(1)
    begun = [queue.add(PhotoJob(photo(name, 3)), name) for name in ("one", "two", "three")]
    gate.set()
    for job in begun:
        job.wait(PATIENCE_S)
    assert order[:3] == ["one", "two", "three"]
    assert order[3:6] == ["one better", "two better", "three better"], "and then in turn"


def test_a_photo_whose_file_is_decoded_elsewhere_holds_up_nobodys_reading_first_or_better() -> None:
    decoded = Event()

    def costly() -> Iterator[PhotoStatus | None]:
        while not decoded.wait(0.001):
            yield None
        yield PhotoStatus("", READ)

    queue = PhotoQueue(1)
    slow = [queue.add(PhotoJob(costly()), name) for name in ("Ann", "Bo")]
    sound = queue.add(
        job_of(PhotoStatus("finding", PHOTO), PhotoStatus("closer", READ), None, PhotoStatus("", READ)), "Cy"
    )
    sound.wait(PATIENCE_S)
    assert (sound.is_done, [job.is_done for job in slow]) == (True, [False, False])
    decoded.set()
    for job in slow:
        job.wait(PATIENCE_S)
        assert job.status.reading is not None


def test_a_hand_finds_its_job_again_until_it_needs_it_no_longer() -> None:
    queue, job = PhotoQueue(1), job_of()
    queue.remember("hand", job)
    assert (queue.of("hand"), job.hand, queue.of("other")) == (job, "hand", None)
    queue.forget("hand")
    assert queue.of("hand") is None


def test_no_more_photos_lie_open_than_may_before_one_is_read_to_its_end() -> None:
    begun: list[int] = []
    done: list[int] = []

    def reading(number: int) -> Iterator[PhotoStatus | None]:
        begun.append(number)
        yield PhotoStatus("closer", READ)
        done.append(number)
        yield PhotoStatus("", READ)

    queue = PhotoQueue(1)
    held, go = Event(), Event()

    def holding() -> Iterator[PhotoStatus | None]:
        held.set()
        go.wait(PATIENCE_S)
        yield PhotoStatus("", READ)

    queue.add(PhotoJob(holding()), "")
    held.wait(PATIENCE_S)
    many = [queue.add(PhotoJob(reading(number)), str(number)) for number in range(9)]
    assert queue.before(many[0]) == 1
    assert queue.before(many[8]) == 9
    go.set()
    for job in many:
        job.wait(PATIENCE_S)
    assert begun == list(range(9))
    assert done == list(range(9))
    assert queue.before(many[8]) == 0


def test_photos_that_nobody_waits_for_any_more_take_no_place() -> None:
    queue = PhotoQueue(0)
    for _ in range(20):
        queue.add(job_of(PhotoStatus("", READ)), "Ann").cancel()


def test_a_job_that_is_over_holds_its_photo_no_longer() -> None:
    gone = Event()

    def reading() -> Iterator[PhotoStatus | None]:
        try:
            yield PhotoStatus("", READ)
        finally:
            gone.set()

    job = PhotoJob(reading())
    job.step()
    assert job.is_done
    assert gone.is_set()


def test_no_photo_takes_a_step_while_a_tap_is_answered() -> None:
    taps = Taps(PATIENCE_S)
    taps.begin("a tap")
    job = PhotoQueue(1, taps).add(job_of(PhotoStatus("", READ)), "a")
    job.wait(0.05)
    assert not job.is_done
    taps.end("a tap")
    job.wait(PATIENCE_S)
    assert job.is_done
