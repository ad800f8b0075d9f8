"""What docs/design.md says of the look is what every page is drawn in: its tokens, and nothing else."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Final

import pytest

from yakulens.app.server import kept_files
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OF_SCRIPTS: Final = ("tokens", "pieces", "desk", "table", "camera")
"""The sheets of what our scripts draw, on the server's page and in the pocket."""
SHEETS: Final = (*(f"web/{name}.css" for name in (*OF_SCRIPTS, "page")), "pocket/web/pocket.css")
COLOUR: Final = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|color)\(|\b(?:white|black|gray|grey|red|green|blue|yellow)\b"
)
TYPE: Final = re.compile(r"0|inherit|var\(--yl-type-\w+\)")
ROUND: Final = re.compile(r"(?:0|var\(--yl-round[\w-]*\)| )+|calc\(var\(--w\) \* 0\.11\)")
"""The last is a tile's corner, which is drawn art."""
ROOM: Final = re.compile(r"(?:row-|column-)?gap|(?:scroll-)?(?:padding|margin)(?:-\w+)*")
LENGTH: Final = re.compile(r"(?<![\w.])(\d*\.?\d+)(rem|px)\b")
LEAST_KEPT_FREE: Final = 1.6
"""Rem. From here on a distance is what the dock, or a tile upon a tile, is kept free of."""
PX: Final = 16


def tokens(root: Path) -> dict[str, str]:
    """Each token's value by its name."""
    style = (root / "app" / "web" / "tokens.css").read_text("utf-8")
    (first,) = re.findall(r"^:root \{([^}]*)\}", style, re.MULTILINE)
    return dict(re.findall(r"(--yl-[\w-]+): ([^;]+);", first))


def declared(sheet: str) -> Iterator[tuple[str, str]]:
    """Each property with its value, but for the tokens themselves."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    bare = re.sub(r"^:root \{[^}]*\}", "", bare, flags=re.MULTILINE)
    for name, value in re.findall(r"(?<![\w-])([a-z-]+): ?([^;{}]+)(?=[;}])", bare):
        yield name, value.replace("!important", "").strip()


@pytest.fixture(params=SHEETS)
def sheet(request: pytest.FixtureRequest, root: Path) -> str:
    """One style sheet of ours."""
    return (root / "app" / request.param).read_text("utf-8")


def test_no_sheet_is_left_out(root: Path) -> None:
    found = {str(path.relative_to(root / "app")) for path in (root / "app").rglob("*.css")}
    assert found == set(SHEETS)


@pytest.mark.parametrize("name", OF_SCRIPTS)
def test_what_is_drawn_in_the_pocket_too_says_nothing_of_streamlit(root: Path, name: str) -> None:
    sheet = (root / "app" / "web" / f"{name}.css").read_text("utf-8")
    assert re.findall(r"st-key|\.st[A-Z]\w*|data-testid", sheet) == []


def test_the_document_lists_exactly_the_tokens_there_are(root: Path) -> None:
    told = (root / "docs" / "design.md").read_text("utf-8")
    both = re.findall(r"^\| `(--yl-[\w-]+)` \| `([^`]+)` \| `([^`]+)` \| .+ \|$", told, re.MULTILINE)
    one = re.findall(r"^\| `(--yl-[\w-]+)` \| `([^`]+)` \| [^`|][^|]* \|$", told, re.MULTILINE)
    assert len(both) + len(one) == len(tokens(root)), "each is listed once"
    assert {name: f"light-dark({light}, {dark})" for name, light, dark in both} | dict(one) == tokens(root)


def test_every_token_is_used_and_every_one_used_is_there(root: Path) -> None:
    sheets = [(root / "app" / name).read_text("utf-8") for name in SHEETS]
    beside = [
        (root / "app" / name).read_text("utf-8") for name in ("page/frame.py", ".streamlit/config.toml")
    ]
    used = {name for text in (*sheets, *beside) for name in re.findall(r"var\((--yl-[\w-]+)\)", text)}
    assert used - tokens(root).keys() == set()
    assert tokens(root).keys() - used == set()


def test_a_sheet_names_no_colour_but_tokens(sheet: str) -> None:
    assert [each for each in declared(sheet) if COLOUR.search(each[1])] == []


def test_a_sheet_sets_no_size_of_type_but_tokens(sheet: str) -> None:
    sizes = [value for name, value in declared(sheet) if name == "font-size"]
    assert [size for size in sizes if not TYPE.fullmatch(size)] == []
    fonts = [value for name, value in declared(sheet) if name == "font"]
    assert [font for font in fonts if font != "inherit" and "var(--yl-type-" not in font] == []


def test_a_sheet_rounds_no_corner_but_by_tokens(sheet: str) -> None:
    corners = [value for name, value in declared(sheet) if name.startswith("border") and "radius" in name]
    assert [corner for corner in corners if not ROUND.fullmatch(corner)] == []


def test_a_sheet_keeps_no_distance_but_tokens(sheet: str) -> None:
    rooms = [(name, value) for name, value in declared(sheet) if ROOM.fullmatch(name)]
    small = [
        each
        for each in rooms
        for number, unit in LENGTH.findall(each[1])
        if float(number) / (PX if unit == "px" else 1) < LEAST_KEPT_FREE
    ]
    assert small == []


def test_what_can_be_tapped_has_no_dashed_outline(sheet: str) -> None:
    dashed = re.findall(r"([^{}]+)\{[^{}]*\bdashed\b[^{}]*\}", sheet)
    assert [each for each in dashed if "stFileUploaderDropzone" not in each] == []


def test_streamlit_is_told_the_same_colours(root: Path) -> None:
    told = tomllib.loads((root / "app" / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    names = {
        "primaryColor": "--yl-strong",
        "backgroundColor": "--yl-ground",
        "secondaryBackgroundColor": "--yl-fill",
        "textColor": "--yl-text",
        "borderColor": "--yl-line",
    }
    assert told["light"].keys() == told["dark"].keys() == names.keys()
    for key, name in names.items():
        assert tokens(root)[name] == f"light-dark({told['light'][key]}, {told['dark'][key]})"
    assert told["baseRadius"] == tokens(root)["--yl-round"]


def test_what_python_draws_sets_its_type_by_tokens(root: Path) -> None:
    frame = (root / "app" / "page" / "frame.py").read_text("utf-8")
    assert [size for size in re.findall(r"font-size:([^;!}]+)", frame) if not TYPE.fullmatch(size)] == []


def test_a_language_that_names_fonts_has_the_page_written_in_them() -> None:
    sheet = kept_files.contents()[kept_files.PIECES].decode()
    assert i18n.LANGUAGES["zh"].families
    for one in i18n.LANGUAGES.values():
        letters = re.findall(rf":lang\({re.escape(one.tag)}\) \{{ --yl-letters: ([^;]+); \}}", sheet)
        assert letters == [", ".join(f'"{family}"' for family in one.families)] * bool(one.families)
    assert not set(i18n.LANGUAGES["zh"].families) & set(i18n.LANGUAGES["ja"].families)
