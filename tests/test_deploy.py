"""The files with which a club deploys the page: each is read as its program reads it, and is hardened."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import yaml

from yakulens.app.cli import app
from yakulens.app.server.crowd import WANTED

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "yakulens.service"
HARDENED = """
DynamicUser NoNewPrivileges ProtectHome PrivateTmp PrivateDevices RestrictSUIDSGID ProtectClock
ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables
RestrictNamespaces RestrictRealtime LockPersonality
"""


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions: each one's word and the rest."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line)]


def test_the_image_runs_as_nobody_in_particular_and_says_whether_it_is_well() -> None:
    found = instructions()
    words = [word for word, _ in found]
    assert set(words) <= {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK",
                          "ENTRYPOINT", "CMD"}  # fmt: skip
    assert words.count("FROM") == 2, "what builds the wheel does not stay"
    last = dict(found[words.index("FROM", 1) :])
    assert last["USER"].split(":")[0].isdigit()
    assert last["USER"].split(":")[0] != "0"
    assert "/_stcore/health" in last["HEALTHCHECK"]
    assert last["VOLUME"] == "/data"
    assert "XDG_DATA_HOME=/data" in last["ENV"]


def test_the_image_installs_what_the_page_needs_as_the_guide_does() -> None:
    guide = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
    for text in (guide, *(rest for word, rest in instructions() if word == "RUN" and "pip install" in rest)):
        extras = re.search(r"\.whl\)?\[([a-z,-]+)\]", text)
        assert extras is not None
        assert extras[1].split(",") == ["app", "heic"]
        assert all(
            f"\n{name} = [" in (ROOT / "pyproject.toml").read_text("utf-8") for name in ("app", "heic")
        )


def test_what_the_image_copies_is_there_and_is_let_in() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = [line[1:] for line in ignored if line.startswith("!")]
    assert "*" in ignored
    assert all((ROOT / name).exists() for name in let_in)
    assert {
        "app",
        "scorer",
        "vision",
        "models",
        "datasets",
        "src",
        "pyproject.toml",
        "constraints.txt",
    } <= set(let_in)


def test_the_composition_gives_the_page_no_rights_and_no_way_out() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    page, caddy = composed["services"]["page"], composed["services"]["caddy"]
    assert (DEPLOY / page["build"]["context"]).resolve() == ROOT
    assert (ROOT / page["build"]["dockerfile"]).is_file()
    for service in (page, caddy):
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert not page["user"].startswith("0")
    assert page["ulimits"]["nofile"] == WANTED
    assert "ports" not in page
    assert page["networks"] == ["inside"]
    assert composed["networks"]["inside"]["internal"] is True
    assert set(composed["networks"]) == {"inside", "outside"}
    assert caddy["depends_on"]["page"]["condition"] == "service_healthy"
    mounted = [volume.split(":")[0] for volume in (*page["volumes"], *caddy["volumes"])]
    assert all(name in composed["volumes"] or (DEPLOY / name).is_file() for name in mounted)


def test_caddy_asks_the_page_where_it_listens_and_limits_what_is_uploaded() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert "reverse_proxy {$PAGE:page:8501}" in text
    assert "max_size 64MB" in text


def test_the_unit_is_hardened_and_systemd_reads_it() -> None:
    lines = [line for line in UNIT.read_text(encoding="utf-8").splitlines() if "=" in line and line[0] != "#"]
    settings = dict(line.split("=", 1) for line in lines)
    assert [name for name in HARDENED.split() if settings.get(name) != "yes"] == []
    assert settings["CapabilityBoundingSet"] == ""
    assert settings["ProtectSystem"] == "strict"
    assert settings["LimitNOFILE"] == str(WANTED)
    analyser = shutil.which("systemd-analyze")
    if analyser is not None:
        done = subprocess.run(
            [analyser, "security", "--offline=true", "--threshold=20", "--no-pager", str(UNIT)],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-300:]
        assert "Unknown" not in done.stderr


def test_the_commands_in_these_files_are_ours() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    started = re.search(r"^ExecStart=\S+/yakulens (.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert started is not None
    for words in (composed["services"]["page"]["command"], started[1].split()):
        assert words[0] == "app"
        known = Path(app.__file__).read_text(encoding="utf-8")
        assert all(word in known for word in words if word.startswith("--"))
