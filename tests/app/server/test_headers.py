"""Every answer says what a browser may do with it."""

from __future__ import annotations

import base64
import hashlib
import re

from yakulens.app.server import headers
from yakulens.app.server.routes import frame_text


def test_the_frame_runs_its_own_scripts_and_no_others() -> None:
    policy = headers.policy("<script>one()</script><script src='a.js'></script>")
    digest = base64.b64encode(hashlib.sha256(b"one()").digest()).decode()
    assert f"script-src 'self' blob: 'sha256-{digest}';" in policy
    assert "'unsafe-inline'" not in policy.replace("style-src 'self' 'unsafe-inline'", "")
    assert "unsafe-eval" not in policy


def test_each_script_in_the_pages_own_frame_is_named() -> None:
    inline = re.findall(r"<script>", frame_text())
    assert headers.policy(frame_text()).count("sha256-") == len(inline) > 0


def test_nobody_shows_the_page_in_a_frame_but_those_whom_its_owner_names() -> None:
    assert headers.policy("").endswith("frame-ancestors 'none'")
    clubs = ("https://club.example", "https://league.example")
    assert headers.policy("", clubs).endswith("frame-ancestors https://club.example https://league.example")
