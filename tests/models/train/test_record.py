"""Hyper-parameters come from one file, and a run goes on with what it was begun with."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from yakulens.models.train.hyper import HyperError, hyper_of
from yakulens.models.train.record import FILE, RunError, keep

if TYPE_CHECKING:
    from pathlib import Path

GIVEN = {"network": "reader", "seed": 1, "minutes": 5.0, "steps": None, "threads": 2, "art": []}


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[reader]\nbatch = 48\ntop_rate = 1e-3\n")
    hyper, own = hyper_of("reader", file), hyper_of("reader")
    assert (hyper.batch, hyper.top_rate, hyper.memory) == (48, 1e-3, own.memory)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[reader", "not TOML"),
        ("[finder]\nbatch = 8", r"a table \[reader\] is missing"),
        ("[reader]\nbatches = 8", r"\[reader\] has no batches; it has batch, least_batch, top_rate"),
        ("[reader]\nbatch = 0", "batch = 0 is no whole number from 1 to 4096"),
        ("[reader]\nbatch = 8.5", "batch = 8.5 is no whole number"),
        ("[reader]\nreal = true", "real = True is no number from 0 to 1"),
        ("[reader]\ntop_rate = nan", "top_rate = nan is no number"),
    ],
)
def test_what_cannot_be_is_one_line(text: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(HyperError, match=what) as refusal:
        hyper_of("reader", tmp_path / "a.toml")
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(HyperError, match="cannot be read"):
        hyper_of("reader", tmp_path / "a.toml")


def test_a_run_is_kept_whole_and_goes_on_with_the_same(tmp_path: Path) -> None:
    assert keep(GIVEN, hyper_of("reader"), tmp_path) == []
    kept = tomllib.loads((tmp_path / FILE).read_text())
    assert kept == {
        "network": "reader", "seed": 1, "minutes": 5.0, "threads": 2,
        "hyper": {"batch": 96, "least_batch": 24, "top_rate": 0.002, "weight_decay": 0.02,
                  "most_gradient": 5.0, "warmup": 200, "memory": 0.998, "real": 0.4},
    }  # fmt: skip
    assert keep(GIVEN, hyper_of("reader"), tmp_path) == []


def test_a_run_may_become_longer_which_is_told(tmp_path: Path) -> None:
    keep(GIVEN, hyper_of("reader"), tmp_path)
    longer = keep({**GIVEN, "minutes": 9.0, "threads": 4}, hyper_of("reader"), tmp_path)
    assert longer == [
        "goes on with minutes = 9.0 instead of minutes = 5.0",
        "goes on with threads = 4 instead of threads = 2",
    ]


def test_a_run_that_was_begun_without_a_least_batch_goes_on(tmp_path: Path) -> None:
    keep(GIVEN, hyper_of("reader"), tmp_path)
    lines = (tmp_path / FILE).read_text().splitlines()
    (tmp_path / FILE).write_text("\n".join(line for line in lines if "least_batch" not in line))
    assert keep(GIVEN, hyper_of("reader"), tmp_path) == [
        "goes on with hyper.least_batch = 24 instead of no hyper.least_batch"
    ]


def test_a_run_of_another_seed_or_other_hyper_parameters_is_another_run(tmp_path: Path) -> None:
    keep(GIVEN, hyper_of("reader"), tmp_path)
    with pytest.raises(RunError, match=r"was begun with seed = 1, not seed = 2; name a new --out"):
        keep({**GIVEN, "seed": 2}, hyper_of("reader"), tmp_path)
    with pytest.raises(RunError, match=r"was begun with hyper.batch = 96, not hyper.batch = 8"):
        keep(GIVEN, hyper_of("finder"), tmp_path)
    with pytest.raises(RunError, match=r"was begun with no photos, not photos = abc"):
        keep({**GIVEN, "photos": "abc"}, hyper_of("reader"), tmp_path)


def test_a_run_that_made_no_step_may_become_another_one(tmp_path: Path) -> None:
    keep(GIVEN, hyper_of("reader"), tmp_path)
    other = {**GIVEN, "seed": 2}
    assert keep(other, hyper_of("reader"), tmp_path, begun=False) == []
    assert keep(other, hyper_of("reader"), tmp_path) == []
