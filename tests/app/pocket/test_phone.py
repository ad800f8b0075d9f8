"""What the state of the page in a browser gives its scripts."""

from __future__ import annotations

import json

import pytest

from yakulens.app.pocket.phone import Phone


@pytest.mark.parametrize(
    ("server", "opens"),
    [
        ("http://192.168.1.5:8501/", "http://192.168.1.5:8501/?laid="),
        ("https://club.example/yakulens", "https://club.example/yakulens/?laid="),
        ("192.168.1.5:8501", "http://192.168.1.5:8501/?laid="),
        ("localhost:8501/club/", "http://localhost:8501/club/?laid="),
        ("garbage", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_a_hand_is_linked_to_a_server_by_its_address_or_by_host_and_port(server: str, opens: str) -> None:
    phone = Phone()
    phone.begin()
    there = json.loads(phone.links("https://here.example/", server))["there"]
    assert there.startswith(opens) if opens else there == ""
