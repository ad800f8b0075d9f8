"""What a ruling is about, in words: the rules, the tiles, and how the hand was won. Pure."""

from functools import partial

from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n, rule_phrases, seating
from yakulens.scorer.judge.possible import FLAGS
from yakulens.scorer.tile import compact


def case_lines(language: str, hand: Scored, names: seating.Names) -> list[str]:
    """What a ruling is about, as lines: the rules, the tiles as they can be typed, how the hand was won.

    >>> from yakulens.vision.desk import typed
    >>> hand = Scored.of(typed.hand("234m456p7s +7s [777z] (1111z)"), WinFacts("tsumo", "south"))
    >>> case_lines("en", hand, {"south": "Bo"})
    ['EMA Riichi rules 2025', '234m456p7s +7s [777z] (1111z)', 'Bo won · Tsumo · South seat · East round']
    """
    desk, situation = hand.desk, hand.situation
    tiles = [compact(desk.faces(desk.concealed))]
    tiles += [] if desk.win is None else [f"+{desk.face(desk.win)}"]
    for meld in desk.melds:
        faces = compact(desk.faces(meld.tiles))
        tiles.append(f"({faces})" if meld.kind == "closed_kan" else f"[{faces}]")
    shown = (("indicators", desk.indicators), ("ura", desk.ura))
    rows = [
        f"{i18n.text(language, f'hand.{key}')} {compact(desk.faces(uids))}" for key, uids in shown if uids
    ]
    winner = names.get(situation.seat or "")
    won = [i18n.text(language, "fact.won", who=winner)] if winner else []
    return [
        rule_phrases.title(language, situation.rules),
        " · ".join((" ".join(filter(None, tiles)), *rows)),
        " · ".join((*won, situation_line(language, situation, names))),
    ]


def situation_line(language: str, situation: WinFacts, names: seating.Names) -> str:
    """How a hand was won, in a line."""
    say = partial(i18n.text, language)
    parts = [say(f"situation.{situation.by or 'ron'}")]
    if situation.by == "ron" and situation.discarder is not None:
        parts.append(say("card.discarded", who=seating.seated(language, situation.discarder, names)))
    if situation.seat is not None:
        parts.append(say("card.seat", wind=say(f"wind.{situation.seat}")))
    parts.append(say("card.round", wind=say(f"wind.{situation.round}")))
    if situation.riichi != "none":
        parts.append(say("situation.double" if situation.riichi == "double" else "situation.riichi_riichi"))
    parts += [say(f"situation.{flag}") for flag in FLAGS if getattr(situation, flag)]
    if not situation.win_apart:
        parts.append(say("situation.not_apart"))
    counts = (("honba", situation.honba), ("deposits", situation.deposits))
    parts += [say(f"card.{key}", n=count) for key, count in counts if count]
    return " · ".join(parts)
