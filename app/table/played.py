"""What a game's table shows of its hands: the stand, and each hand with what it paid. Pure."""

from collections.abc import Mapping

from yakulens.app import Json
from yakulens.app.game import Played
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession
from yakulens.app.hand import shown
from yakulens.app.table.pieces import Speaker, buttons, fold, heading
from yakulens.app.words import phrases, rule_phrases, seating
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
                wind=seating.wind_shown(speaker.language, seat),
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
    """A finished hand in a line: East 1 (counters: 1) · Ron (discard) · Ann +8,000 points."""
    winners = [
        f"{isolated(names[seat])} {shown.change(speaker.language, hand.settled['net'][seat])['label']}"
        for seat in hand.settled["winners"]
    ]
    taken = speaker.after_game(hand.settled, names)
    event = speaker.say(f"table.{hand.end['event']}")
    return " · ".join((speaker.hand(hand.before), event, *winners, *taken))


def hands(speaker: Speaker, session: GameSession, *, last_open: bool = False) -> list[Json]:
    """Every hand so far, the latest first: what it paid, with the taps to correct it.

    ``last_open`` unfolds the latest, where a page folds it again once another follows.
    """
    whole = session.whole
    if whole is None or not whole.played:
        return []
    # During a correction the form is about another hand than the last one.
    undo = [] if session.mending else [buttons(speaker.button("table.undo", "undo"))]
    folded = []
    for number, hand in reversed([*enumerate(whole.played)]):
        names = dict(zip(hand.before.seats(), whole.game.players, strict=True))
        mend = [speaker.button(f"table.{key}", key, number=number) for key in ("mend", "remove")]
        parts = [*speaker.settlement(hand.settled, names), buttons(*mend)]
        opened = last_open and number == len(whole.played) - 1
        folded.append(fold(f"hand-{number}", hand_line(speaker, hand, names), *parts, opened=opened))
    return [heading(speaker.say("table.hands")), *undo, *folded]
