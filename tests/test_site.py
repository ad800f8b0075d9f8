"""The documentation site: it builds without a warning, so no link is broken, and asks no other machine."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING

import pytest

import yakulens
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytest.importorskip("mkdocs")
pytest.importorskip("material")
pytest.importorskip("mkdocstrings")


@pytest.fixture(scope="module")
def site(root: Path, once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The site, built once for all workers."""

    def build(folder: Path) -> None:
        words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
        environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(words, cwd=root, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")

    return once("site", build)


@pytest.mark.long
def test_every_page_of_docs_is_built_and_found_from_the_front_page(site: Path, root: Path) -> None:
    front = (site / "index.html").read_text("utf-8")
    pages = [path.with_suffix(".html").name for path in (root / "docs").glob("*.md")]
    assert pages
    assert [page for page in pages if not (site / page).is_file() or f'href="{page}' not in front] == []


@pytest.mark.long
def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|iframe|link)\b[^>]*(?:src|href)="(?:https?:)?//[^"]*"')
    remote = {
        path.name: found for path in site.rglob("*.html") if (found := loads.findall(path.read_text("utf-8")))
    }
    assert remote == {}
    sheets = [
        path.name for path in site.rglob("*.css") if re.search(r"url\(.?https?:", path.read_text("utf-8"))
    ]
    assert sheets == []


@pytest.mark.long
def test_the_public_interface_is_told_name_by_name(site: Path) -> None:
    told = (site / "python.html").read_text("utf-8")
    assert [name for name in getattr(yakulens, "__all__", ()) if f'id="yakulens.{name}"' not in told] == []


@pytest.mark.long
def test_a_translated_front_page_says_what_language_it_is_in(site: Path, root: Path) -> None:
    languages = [path.stem.removeprefix("index.") for path in (root / "docs").glob("index.*.md")]
    assert {"ja", "zh"} <= set(languages) <= set(i18n.LANGUAGES)
    for language in languages:
        front = (site / f"index.{language}.html").read_text("utf-8")
        assert f'<html lang="{i18n.LANGUAGES[language].tag}"' in front


@pytest.mark.parametrize("name", ["docstrings", "pages"])
def test_the_examples_of_what_makes_the_pages_hold(root: Path, name: str) -> None:
    spec = spec_from_file_location(name, root / "docs" / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    tried = doctest.testmod(module)
    assert (tried.failed, tried.attempted > 0) == (0, True)
