"""JSON lines: every line answered in its place, whatever it holds."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app.cli import jsonlines
from yakulens.app.cli.frame import UsageError
from yakulens.scorer.contract.json_line import parse_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def answer_objects(lines: Iterable[str], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    jsonlines.answer_each(lines, lambda line: answer(parse_object(line)))


def echo(value: dict[str, Any]) -> dict[str, Any]:
    return {"outcome": "win", "seen": value}


def answers(text: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    answer_objects(io.StringIO(text), echo)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    "bad",
    [
        "nonsense",
        "{",
        '{"a": NaN}',
        "[1]",
        "3",
        "null",
        "true",
        '"text"',
        "9" * 5000,
        "[" * 100_000,
        '{"a": 1} {"b": 2}',
        "",
        "\udcff",
        '{"id": 1e400}',
        '{"id": -1e400}',
        f'{{"id": {"[" * 900}{"]" * 900}}}',
        f'{{"id": {"[" * 33}{"]" * 33}}}',
        f'{{"id": {"9" * 5000}}}',
        '{"win": "5s", "win": "6s"}',
        '{"liable": {"seat": "west", "seat": "east"}}',
        f'{{"id": "{"x" * 10_000_000}"}}',
    ],
    ids=lambda text: text[:12].encode("ascii", "backslashreplace").decode(),
)
def test_a_bad_line_is_answered_in_its_place(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = answers(f'{{"n": 1}}\n{bad}\n{{"n": 3}}\n', capsys)
    assert (first["seen"], third["seen"]) == ({"n": 1}, {"n": 3})
    assert second["outcome"] == "invalid"
    assert [sorted(problem) for problem in second["problems"]] == [["code", "message"]]


def test_a_defect_in_one_answer_does_not_end_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    def answer(value: dict[str, Any]) -> dict[str, Any]:
        return {"outcome": 1 // value["n"]}

    answer_objects(['{"n": 0}\n', '{"n": 1}\n'], answer)
    bad, good = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert bad["outcome"] == "invalid"
    assert good == {"outcome": 1}


def test_empty_lines_at_the_end_and_a_byte_order_mark_are_left_o(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answers('\ufeff{"n": 1}\n\n\n', capsys) == [{"outcome": "win", "seen": {"n": 1}}]
    assert answers("", capsys) == []


def test_each_answer_is_out_before_the_next_line_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    seen = []

    def lines() -> Any:  # noqa: ANN401 - a generator
        for number in range(3):
            yield json.dumps({"n": number})
            seen.append(json.loads(capsys.readouterr().out)["seen"]["n"])

    answer_objects(lines(), echo)
    assert seen == [0, 1, 2]


def test_lines_come_from_a_file_or_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text('{"a": 1}\n', encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO('{"b": 2}\n'))
    assert jsonlines.read_object(str(file)) == {"a": 1}
    assert jsonlines.read_object("-") == {"b": 2}


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.jsonl: cannot be opened"):
        jsonlines.read_object(str(tmp_path / "none.jsonl"))


def test_a_file_that_holds_no_object_is_named(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(UsageError, match=r"list\.json: a JSON object is needed, not a list"):
        jsonlines.read_object(str(file))


def test_an_answer_that_is_no_json_is_told_in_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    answer_objects(["{}", "{}"], lambda _: {"value": float("inf")})
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["problems"][0]["code"] for each in told] == ["defect", "defect"]


def test_a_line_without_end_is_not_held_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text('{"a": 1}\n' + "x" * 3_000_000 + '\n{"b": 2}\n' + "y" * 1_500_000, encoding="utf-8")
    with jsonlines.open_lines(str(file)) as lines:
        assert [len(line) for line in lines] == [9, 1_000_002, 9, 1_000_002]
    with pytest.raises(UsageError, match="longer than"):
        jsonlines.read_object(str(file))
