"""docs/teach-your-set.md, followed word for word: what it says to type does what it says."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import cv2
import pytest

from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.store import sets

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.long
def test_every_command_of_the_page_works_in_its_order(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "data" / stores.FILE)
    text = (root / "docs" / "teach-your-set.md").read_text(encoding="utf-8")
    odd = odd_sets([artwork()])[8]
    for number, name in enumerate(("round-1", "round-2", "hand")):
        shot = laid_out(all_faces()[:4] if name != "hand" else [all_faces()[1]], odd, 70 + number)
        cv2.imwrite(f"{name}.jpg", shot.image[..., ::-1])
    typed = [line for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    assert len(typed) == 4
    for line in typed:
        _, *words = shlex.split(line)
        assert cli.main(words) == 0, line
    assert "held-out tiles" in capsys.readouterr().out
    assert sets.names() == ("My set",)
    assert (tmp_path / "my-set.yakuset").is_file()
    for option in re.findall(r"`(--[\w-]+)", text):
        assert option in {"--insist", "--order", "--red-fives"}


def test_the_table_of_rows_is_the_order_that_is_expected(root: Path) -> None:
    from yakulens.models.teach.order import ORDER  # noqa: PLC0415

    text = (root / "docs" / "teach-your-set.md").read_text(encoding="utf-8")
    assert [len(row) for row in ORDER] == [9, 9, 9, 7, 3, 1, 1]
    rows = re.findall(r"^\| (\d) \| (.*) \|$", text, re.MULTILINE)
    assert [name.split()[0] for _, name in rows] == ["characters", "circles", "bamboo", "East", "only"]
