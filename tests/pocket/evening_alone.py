"""An evening on one device, tapped at random; it runs in the browser's Python as in any other."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Final

from tests.properties.random_taps import HANDS, NAMES, RULES, any_tap, draw, offered, table_tap
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable
from yakulens.app.words.i18n import LANGUAGES
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import typed

TAPS: Final = 60
READS: Final = 0.1
"""How often a hand is laid on the desk, tapped on, and brought to the table."""
RELOADS: Final = 0.05
BESIDE: Final = 0.3
"""How often the hand is then checked for tenpai, or another one beside it."""
PHOTOS: Final = 0.3
"""How often a draw is photographed before the next tap."""


def evening(seed: int) -> list[str]:
    """Play an evening; returns the beginning of the SHA-256 of all that is shown and kept after each tap."""
    random, phone, now = Random(seed), Phone(), 1_000.0  # noqa: S311 - no secret
    phone.language = random.choice([*LANGUAGES])
    rules, states = random.choice(RULES), []
    players = NAMES[: load_rules(rules).players]
    table = PhoneTable(phone)
    told = table.tap({"do": "begin", "value": rules, "players": list(players), "number": 0}, now)
    for _ in range(TAPS):
        now += random.randrange(240)
        if random.random() < RELOADS:
            phone = Phone(phone.language)
            table = PhoneTable(phone)
            table.open(json.loads(told)["kept"])
        if random.random() < READS and not phone.table.is_finished():
            states += [_state(each) for each in _hand(phone, random)]
        if phone.table.ending.event == "exhaustive_draw" and random.random() < PHOTOS:
            phone.table = phone.table.photographed(draw(random))
        told = table.tap(table_tap(random, json.loads(table.shown(now))["view"]), now)
        states.append(_state(told))
    return states


def _hand(phone: Phone, random: Random) -> list[str]:
    """Lay a hand on the desk, tap on it and bring it to the table; what is shown and kept after each tap."""
    facts = WinFacts("ron", random.choice(SEATS[:3]), riichi=random.choice(("none", "riichi")))
    phone.follow(to_link(typed.hand(random.choice(HANDS)), facts))
    shown = [phone.shown() + phone.kept()]
    for _ in range(random.randrange(6)):
        tap = any_tap(random, json.loads(phone.shown()))
        phone.hear({"events": [{"n": phone.heard + 1, **tap}]})
        if random.random() < BESIDE:
            _check(phone, random)
        shown.append(phone.shown() + phone.kept())
    phone.hear({"events": [{"n": phone.heard + 1, "do": "go", "where": "table"}]})
    return [*shown, phone.shown() + phone.kept()]


def _check(phone: Phone, random: Random) -> None:
    """Tap on what is told of who is tenpai, where it is told."""
    told = json.loads(phone.shown())["check"] or {}
    ways = [tap for tap in offered(told) if "do" in tap]
    if "desk" in told and random.random() < 0.6:
        tap = any_tap(random, told["desk"] | {"result": told["pair"]})
        phone.hear_check({"events": [{"n": phone.check.heard + 1, **tap}]})
    elif ways:
        phone.tap_check(random.choice(ways))


def _state(told: str) -> str:
    return sha256(told.encode()).hexdigest()[:8]
