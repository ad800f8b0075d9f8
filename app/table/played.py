"""What a game's table shows of its hands: the stand, each hand in a line, what a correction moves. Pure."""

from collections.abc import Mapping

from yakulens.app import Json
from yakulens.app.game import Played, TableState
from yakulens.app.game.correction import Correction
from yakulens.app.game.seated import Seated
from yakulens.app.hand import shown
from yakulens.app.table.pieces import Speaker, note, tables
from yakulens.app.words import phrases, rule_phrases
from yakulens.app.words.i18n import isolated


def stand_of(speaker: Speaker, table: Seated) -> Json:
    """Whose score is what before the hand, who deals, and what lies on the table."""
    say, stand, names = speaker.say, table.stand, table.names()
    last = table.played[-1] if table.played else None
    cells = []
    for player, seat in enumerate(stand.seats()):
        moved = 0 if last is None else last.settled["net"].get(last.before.seats()[player], 0)
        score = phrases.total(stand.scores[player])
        chips = say("table.chips_won", chips=phrases.signed(stand.chips[player])) if stand.chips else ""
        cells.append(
            shown.given(
                wind=phrases.wind_shown(speaker.language, seat),
                name=names[seat],
                sum={"text": score, "label": say("table.in_points", points=score)},
                change=shown.change(speaker.language, moved) if moved else None,
                chips=chips,
                deals=seat == "east",
            )
        )
    return {
        "part": "stand",
        "turn": speaker.turn(stand),
        "sticks": say("table.sticks", honba=stand.honba, deposits=stand.deposits),
        "rules": rule_phrases.short(speaker.language, table.game.rules),
        "seats": cells,
    }


def hand_line(speaker: Speaker, hand: Played, names: Mapping[str, str]) -> str:
    """A finished hand in a line: East 1 · Ron (discard) · Ann +8,000 points."""
    winners = [
        f"{isolated(names[seat])} {shown.change(speaker.language, hand.settled['net'][seat])['label']}"
        for seat in hand.settled["winners"]
    ]
    taken = speaker.after_game(hand.settled, names)
    event = speaker.say(f"table.{hand.end['event']}")
    return " · ".join((speaker.turn(hand.before), event, *winners, *taken))


def corrected(speaker: Speaker, whole: Seated, found: Correction, at: int, *, removing: bool) -> list[Json]:
    """Which later hands a correction of hand ``at`` gives another deal, and the scores before each.

    Empty if the correction changes nothing.
    """
    if found.game == whole.game:
        return []
    say, rows, moved = speaker.say, [], []
    for number, now in enumerate(found.played):
        was = whole.played[number + (removing and number >= at)]
        if now.before == was.before:
            continue
        rows.append(_scores(speaker.turn(now.before), was.before.scores, now.before.scores))
        here, there = (_with_counters(speaker, each.before) for each in (was, now))
        if number > at - removing and here != there:
            moved.append(say("table.mend_becomes", was=here, now=there))
    rows.append(_scores(say("table.mend_now"), whole.stand.scores, found.stand.scores))
    table = shown.table(rows, say("table.mend_moves"), ("", *whole.game.players))
    told = phrases.listed(speaker.language, moved)
    warned = [note(say("table.mend_deal", hands=told), asks=True)] if moved else []
    return [*warned, *tables(table)]


def _scores(name: str, was: tuple[int, ...], now: tuple[int, ...]) -> Json:
    cells = [
        shown.cell(phrases.total(new), "num", was="" if old == new else phrases.total(old))
        for old, new in zip(was, now, strict=True)
    ]
    return shown.row(shown.cell(name), *cells)


def _with_counters(speaker: Speaker, stand: TableState) -> str:
    """Which hand of a game it is, with its counters: they move as the deal does."""
    return speaker.say("table.turn_honba", turn=speaker.turn(stand), honba=stand.honba)


def why_stuck(speaker: Speaker, whole: Seated, found: Correction) -> str:
    """Which later hand a correction leaves without a settlement, and why; empty if it leaves none."""
    if found.stuck is None:
        return ""
    names = dict(zip(found.stand.seats(), whole.game.players, strict=True))
    why = speaker.problems(found.problems, names)
    return speaker.say("table.mend_stuck", hand=speaker.turn(whole.played[found.stuck].before), why=why)
