"""Who signs in has the same games and history in every browser; nobody can unless the owner says so."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st

from yakulens.app import cli
from yakulens.app.server import browser, sign_in, visitor
from yakulens.app.store import shared

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

ANN = {"is_logged_in": True, "iss": "https://id.example", "sub": "17", "name": "Ann ![a](//evil.example)"}
BO = ANN | {"sub": "18", "name": "Bo"}
CURRENT = visitor.current
FILE = """
[auth]
redirect_uri = "https://club.example/oauth2callback"
cookie_secret = "9f2c61d0b7e84a35c1d2f0369ae8b74d"
client_id = "club"
client_secret = "GOCSPX-4fK2"
server_metadata_url = "https://id.example/.well-known/openid-configuration"
"""


@pytest.fixture
def come(monkeypatch: pytest.MonkeyPatch) -> Callable[..., visitor.Visitor]:
    """Somebody comes from another machine, in a browser with this name."""

    def comes(name: str, user: dict[str, Any] | None = None) -> visitor.Visitor:
        context = SimpleNamespace(
            headers={"host": "club.example"},
            ip_address="203.0.113.9",
            cookies={browser.COOKIE: (name * 43)[:43]},
        )
        monkeypatch.setattr(st, "context", context)
        monkeypatch.setattr(st, "user", user or {"is_logged_in": False})
        monkeypatch.setattr(visitor, "current", CURRENT)
        return visitor.current()

    return comes


def test_a_person_is_the_same_in_every_browser_and_a_browser_keeps_its_own_desk(
    come: Callable[..., visitor.Visitor],
) -> None:
    phone, laptop = come("p", ANN), come("l", ANN)
    assert phone.owner == laptop.owner
    assert phone.browser != laptop.browser
    assert come("p", BO).owner != phone.owner
    assert come("p").owner == come("p").browser != phone.owner


def test_what_a_person_played_is_theirs_and_nobody_elses(come: Callable[..., visitor.Visitor]) -> None:
    from yakulens.app.game import begin  # noqa: PLC0415 - one test's

    come("p", ANN)
    number = shared.games().begin(begin("ema-2025", ("Ann", "Bo", "Cy", "Di")))
    come("l", ANN)
    assert shared.games().load(number) is not None
    for other in (come("p", BO), come("p")):
        assert shared.games().load(number) is None, other


@pytest.mark.parametrize("claims", [{"iss": None}, {"sub": 17}, {"is_logged_in": "yes"}, {"sub": None}])
def test_claims_that_name_nobody_are_nobodys(
    claims: dict[str, Any], come: Callable[..., visitor.Visitor]
) -> None:
    known = come("p", ANN | claims)
    assert known.owner == known.browser


def test_two_providers_persons_are_never_one() -> None:
    one = {"is_logged_in": True, "iss": "https://id.example 1", "sub": "7"}
    other = {"is_logged_in": True, "iss": "https://id.example", "sub": "1 7"}
    assert sign_in.person(one) != sign_in.person(other)


def test_the_page_offers_to_sign_in_only_where_it_can(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not {"sign-in", "sign-out"} & {button.key for button in page.button}
    monkeypatch.setattr(st, "user", {"is_logged_in": False})
    asked: list[str] = []
    monkeypatch.setattr(st, "login", lambda: asked.append("in"))
    monkeypatch.setattr(st, "logout", lambda: asked.append("out"))
    page.run()
    next(button for button in page.button if button.key == "sign-in").click().run()
    monkeypatch.setattr(st, "user", ANN)
    page.run()
    out = next(button for button in page.button if button.key == "sign-out")
    assert "\\!\\[a\\]" in out.label, "a name is never markup"
    out.click().run()
    assert asked == ["in", "out"]


def written(path: Path, text: str, mode: int = 0o600) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o602, 0o620])
def test_a_file_that_others_can_read_or_change_is_refused(
    mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in, "_LIBRARIES", ("json",))
    written(tmp_path / "sign-in.toml", FILE, mode)
    with pytest.raises(sign_in.SignInError, match=r"run: chmod 600 .*sign-in.toml"):
        sign_in.checked(str(tmp_path / "sign-in.toml"))
    written(tmp_path / "sign-in.toml", FILE, 0o640)  # a group of its own is the owner's choice
    sign_in.checked(str(tmp_path / "sign-in.toml"))


@pytest.mark.parametrize(
    ("mode", "told"), [(0o777, "can replace it"), (0o707, "can replace it"), (0o1777, ""), (0o775, "")]
)
def test_a_file_that_others_can_replace_is_refused(
    mode: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in, "_LIBRARIES", ("json",))
    folder = tmp_path / "shared" / "mine"
    folder.mkdir(parents=True)
    written(folder / "sign-in.toml", FILE)
    folder.parent.chmod(mode)
    with pytest.raises(sign_in.SignInError, match=told) if told else nullcontext():
        sign_in.checked(str(folder / "sign-in.toml"))


def test_on_this_machine_http_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "_LIBRARIES", ("json",))
    here = FILE.replace("https://club.example", "http://localhost:8501")
    written(tmp_path / "sign-in.toml", here)
    assert sign_in.checked(str(tmp_path / "sign-in.toml"))


def test_a_file_that_says_all_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "_LIBRARIES", ("json",))
    path = tmp_path / "sign-in.toml"
    written(path, FILE)
    assert sign_in.checked(str(path)) == str(path.resolve())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read"),
        ("[auth", "not TOML"),
        ("auth = 3", "no redirect_uri, cookie_secret"),
        (FILE.replace("client_id", "client"), "no client_id"),
        (FILE + '[auth.other]\nclient_id = "a1"\n', "[auth.other] has what is not checked"),
        (FILE + "[auth.client_kwargs]\nverify = false\n", "[auth.client_kwargs] has what is not checked"),
        (FILE.replace("oauth2callback", "callback"), "redirect_uri is the page's own address"),
        (FILE.replace("9f2c61d0", "", 1), "line 4: cookie_secret needs 32"),
        (
            FILE.replace("9f2c61d0b7e84a35c1d2f0369ae8b74d", "ab" * 16),
            "line 4: cookie_secret needs 32 random",
        ),
        (FILE.replace("9f2c61d0b7e84a35c1d2f0369ae8b74d", "0123456789abcdef" * 2), "line 4: cookie_secret"),
        (
            FILE.replace("GOCSPX-4fK2", "9f2c61d0b7e84a35c1d2f0369ae8b74d"),
            "line 4: cookie_secret is the client_secret, which the provider knows; write",
        ),
        (FILE.replace("GOCSPX-4fK2", "..."), "line 6: client_secret is that of an example"),
        (FILE.replace("GOCSPX-4fK2", "xxx"), "line 6: client_secret is that of an example"),
        (FILE.replace('"club"', '"your-client-id"'), "line 5: client_id is that of an example"),
        (
            FILE.replace("https://club.example/", "http://club.example/"),
            "line 3: is no full address over https",
        ),
        (
            FILE.replace("https://club.example/", "https://*.example/"),
            "line 3: is no full address over https",
        ),
        (FILE.replace("https://club.example/", "https://a@club.example/"), "line 3: is no full address"),
        (FILE.replace("https://id.", "http://id."), "line 7: is no full address over https"),
        (FILE.replace("https://id.example", "*"), "line 7: is no full address over https"),
        (FILE + 'expose_tokens = "id"\n', "line 8: expose_tokens gives the page what it does not need"),
        (FILE, "redirect_uri names club.example, which is not served; add --host club.example"),
    ],
)
def test_a_file_that_lets_nobody_in_is_one_line(
    text: str | None,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "sign-in.toml"
    if text is not None:
        written(path, text)
    monkeypatch.setattr(sign_in, "_LIBRARIES", ("json",))
    assert cli.main(["app", "--sign-in", str(path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.strip().splitlines()) == 1


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "_LIBRARIES", ("no_such_library",))
    path = tmp_path / "sign-in.toml"
    written(path, FILE)
    with pytest.raises(sign_in.SignInError, match=r"pip install"):
        sign_in.checked(str(path))
