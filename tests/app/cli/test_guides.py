"""What the guides name in their commands is there: networks and cards, commands, options. Nothing is run."""

from __future__ import annotations

import argparse
import re
import runpy
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from yakulens.app import cli
from yakulens.app.cli.frame import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GUIDES = sorted(
    [
        *(ROOT / "docs").glob("*.md"),
        *ROOT.glob("*.md"),
        *(ROOT / "models").glob("R*.md"),
        *(ROOT / "datasets").glob("*.md"),
    ]
)
OF_EARLIER_VERSIONS = {"CHANGELOG.md"}


def code(guide: Path) -> list[str]:
    """Every piece of code in a page: what stands between backticks, and each line of a block."""
    text = guide.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    indented = re.findall(r"^ {4}(\S.*)$", text, re.MULTILINE)
    inline = re.findall(r"`([^`]+)`", re.sub(r"^```\w*\n.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
    return [
        *(line for block in blocks for line in block.splitlines()),
        *indented,
        *(" ".join(each.split()) for each in inline),
    ]


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every option of a command, of its parts too."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from options(part)


class AcceptedError(Exception):
    """A command has everything that it needs."""


MEASURED = [line for line in code(ROOT / "docs" / "limits.md") if line.startswith("python -m tests.")]


@pytest.mark.parametrize("command", MEASURED)
@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
def test_the_command_beside_a_limit_is_whole(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = argparse.ArgumentParser.parse_args

    def accepted(parser: argparse.ArgumentParser) -> None:
        parse(parser)
        raise AcceptedError

    monkeypatch.setattr(sys, "argv", command.split()[2:])
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", accepted)
    with pytest.raises(AcceptedError):
        runpy.run_module(sys.argv[0], run_name="__main__")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_network_and_card_that_a_guide_names_is_there(guide: Path) -> None:
    if guide.name in OF_EARLIER_VERSIONS:
        return
    named = {path for line in code(guide) for path in re.findall(r"(?<![\w/])models/[\w.-]*\w", line)}
    missing = {path for path in named if not (ROOT / path).exists()}
    assert not missing


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_command_and_option_that_a_guide_names_is_there(guide: Path) -> None:
    if guide.name in OF_EARLIER_VERSIONS:
        return
    for line in code(guide):
        for command, rest in re.findall(r"(?:^|[ |$])yakulens ([a-z]+)([^|;#]*)", line):
            assert command in COMMANDS, line
            known = set(options(cli.build_parser(command)))
            unknown = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", rest)) - known
            assert not unknown, line
