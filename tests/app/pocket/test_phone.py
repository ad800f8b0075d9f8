"""What the state of the page in a browser gives its scripts."""

from __future__ import annotations

import json

import pytest

from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import Declared
from yakulens.app.pocket.phone import Phone
from yakulens.vision.desk import typed


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


def test_why_a_hand_is_impossible_in_the_other_rules_stands_there() -> None:
    phone = Phone(other="tenhou-3p")
    phone.follow(to_link(typed.hand("345678m44p67s234p +5s"), Declared("ron", "south")))
    beside = json.loads(phone.shown())["full"]["beside"]
    assert "plays without these tiles" in beside["worth"]
