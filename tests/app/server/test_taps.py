from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from yakulens.app.server.taps import Taps

LONG_S = 300


def test_without_taps_a_photo_goes_on_at_once() -> None:
    taps = Taps(LONG_S)
    taps.wait()
    taps.begin("one")
    taps.end("one")
    taps.end("never begun")
    taps.wait()


def test_a_photo_waits_until_all_taps_are_answered() -> None:
    taps, waited = Taps(LONG_S), Event()

    def wait() -> None:
        taps.wait()
        waited.set()

    taps.begin("one")
    taps.begin("other")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(wait)
        taps.end("one")
        assert not waited.wait(0.05)
        taps.end("other")
        assert waited.wait(LONG_S)


def test_a_tap_that_takes_long_does_not_stop_photos() -> None:
    taps = Taps(0.01)
    taps.begin("waits for a photo")
    taps.wait()
    taps.wait()
