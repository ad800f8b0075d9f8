"""What says which version this is, and on which Pythons it runs, says the same everywhere."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

yaml = pytest.importorskip("yaml")


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def changes(root: Path) -> list[tuple[str, str | None]]:
    """Versions of the list of changes with their days, as they stand there."""
    heading = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)
    return [(name, day or None) for name, day in heading.findall((root / "CHANGELOG.md").read_text("utf-8"))]


def test_the_newest_version_of_the_list_of_changes_is_the_project_s(
    project: dict[str, Any], changes: list[tuple[str, str | None]]
) -> None:
    assert changes[0] == ("Unreleased", None)
    assert changes[1][0] == project["version"]
    days = [day for _, day in changes[1:]]
    assert None not in days
    assert days == sorted(days, key=str, reverse=True)


def test_what_is_cited_is_the_newest_version(
    root: Path, project: dict[str, Any], changes: list[tuple[str, str | None]]
) -> None:
    cited = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    assert (cited["version"], str(cited["date-released"])) == changes[1]
    assert project["license"] == cited["license"]
    badge = (root / "docs" / "badges" / "licence.svg").read_text("utf-8")
    assert f"<title>licence: {cited['license']}</title>" in badge


def test_the_workflow_runs_every_python_from_the_oldest_on(root: Path, project: dict[str, Any]) -> None:
    workflow = yaml.safe_load((root / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    tried = [job["strategy"]["matrix"]["python"] for job in workflow["jobs"].values()]
    oldest = int(project["requires-python"].removeprefix(">=3."))
    assert tried
    assert all(
        pythons == [f"3.{minor}" for minor in range(oldest, oldest + len(pythons))] for pythons in tried
    )
    assert f"Python 3.{oldest} or newer" in (root / "README.md").read_text("utf-8")
    badge = (root / "docs" / "badges" / "python.svg").read_text("utf-8")
    assert f"<title>python: {tried[0][0]} to {tried[0][-1]}</title>" in badge
    target = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["target-version"]
    assert target == f"py3{oldest}"


def test_a_wheel_is_named_by_its_version_wherever_its_file_is(root: Path, project: dict[str, Any]) -> None:
    pages = [root / "README.md", *(root / "docs").glob("*.md")]
    named = {
        found for page in pages for found in re.findall(r"yakulens-([\d.]+)-py3", page.read_text("utf-8"))
    }
    assert named == {project["version"]}


def test_a_release_is_made_by_targets_of_ours_and_published_without_a_secret(root: Path) -> None:
    text = (root / ".github" / "workflows" / "release.yml").read_text("utf-8")
    release = yaml.safe_load(text)
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML takes the key "on" for yes
    (line,) = re.findall(r"run: make ([a-z ]+) PYTHON", text)
    makefile = (root / "Makefile").read_text("utf-8")
    assert [target for target in line.split() if f"\n{target}:" not in makefile] == []
    assert "secrets" not in text
    assert release["permissions"] == {"contents": "read"}
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert [name for name, job in release["jobs"].items() if "permissions" in job] == ["publish"]


def test_what_the_hooks_and_the_workflow_run_is_there(root: Path) -> None:
    workflow = (root / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    folders = re.findall(r"tests/\w+", workflow)
    assert folders
    assert [folder for folder in folders if not (root / folder).is_dir()] == []
    hooks = yaml.safe_load((root / ".pre-commit-config.yaml").read_text("utf-8"))
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
