"""What the table shows of a correction: which hand it is about, and what it would change. Pure."""

from dataclasses import dataclass

from yakulens.app import Json
from yakulens.app.game.correction import Correction
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession, Mending, correction
from yakulens.app.hand import shown
from yakulens.app.table.pieces import Speaker, note, tables
from yakulens.app.words import at_table, i18n, phrases


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction or removal would change."""

    parts: tuple[Json, ...] = ()
    gloss: str = ""  # the change of the scores in a line, or why it cannot be saved yet
    is_ready: bool = False  # whether it can be saved


def about(speaker: Speaker, whole: Seated, mending: Mending) -> str:
    """Which hand is corrected or removed, as a heading."""
    key = "table.removing" if mending.removing else "table.mending"
    return speaker.say(key, hand=speaker.hand(whole.played[mending.at].before))


def change(speaker: Speaker, session: GameSession, now: float, lacks: str = "") -> Change:
    """What the correction that is being made would change; ``lacks`` says what is still missing for it."""
    whole, mending = session.whole, session.mending
    found = None if lacks else correction(session, now)
    if whole is None or mending is None or found is None:
        return Change(gloss=lacks)
    if found.stuck is not None:
        return Change(gloss=_why_stuck(speaker, whole, found, found.stuck))
    if found.game == whole.game:
        return Change((note(speaker.say("table.mend_same")),))
    was, now_scores = whole.stand.scores, found.stand.scores
    gloss = at_table.score_changes(speaker.language, whole.game.players, was, now_scores)
    moved = _moved(speaker, whole, found, mending.at, removing=mending.removing)
    return Change(tuple(moved), gloss, is_ready=True)


def _moved(speaker: Speaker, whole: Seated, found: Correction, at: int, *, removing: bool) -> list[Json]:
    """Which later hands a correction of hand ``at`` gives another deal, and the scores before each."""
    say, rows, moved, key = speaker.say, [], [], "table.mend_counters"
    for number, now in enumerate(found.played):
        was = whole.played[number + (removing and number >= at)]
        if now.before == was.before:
            continue
        rows.append(_scores(speaker.hand(now.before), was.before.scores, now.before.scores))
        here, there = (speaker.hand(each.before) for each in (was, now))
        if number > at - removing and here != there:
            moved.append(say("table.mend_becomes", was=here, now=there))
            if speaker.turn(was.before) != speaker.turn(now.before):
                key = "table.mend_deal"
    rows.append(_scores(say("table.mend_now"), whole.stand.scores, found.stand.scores))
    table = shown.table(rows, say("table.mend_moves"), ("", *whole.game.players))
    told = i18n.listed(speaker.language, moved)
    warned = [note(say(key, hands=told), asks=True)] if moved else []
    return [*warned, *tables(table)]


def _scores(name: str, was: tuple[int, ...], now: tuple[int, ...]) -> Json:
    cells = [
        shown.cell(phrases.total(new), "num", was="" if old == new else phrases.total(old))
        for old, new in zip(was, now, strict=True)
    ]
    return shown.row(shown.cell(name, "turn"), *cells)


def _why_stuck(speaker: Speaker, whole: Seated, found: Correction, stuck: int) -> str:
    """Why a correction leaves hand number ``stuck`` without a settlement."""
    names = dict(zip(found.stand.seats(), whole.game.players, strict=True))
    why = speaker.problems(found.problems, names)
    return speaker.say("table.mend_stuck", hand=speaker.hand(whole.played[stuck].before), why=why)
