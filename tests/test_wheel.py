"""What is installed: the whole program in one package, from a wheel whose bytes are always the same.

The environment is a new one outside the checkout. Exactly the libraries that the wheel says it needs, with or
without an extra, are lent to it as links: to fetch them again would take minutes and a network.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import Distribution, distribution
from typing import TYPE_CHECKING

import cv2
import pytest
from packaging.requirements import Requirement

from tests.chromium import FLAGS, installed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

pytest.importorskip("hatchling")

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")
"""What the suite's workers are told: they share the cores, and so does what they start."""
TEN = 10
TOLD = """\
('5p', '6p', '8s', '8s') 4p ['chi', 'pon', 'pon']
2 30 {'east': 0, 'south': 0, 'west': 2000, 'north': -2000}
yakuhai_green 1 EMA 2025 4.2.1
yakuhai_red 1 EMA 2025 4.2.1
"""
"""What the README's lines print of a sample."""
WRONG = """\
import yakulens

score: str = yakulens.score("123m", won="ron")
yakulens.score("123m", won="chombo")
"""
"""Were a result anything at all, a type checker would find nothing here."""


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(root, tmp_path_factory.mktemp("dist"))


def build(root: Path, folder: Path) -> Path:
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(words, cwd=root, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel, without extras, and what it needs."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    words = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(words, check=True, capture_output=True)
    (site_of(folder) / "lent.pth").write_text(str(lent(folder, "")), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def page(bare: Path) -> dict[str, str]:
    """The environment variables that add to it what the extra `app` needs."""
    return {"PYTHONPATH": str(lent(bare, "app"))}


def site_of(bare: Path) -> Path:
    return next((bare / "env" / "lib").glob("python*")) / "site-packages"


def lent(bare: Path, extra: str) -> Path:
    """A folder of links to what the installed wheel requires, with an extra or without ("")."""
    (wheel,) = site_of(bare).glob("yakulens-*.dist-info")
    folder = bare / f"lent-{extra}" / "site-packages"  # by this name Streamlit knows that it is installed
    folder.mkdir(parents=True)
    for name in needed(Distribution.at(wheel).requires or (), {extra}):
        files = distribution(name).files or ()
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            link = folder / top
            if not link.exists():  # packages may share a folder
                link.symlink_to(distribution(name).locate_file(top))
    return folder


def needed(requirements: Iterable[str], extras: set[str]) -> set[str]:
    """The names of the distributions that these requirements ask for, and of those that these ask for."""
    found: set[str] = set()
    for each in map(Requirement, requirements):
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras):
            found |= {each.name} | needed(distribution(each.name).requires or (), {"", *each.extras})
    return found


def run(bare: Path, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    alone = {"PATH": "", "HOME": str(bare), "XDG_DATA_HOME": str(bare / "data")}
    environment = alone | {name: os.environ[name] for name in THREADS if name in os.environ}
    done = subprocess.run(
        [str(bare / "env" / "bin" / words[0]), *words[1:]],
        cwd=bare,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr or done.stdout
    return done


def test_the_same_source_gives_the_same_bytes(root: Path, wheel: Path, tmp_path: Path) -> None:
    assert build(root, tmp_path).read_bytes() == wheel.read_bytes()


def test_everything_lies_in_one_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"yakulens"}
    for part in (
        "models/yakulens-13.toml",
        "datasets/samples/open.jpg",
        "datasets/tiles/png",
        "app/.streamlit/config.toml",
        "app/words/ja.toml",
        "app/words/zh.toml",
        "scorer/rules/sets/ema-2025.toml",
    ):
        assert any(name.startswith(f"yakulens/{part}") for name in names), part


def test_our_short_names_are_nobodys_beside_it(bare: Path) -> None:
    program = (
        "import importlib.util as u; import yakulens.scorer; "
        "print([name for name in ('app', 'scorer', 'vision', 'models', 'datasets') if u.find_spec(name)])"
    )
    assert run(bare, "python", "-I", "-c", program).stdout == "[]\n"


def test_it_scores_reads_and_finds_nothing_wrong_with_itself(bare: Path) -> None:
    score = run(bare, "yakulens", "score", "345678m44p67s234p", "--win", "5s", "--by", "tsumo", "--json")
    assert json.loads(score.stdout)["han"] == 3
    photo = next((bare / "env").rglob("datasets/samples/open.jpg"))
    lines = bare / "read.jsonl"
    run(bare, "yakulens", "read", str(photo), "--out", str(lines), "--workers", "1")
    assert json.loads(lines.read_text(encoding="utf-8"))["reading"]["melds"]
    assert run(bare, "yakulens", "doctor", "--port", "0").returncode == 0


@pytest.fixture(scope="module")
def ten_lines(root: Path) -> str:
    """The README's first block of Python."""
    text = (root / "README.md").read_text(encoding="utf-8")
    lines = text.split("```python\n", 1)[1].split("```", 1)[0]
    assert len([line for line in lines.splitlines() if line.strip()]) == TEN
    return lines


@pytest.fixture
def beside_a_photo(root: Path, tmp_path: Path) -> Path:
    """A folder outside the checkout with the photo that the README's lines read."""
    shutil.copy(root / "datasets" / "samples" / "open.jpg", tmp_path / "hand.jpg")
    return tmp_path


@pytest.mark.long
def test_the_readmes_lines_run_in_a_new_environment(bare: Path, ten_lines: str, beside_a_photo: Path) -> None:
    shutil.copy(beside_a_photo / "hand.jpg", bare)
    assert run(bare, "python", "-c", ten_lines).stdout == TOLD


@pytest.mark.long
def test_the_readmes_lines_run_in_an_editable_install(ten_lines: str, beside_a_photo: Path) -> None:
    words = [sys.executable, "-c", ten_lines]
    done = subprocess.run(words, cwd=beside_a_photo, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == TOLD


@pytest.mark.long
def test_a_strict_type_checker_takes_the_readmes_lines_and_the_examples(
    root: Path, bare: Path, ten_lines: str
) -> None:
    pytest.importorskip("mypy")
    file = bare / "user.py"
    file.write_text(ten_lines, encoding="utf-8")
    (bare / "wrong.py").write_text(WRONG, encoding="utf-8")
    python = str(bare / "env" / "bin" / "python")
    words = ["-m", "mypy", "--strict", "--cache-dir", str(bare / "mypy"), "--python-executable", python]
    examples = [str(path) for path in (root / "examples").glob("*.py")]
    # Together, for most of the time goes by in reading what they all import.
    files = [str(file), *examples, str(bare / "wrong.py")]
    # -P: as one's own checker, it finds in our checkout nothing that it does not find where the wheel is.
    found = subprocess.run(
        [sys.executable, "-P", *words, *files], cwd=bare, capture_output=True, text=True, check=False
    ).stdout
    *errors, counted = found.splitlines()
    assert counted.startswith("Found 2 errors in 1 file"), found
    told = [line for line in errors if ": error: " in line]
    assert all("wrong.py:" in line.partition(": error: ")[0] for line in told), found
    assert "Incompatible types in assignment" in found
    assert "No overload variant" in found


@pytest.mark.parametrize("name", ["app", "scorer", "vision", "models", "datasets", "tests"])
def test_no_short_name_is_imported_where_it_is_installed(bare: Path, beside_a_photo: Path, name: str) -> None:
    told = run(bare, "python", "-c", f"import {name}", code=1).stderr
    assert f"No module named '{name}'" in told
    words = [sys.executable, "-E", "-c", f"import {name}"]
    done = subprocess.run(words, cwd=beside_a_photo, capture_output=True, text=True, check=False)
    assert f"No module named '{name}'" in done.stderr


def test_without_extras_it_says_what_to_install_for_the_page_and_for_parquet(bare: Path) -> None:
    told = run(bare, "yakulens", "app", code=2).stderr
    remedy = "run pip install 'yakulens[app]' (in a checkout: make app)"
    assert told == f"yakulens app: segno is not installed: {remedy}\n"
    photo = next((bare / "env").rglob("datasets/samples/open.jpg"))
    told = run(bare, "yakulens", "read", str(photo), "--out", "read.parquet", code=2).stderr
    needs = "Parquet needs PyArrow: pip install 'yakulens[parquet]'"
    assert told == f"yakulens read: --out read.parquet: {needs}\n"


@pytest.mark.parametrize("words", [("train", "finder"), ("synth", "--help"), ("train",)])
def test_training_and_rendering_are_said_to_need_a_checkout(bare: Path, words: tuple[str, ...]) -> None:
    told = run(bare, "yakulens", *words, code=2).stderr
    assert told == (
        f"yakulens {words[0]}: training and rendering need a checkout of the repository; "
        "run `make app` in it, to train `make train-setup`\n"
    )


@pytest.mark.long
def test_what_it_starts_as_programs_of_their_own_is_found_in_it(bare: Path) -> None:
    photo = next((bare / "env").rglob("datasets/samples/open.jpg"))
    rare = bare / "deep.png"  # decoded apart
    cv2.imwrite(str(rare), cv2.imread(str(photo)).astype("uint16") * 257)
    assert json.loads(run(bare, "yakulens", "read", str(rare)).stdout)["reading"]["melds"]
    program = (
        "import sys; from pathlib import Path; from yakulens.app.readers.photo_reader import ReadRequest; "
        "from yakulens.app.readers.own_process import OwnProcessReader; photo = Path(sys.argv[1]); "
        "*_, last = OwnProcessReader().steps(ReadRequest(photo.read_bytes(), photo.name)); "
        "print(len(last.reading.melds))"
    )
    assert int(run(bare, "python", "-I", "-c", program, str(photo)).stdout) > 0


@pytest.mark.long
def test_it_teaches_a_set_from_a_few_photos_and_reads_with_it(bare: Path) -> None:
    samples = next((bare / "env").rglob("datasets/samples/hands.jsonl")).parent
    folder = bare / "club"
    folder.mkdir()
    labels = [
        json.loads(line) for line in (samples / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    taught = labels[:2]
    (folder / "labels.jsonl").write_text("\n".join(map(json.dumps, taught)), encoding="utf-8")
    for label in taught:
        shutil.copy(samples / label["file"], folder)
    learnt = json.loads(run(bare, "yakulens", "learn", "Club", str(folder), "--insist", "--json").stdout)
    assert learnt["adopted"]
    assert sum(learnt["examples"].values()) == sum(len(label["boxes"]) for label in taught)
    (listed,) = json.loads(run(bare, "yakulens", "sets", "list", "--json").stdout)["sets"]
    assert listed["set"] == "Club"
    read = run(bare, "yakulens", "read", str(folder / taught[0]["file"]), "--set", "Club")
    assert json.loads(read.stdout)["tiles"]


@pytest.fixture(scope="module")
def served(bare: Path, page: dict[str, str]) -> Iterator[str]:
    """The address of the page, where the extra `app` is installed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [str(bare / "env" / "bin" / "yakulens"), "app", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "HOME": str(bare), "XDG_DATA_HOME": str(bare / "data"), **page}
    server = subprocess.Popen(words, cwd=bare, env=environment, stderr=subprocess.DEVNULL)
    yield f"http://127.0.0.1:{port}/"
    server.terminate()
    server.wait(30)


@pytest.mark.long
def test_it_serves_the_page(served: str) -> None:
    assert "<title>" in answer(served)


@pytest.mark.long
def test_a_browser_is_shown_the_page(served: str) -> None:
    chromium = installed()
    if chromium is None:
        pytest.skip("no Chromium is installed")
    sync_api = pytest.importorskip("playwright.sync_api")
    answer(served)

    def look() -> None:
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            page = browser.new_page()
            page.goto(served)
            page.get_by_test_id("stFileUploader").first.wait_for(timeout=60_000)
            browser.close()

    # In a thread of its own: this one may hold the browser of other tests, and a thread drives but one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(look).result()


def answer(url: str) -> str:
    """What a page answers, as soon as it does."""
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(url) as page:  # noqa: S310 - our own server
                return str(page.read(), "utf-8")
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
