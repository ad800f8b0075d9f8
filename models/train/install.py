"""`make train-setup`: installs what training needs, and says first what that downloads.

On Linux the package index's PyTorch is the one for NVIDIA's cards, with gigabytes of CUDA. It is taken only
if asked for (``--cuda``); else the processor's build is, from PyTorch's own index where pip finds none by
itself.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlparse
from urllib.request import Request, urlopen

_ROOT: Final = Path(__file__).resolve().parents[2]
_WANTED: Final = ("--constraint", "constraints.txt", "--editable", ".[app,train,heic]")
_CUDA: Final = ("nvidia-", "cuda-", "triton")
"""Beginnings of the names of the packages that only NVIDIA's cards need."""
_SMALL: Final = "nvidia-ml-py "
"""ultralytics brings this one along; it is for any machine."""
_NAMED: Final = 50_000_000
"""Downloads of at least so many bytes are named one by one."""
_WAIT_S: Final = 10.0
_OPENCV, _WITH_WINDOWS = "opencv-python-headless", "opencv-python"


def install_command(*, index: str = "", plan: bool = False) -> list[str]:
    """The command that installs what training needs, or only plans it as a report on standard output.

    ``index`` is the address of one more package index.
    """
    pip = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "install"]
    more = ["--extra-index-url", index] if index else []
    return [*pip, *more, *(["--dry-run", "--quiet", "--report", "-"] if plan else []), *_WANTED]


def packages_of(report: str) -> dict[str, str]:
    """The packages that a report of pip would install: their names, with versions, and where each comes from.

    >>> one = {"metadata": {"name": "torch", "version": "2.13.0+cpu"}, "download_info": {"url": "u"}}
    >>> packages_of(json.dumps({"install": [one]}))
    {'torch 2.13.0+cpu': 'u'}
    """
    rows: Sequence[Mapping[str, Any]] = json.loads(report)["install"]
    return {
        f"{row['metadata']['name'].lower()} {row['metadata']['version']}": row["download_info"]["url"]
        for row in rows
    }


def is_for_cards(packages: Collection[str]) -> bool:
    """Whether packages for NVIDIA's cards are among them, or PyTorch's two parts are of different builds.

    >>> is_for_cards(["torch 2.13.0", "nvidia-ml-py 13.6"]), is_for_cards(["nvidia-cudnn-cu13 9.1"])
    (False, True)
    >>> is_for_cards(["torch 2.13.0+cpu", "torchvision 0.28.0"])
    True
    """
    builds = {name.endswith("+cpu") for name in packages if name.startswith(("torch ", "torchvision "))}
    of_cards = [name for name in packages if name.startswith(_CUDA) and not name.startswith(_SMALL)]
    return len(builds) > 1 or bool(of_cards)


def told(sizes: Mapping[str, int | None]) -> str:
    """What will be downloaded, in a sentence; a size in bytes, None if it is not known.

    >>> told({"torch 2.13.0+cpu": 190_000_000, "numpy 2.4": 17_000_000, "polars 1.3": None})
    '3 packages, 0.2 GB and 1 of unknown size: torch 2.13.0+cpu (190 MB), and 2 smaller ones'
    >>> told({})
    'nothing: everything is installed'
    """
    if not sizes:
        return "nothing: everything is installed"
    known = {name: size for name, size in sizes.items() if size is not None}
    large = sorted((name for name in known if known[name] >= _NAMED), key=known.__getitem__, reverse=True)
    unknown = len(sizes) - len(known)
    parts = [f"{name} ({known[name] / 1e6:.0f} MB)" for name in large]
    if rest := len(sizes) - len(large):
        parts.append(f"{'and ' if large else ''}{rest} smaller ones")
    extra = f" and {unknown} of unknown size" if unknown else ""
    return f"{len(sizes)} packages, {sum(known.values()) / 1e9:.1f} GB{extra}: {', '.join(parts)}"


def size_of(url: str) -> int | None:
    """The bytes of a file by its address, without downloading it; None if nobody says."""
    parts = urlparse(url)
    with suppress(OSError, ValueError):
        if parts.scheme == "file":
            path = Path(unquote(parts.path))
            return path.stat().st_size if path.is_file() else None
        if parts.scheme == "https":
            with urlopen(Request(url, method="HEAD"), timeout=_WAIT_S) as answer:  # noqa: S310 - https alone
                return int(answer.headers["Content-Length"])
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Plan, say what is downloaded, and install; pip's exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cuda", action="store_true", help="PyTorch for NVIDIA's cards")
    parser.add_argument("--index", default="", metavar="URL", help="where the processor's PyTorch is")
    args = parser.parse_args(arguments)
    index, packages = "", _planned("")
    if is_for_cards(packages) and not args.cuda and args.index:
        index, packages = args.index, _planned(args.index)
    if is_for_cards(packages) and not args.cuda:
        _say("pip finds PyTorch for NVIDIA's cards alone, which takes some 3 GB more.")
        _say("make train-setup CUDA=1 takes it; TORCH_CPU_INDEX=URL names an index that has the processor's.")
        return 1
    kind = "for NVIDIA's cards" if args.cuda else "for the processor (CUDA=1: for NVIDIA's cards)"
    _say(f"PyTorch {kind}. To download: {told({name: size_of(url) for name, url in packages.items()})}")
    return _pip(install_command(index=index)).returncode or _with_one_opencv()


def _with_one_opencv() -> int:
    """Leave one OpenCV, and return pip's exit code.

    ultralytics brings the one with windows, which asks for the libraries of a screen, and fills the folder of
    the one that reads photos. So that one is put there anew.
    """
    if not _is_installed(_WITH_WINDOWS):
        return 0
    _say(f"{_WITH_WINDOWS} makes room for {_OPENCV}, with which photos are read.")
    pip = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    again = ["install", "--force-reinstall", "--no-deps", "--constraint", "constraints.txt", _OPENCV]
    steps = ([*pip, "uninstall", "--yes", _WITH_WINDOWS], [*pip, *again])
    return next((code for step in steps if (code := _pip(step).returncode)), 0)


def _is_installed(package: str) -> bool:
    with suppress(PackageNotFoundError):
        return bool(version(package))
    return False


def _planned(index: str) -> dict[str, str]:
    """What pip would install, by name, where from.

    Raises:
        SystemExit: pip finds no way; it has said why.
    """
    done = _pip(install_command(index=index, plan=True), stdout=subprocess.PIPE)
    if done.returncode:
        raise SystemExit(done.returncode)
    return packages_of(done.stdout)


def _pip(command: Sequence[str], stdout: int | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, cwd=_ROOT, stdout=stdout, text=True)  # noqa: S603 - ours


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
