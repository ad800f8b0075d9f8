"""Time the pocket's statistics: ``python -m tests.benchmarks.pocket_figures [PAGE] [--games N]``.

Games of random hands, half of the wins with their tiles as a photo gives them, are counted one after the
other by the browser's Python in node, as the page counts them. PAGE is the folder of ``make pocket``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from tests.pocket import browsers_python
from tests.properties.evenings import HANDS, NAMES
from yakulens.app import game as games
from yakulens.app.game.session import GameSession
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts
from yakulens.app.pocket.build import OUT
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from yakulens.app import Json

DRAWS: Final = 0.25
PROGRAM: Final = """
import json, time
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable

table, kept, taken = PhoneTable(Phone()), json.load(open("games.json")), []
for ask in (*(lambda game=game: table.count(game) for game in kept), lambda: table.figures(kept)):
    began = time.perf_counter()
    ask()
    taken.append(time.perf_counter() - began)
with open("out-taken.json", "w") as file:
    json.dump(taken, file)
"""


def played(random: Random) -> games.Game:
    """A game of random hands until it is over."""
    game = games.begin("ema-2025", NAMES)
    while not games.is_over(games.replay(game)[0]):
        game = games.add(game, end(random))
    return game


def end(random: Random) -> Json:
    """How a hand ended."""
    if random.random() < DRAWS:
        return {"event": "exhaustive_draw", "tenpai": random.sample(SEATS, random.randint(0, len(SEATS)))}
    event, winner, other = random.choice(("ron", "tsumo")), *random.sample(SEATS, 2)
    win: Json = {"seat": winner, "han": random.randint(1, 4), "fu": 30}
    if random.random() < 1 / 2:
        facts = WinFacts("ron" if event == "ron" else "tsumo", winner)
        hand = HandSession().next_hand(typed.hand(random.choice(HANDS)), facts=facts)
        win = {"seat": winner, "hand": hand.scored.hand}
    return {"event": event, "wins": [win]} | ({"discarder": other} if event == "ron" else {})


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("page", nargs="?", type=Path, default=OUT)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    made = [played(Random(seed)) for seed in range(args.games)]  # noqa: S311 - no secret
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder) / "games"
        here.mkdir()
        kept = [json.dumps(GameSession.of(game, number).kept()) for number, game in enumerate(made)]
        (here / "games.json").write_text(json.dumps(kept), encoding="utf-8")
        browsers_python.run(args.page.resolve(), PROGRAM, here)
        *counted, drawn = json.loads((here / "out-taken.json").read_text("utf-8"))
    hands = sum(len(game.ends) for game in made) / len(made)
    sys.stdout.write(
        f"{len(made)} games of {hands:.1f} hands: {sum(counted):.1f} s, at most {max(counted):.2f} s a game;"
        f" counted before: {drawn:.2f} s\n"
    )


if __name__ == "__main__":
    main()
