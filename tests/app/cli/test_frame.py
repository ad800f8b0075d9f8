"""The command line's manners: exit codes, one clear line, no traceback, no broken pipe."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.conftest import ROOT
from yakulens.app import cli
from yakulens.app.cli.frame import Parser, UsageError


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return text[:-1]


def fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def run(_words: list[str]) -> int:
        raise error

    monkeypatch.setattr(cli, "_run", run)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"    {name} " in out for name in cli.COMMANDS)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert one_line(capsys.readouterr().out) == f"yakulens {metadata.version('yakulens')}"


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--help"]) == 0
    assert f"  yakulens {command}" in capsys.readouterr().out.partition("example:")[2]


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_example_is_understood(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([command, "--help"])
    shown = capsys.readouterr().out.partition("example:")[2].splitlines()
    examples = [shlex.split(line.rpartition("| ")[2]) for line in shown if "yakulens" in line]
    for name, *words in examples:
        assert name == "yakulens"
        assert cli.build_parser(words[0]).parse_args(words).command == words[0]


def run_closed(closed: str, *words: str) -> subprocess.CompletedProcess[str]:
    line = f"{shlex.quote(sys.executable)} -m yakulens.app.cli {shlex.join(words)} {closed}"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=ROOT, env=buffered
    )


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize(
    ("closed", "words", "what"),
    [
        ("<&-", ["score", "--jsonl"], "standard input is closed"),
        ("<&-", ["settle", "-"], "standard input is closed"),
        (">&-", ["rules"], "standard output is closed"),
    ],
)
def test_closed_streams_are_told_in_one_line(closed: str, words: list[str], what: str) -> None:
    done = run_closed(closed, *words)
    assert done.returncode == 2
    assert what in one_line(done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("words", [["rules"], ["--version"], ["--help"], ["score", "--help"]])
def test_an_answer_that_a_full_disk_does_not_take_is_told_in_one_line(words: list[str]) -> None:
    done = run_closed(">/dev/full", *words)
    assert done.returncode == 2
    assert "No space left on device" in one_line(done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("closed", ["2>/dev/full", "2>&-"])
def test_a_refusal_that_nobody_can_read_ends_with_2_all_the_same(closed: str) -> None:
    assert run_closed(closed, "score", "99").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_an_answer_is_given_where_what_is_said_beside_it_cannot_be_written(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_text('{"scores": {"Ann": 1, "Bo": 2, "Cy": 3, "Di": 4}}', encoding="utf-8")
    done = run_closed("2>/dev/full", "final", str(game))
    assert done.returncode == 0
    assert json.loads(done.stdout)["problems"]


@pytest.mark.parametrize("words", [[], ["nonsense"], ["--nonsense"]])
def test_bad_words_end_with_2_and_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert one_line(captured.err).startswith("yakulens: ")
    assert captured.out == ""


def test_a_message_of_many_lines_is_told_in_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(monkeypatch, UsageError("first\n  second"))
    assert cli.main(["rules"]) == 2
    assert one_line(capsys.readouterr().err).endswith(": first second")


def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fail_with(monkeypatch, FileNotFoundError(2, "No such file or directory", "a.jpg"))
    assert cli.main([]) == 2
    assert one_line(capsys.readouterr().err) == "yakulens: a.jpg: No such file or directory"


@pytest.mark.parametrize(
    ("module", "remedy"),
    [
        ("torch", "run make train-setup"),
        ("streamlit.runtime", "run pip install 'yakulens[app]' (in a checkout: make app)"),
        ("segno", "run pip install 'yakulens[app]' (in a checkout: make app)"),
        ("pyarrow", "run pip install 'yakulens[parquet]'"),
        ("yaml", "run pip install 'yakulens[imports]' (in a checkout: make app)"),
        ("tomlkit.items", "run pip install 'yakulens[imports]' (in a checkout: make app)"),
        ("flatbuffers", "install yakulens again"),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    module: str, remedy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(monkeypatch, ModuleNotFoundError(f"No module named {module!r}", name=module))
    assert cli.main([]) == 2
    assert one_line(capsys.readouterr().err) == f"yakulens: {module} is not installed: {remedy}"


def test_a_package_of_the_page_is_named_where_the_page_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "yakulens.app.cli.app", raising=False)
    monkeypatch.setitem(sys.modules, "segno", None)
    assert cli.main(["app"]) == 2
    assert one_line(capsys.readouterr().err) == (
        "yakulens app: segno is not installed: run pip install 'yakulens[app]' (in a checkout: make app)"
    )


def test_a_defect_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(cli.DEBUG_VARIABLE, raising=False)
    fail_with(monkeypatch, ZeroDivisionError("oh"))
    assert cli.main([]) == 1
    assert "ZeroDivisionError: oh" in one_line(capsys.readouterr().err)


def test_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fail_with(monkeypatch, KeyboardInterrupt())
    assert cli.main([]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe that closes early")
def test_a_reader_that_leaves_is_no_error(root: Path) -> None:
    program = "import sys; from yakulens.app.cli import main; sys.exit(main(['--help']))"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=writing, stderr=subprocess.PIPE, check=False, cwd=root
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def small_parser() -> Parser:
    parser = Parser(prog="x")
    command = parser.add_subparsers().add_parser("do")
    command.add_argument("what")
    command.add_argument("--how", nargs="?", const="well", choices=("well", "badly"))
    return parser


@pytest.mark.parametrize(
    ("words", "how"),
    [
        (["do", "--how", "it"], "well"),
        (["do", "it", "--how"], "well"),
        (["do", "--how", "badly", "it"], "badly"),
        (["do", "--how=badly", "it"], "badly"),
        (["do", "it"], None),
    ],
)
def test_an_optional_value_never_takes_the_next_argument(words: list[str], how: str | None) -> None:
    args = small_parser().parse_args(words)
    assert (args.what, args.how) == ("it", how)


def test_options_are_not_abbreviated() -> None:
    with pytest.raises(UsageError, match="--ho"):
        small_parser().parse_args(["do", "it", "--ho", "well"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
@pytest.mark.parametrize(
    "words",
    [["sets", "import"], ["restore"], ["app", "--sign-in"], ["rules", "show"], ["read"]],
    ids=" ".join,
)
def test_a_pipe_where_a_file_belongs_is_not_waited_for(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert cli.main([*words, str(pipe)]) == 2
    assert "regular file" in one_line(capsys.readouterr().err)
