"""Each example runs as it stands on the samples, and says what it promises."""

from __future__ import annotations

import ast
import csv
import importlib.util
import json
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import yakulens

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
SAMPLES = ROOT / "datasets" / "samples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_photos_are_scored_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    photo, none = str(SAMPLES / "open.jpg"), str(SAMPLES / "CARD.md")
    words = [photo, none, "--won", "ron", "--seat", "west", "--discarder", "north"]
    assert example("score_photos").main(words) == 1
    told = capsys.readouterr().out
    assert "pon            777z from across" in told
    assert "2 han 30 fu: 2000 points" in told
    assert f"not scored: {none}" in told


def cells(notebook: Path) -> Iterator[str]:
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "a notebook is kept without its outputs"
            yield "".join(cell["source"])


def shown_by(cell: str, names: dict[str, Any]) -> object:
    """Run a cell as a notebook does: what its last line gives is shown."""
    *lines, last = ast.parse(cell).body
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)  # noqa: S102 - our own notebook
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - our own notebook


def test_every_cell_of_the_notebook_shows_something() -> None:
    names: dict[str, Any] = {}
    results = [shown_by(cell, names) for cell in cells(EXAMPLES / "photo_to_score.ipynb")]
    drawn = [each._repr_html_() for each in results if hasattr(each, "_repr_html_")]
    assert "data:image/jpeg;base64," in drawn[0]
    assert sum("EMA 2025" in each for each in drawn) >= 3
    assert results[-1].winners == ("west",)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def bot() -> Iterator[str]:
    server = example("ruling_bot").server(0)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    serving.join()


def posted(url: str, data: bytes) -> tuple[int, str, bytes]:
    request = urllib.request.Request(url, data)  # noqa: S310 - our own server
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def test_the_bot_answers_a_photo_with_a_ruling_card(bot: str) -> None:
    photo = (SAMPLES / "open.jpg").read_bytes()
    status, kind, card = posted(f"{bot}?won=ron&seat=west&discarder=north&dora_indicators=7s", photo)
    assert (status, kind) == (200, "image/png")
    assert card.startswith(b"\x89PNG")


def test_the_bot_asks_what_is_open_and_takes_the_answers(bot: str) -> None:
    photo = (SAMPLES / "two-rows.jpg").read_bytes()
    url = f"{bot}?won=tsumo&dora_indicators="
    status, kind, told = posted(url, photo)
    assert (status, kind) == (409, "application/json")
    (question,) = json.loads(told)["questions"]
    assert question["code"] == "winning_tile"
    assert posted(f"{url}&answer=winning_tile:{question['choices'][0]}", photo)[0] == 200


@pytest.mark.parametrize(
    ("asked", "photo", "told"),
    [
        ("", b"x", b"say how the hand was won"),
        ("?won=ron", b"x", b"not a photo"),
        ("?won=ron&rules=none&dora_indicators=", None, b"no rule set"),
        ("?won=ron&riichi=yes&dora_indicators=", None, b"riichi"),
        ("?won=ron&ippatsu=perhaps&dora_indicators=", None, b"ippatsu: 'perhaps' is neither yes nor no"),
    ],
)
def test_the_bot_says_in_a_line_why_there_is_no_ruling(
    bot: str, asked: str, photo: bytes | None, told: bytes
) -> None:
    status, kind, line = posted(bot + asked, photo or (SAMPLES / "open.jpg").read_bytes())
    assert (status, kind) == (400, "text/plain")
    assert told in line
    assert line.count(b"\n") == 1


@pytest.mark.parametrize("name", ["ruling_bot", "tournament_batch"])
def test_an_example_takes_every_fact_of_a_win_by_its_type(name: str) -> None:
    fact = example(name).fact
    told = [fact("riichi", each) for each in ("double", "riichi", "yes", "false")]
    assert told == ["double", "riichi", True, False]
    assert (fact("win_apart", "false"), fact("honba", "2"), fact("seat", "west")) == (False, 2, "west")


def test_the_bot_takes_indicators_that_are_none(bot: str) -> None:
    photo = (SAMPLES / "riichi.jpg").read_bytes()
    url = f"{bot}?won=ron&seat=south&discarder=west&honba=&riichi=double"
    assert [posted(f"{url}{none}", photo)[0] for none in ("", "&dora_indicators=")] == [409, 200]


def test_a_tournaments_photos_become_rulings(tmp_path: Path) -> None:
    rulings = tmp_path / "rulings.csv"
    example("tournament_batch").main([str(SAMPLES), str(EXAMPLES / "situations.csv"), str(rulings)])
    with rulings.open(newline="", encoding="utf-8") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert list(rows) == [
        "open.jpg",
        "riichi.jpg",
        "closed-quad.jpg",
        "seven-pairs.jpg",
        "two-rows.jpg",
    ]
    assert (rows["open.jpg"]["outcome"], rows["open.jpg"]["west"]) == ("win", "8000")
    assert "winning_tile" in rows["two-rows.jpg"]["why"]
    whole = [json.loads(line) for line in rulings.with_suffix(".jsonl").read_text("utf-8").splitlines()]
    assert [line["file"] for line in whole] == list(rows)
    assert whole[0]["yaku"][0]["cite"] == "EMA 2025 4.2.1"


def test_a_line_of_a_tournament_that_cannot_be_used_costs_no_other(tmp_path: Path) -> None:
    situations, rulings = tmp_path / "situations.csv", tmp_path / "rulings.csv"
    said = "file,won,honba\nopen.jpg,,\nopen.jpg,ron,two\n,ron,\nopen.jpg,ron,,more\nopen.jpg,ron,1\n"
    situations.write_text(said, encoding="utf-8")
    example("tournament_batch").main([str(SAMPLES), str(situations), str(rulings)])
    with rulings.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["outcome"] for row in rows] == ["none"] * 4 + ["win"]
    assert (rows[-1]["south"], rows[-1]["discarder"]) == ("2300", "-2300")
    for row, why in zip(rows, ("'won'", "'two'", "is a folder", "cells without a name"), strict=False):
        assert why in row["why"]


def test_examples_name_every_example() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in EXAMPLES.iterdir():
        if path.suffix in {".py", ".ipynb", ".csv"}:
            assert f"]({path.name})" in page


def test_an_example_tells_no_name_that_is_not_public() -> None:
    """Beside the ruling card, which is the page's."""
    allowed = {"yakulens", "yakulens.app.exports.card_of_hand", "yakulens.vision.overlay"}
    for path in EXAMPLES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("yakulens"):
                assert node.module in allowed
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert node.value.id != "yakulens" or node.attr in {*yakulens.__all__, "__file__"}
