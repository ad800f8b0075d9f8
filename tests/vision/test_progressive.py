"""A photo's first reading stands before it is searched further; a limit of time ends with what stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from tests.vision.layout.bundled import result_of
from tests.vision.layout.cases import Laid, detections, row
from tests.vision.tiny import Drawn, draw_scene
from yakulens.vision import progressive
from yakulens.vision.photo_search import Recognition, SearchStep
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo, read_within
from yakulens.vision.recognise import Recogniser, TimedSearchStep
from yakulens.vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from yakulens.vision.detections import Detections
    from yakulens.vision.stages import NextStage

FACES = ("1m", "5p", "7z", "9s")
CLOSE_BY = [Drawn(FACES[i % 4], 60 + 80 * (i % 5), 100 + 100 * (i // 5)) for i in range(10)]
FAR_OFF = [Drawn(FACES[i % 4], 60 + 90 * i, 60 + 55 * i) for i in range(10)]
"""Tiles that this finder sees in closer windows alone."""


def photo(tiles: list[Drawn], width: int = 480, height: int = 320) -> Photo:
    return Photo(Pyramid(draw_scene(tiles, width, height)), "drawn.png", "00" * 32, 1.5)


@pytest.fixture(scope="module")
def recogniser(tiny_model: Path) -> Recogniser:
    """Without the mirror image, in which these few faces are as well known."""
    stages = EVERY_STAGE.without("mirroring")
    return Recogniser.load(str(tiny_model)).limited_to(stages)


class Recognised:
    """Stands for a recogniser; each recognition follows a pause."""

    name = "given"
    stages = EVERY_STAGE
    tile_set = ""

    def __init__(self, *looks: tuple[Detections, NextStage]) -> None:
        """See this in every photo, and what is done next."""
        self._looks = looks
        self.paused = 0

    def iter_looks(self, _: Photo) -> Iterator[TimedSearchStep | None]:
        """One after the other."""
        for tiles, ahead in self._looks:
            self.paused += 1
            yield None
            yield TimedSearchStep(SearchStep(Recognition(tiles, tiles), result_of(tiles), ahead))


WHOLE = detections([*row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"), Laid("8s", 15.0)])
SHORT = detections(row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s"))


def pending_stages(recogniser: Recogniser, tiles: list[Drawn], *size: int) -> list[str]:
    return [done.pending_stage for done in progressive.iter_readings(photo(tiles, *size), recogniser)]


def test_tiles_that_fill_the_frame_are_read_once_and_small_ones_first_from_afar(
    recogniser: Recogniser,
) -> None:
    assert pending_stages(recogniser, CLOSE_BY) == [""]
    assert pending_stages(recogniser, FAR_OFF, 960, 640) == ["closer", "closest", ""]


def test_the_last_reading_is_the_answer_and_says_when_the_first_stood(recogniser: Recogniser) -> None:
    small = photo(FAR_OFF, 960, 640)
    first, *_, last = progressive.iter_readings(small, recogniser)
    answer = read_photo(small, recogniser)
    assert answer.reading == last.reading
    assert first.reading != last.reading
    spent = answer.ms["decode"] + answer.ms["detect"] + answer.ms["layout"]
    assert 1.5 < answer.ms["first"] < spent
    assert first.ms["first"] == pytest.approx(sum(first.ms[s] for s in ("decode", "detect", "layout")))


def test_time_that_is_up_ends_with_the_reading_that_stands() -> None:
    search = Recognised((SHORT, "closer"), (WHOLE, ""))
    done = read_within(photo([]), search, 0.0)  # type: ignore[arg-type]
    assert (done.pending_stage, search.paused) == ("closer", 1)
    assert len(done.reading.tiles) == len(SHORT)
    stopped = done.reading.issues[-1]
    assert (stopped.code, stopped.case) == ("stopped_early", "closer")


def test_a_first_reading_beyond_doubt_is_no_issue_though_time_is_up() -> None:
    done = read_within(photo([]), Recognised((WHOLE, "closer"), (SHORT, "")), 0.0)  # type: ignore[arg-type]
    assert done.pending_stage == "closer"
    assert done.reading.issues == ()


def test_with_time_enough_the_answer_is_that_without_a_limit(recogniser: Recogniser) -> None:
    small = photo(FAR_OFF, 960, 640)
    assert read_within(small, recogniser, math.inf).reading == read_photo(small, recogniser).reading
