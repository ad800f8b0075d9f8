"""What runs in a browser holds no rule of the game in JavaScript."""

from __future__ import annotations

import re

from yakulens.app.pocket.npm import WEB
from yakulens.scorer.vocabulary import SEATS
from yakulens.scorer.yaku import YAKU_IDS
from yakulens.vision.labels import LABELS

SCRIPTS = sorted(WEB.glob("*.js"))


def test_no_face_and_no_yaku_stands_in_a_script() -> None:
    words = {word for path in SCRIPTS for word in re.findall(r"[\w]+", path.read_text(encoding="utf-8"))}
    known = {*LABELS, *SEATS, *YAKU_IDS} - {"back", "other"}  # which are English too
    assert words & known == set()
