"""What a game's page shows beside the form: needs, standing, final places, penalties, timer, seats. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from yakulens.app import Json, game
from yakulens.app.exports import card_of_game
from yakulens.app.exports.pantheon import is_four, limits
from yakulens.app.game import is_reseated
from yakulens.app.game.penalties import STEP, bounds, offered, spared
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession
from yakulens.app.hand import shown
from yakulens.app.table.pieces import Speaker, buttons, fold, label, note, tables
from yakulens.app.words import at_table, i18n, phrases, rule_phrases
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.penalties import Penalty, find_penalty
from yakulens.scorer.rules.ruleset import Source
from yakulens.scorer.vocabulary import SEATS, SUBSTITUTED

MINUTES: Final = (45, 60, 75, 90, 105)
"""Usual lengths of a tournament round."""
OTHER: Final = "other"
"""The choice for a penalty that the book does not list."""


@dataclass(frozen=True, slots=True)
class NeedsSheet:
    """What the players need in the current hand for a better place, one of them chosen."""

    names: dict[str, str]  # by wind
    every: list[Json]  # each player's, as ``need`` gives them
    chosen: Json  # those of the chosen player, else of the first who can gain a place
    is_last: bool  # whether a win can end the game

    @classmethod
    def of(cls, table: Seated, hands_left: int | None, riichi: Sequence[str], who: str | None) -> Self | None:
        """The needs at a table, those of the player called ``who`` chosen; None where none are told."""
        answer = game.needs(table.game, table.stand, hands_left, riichi)
        if answer["problems"]:
            return None
        every, names = answer["needs"], table.names()
        wins = [win for need in every for goal in need["goals"] for win in _least_wins(goal).values()]
        chosen = [need for need in every if names[need["seat"]] == who]
        first = (chosen or [need for need in every if need["goals"]] or every)[0]
        return cls(names, every, first, any(win is not None and win["game_ends"] for win in wins))

    def parts(self, speaker: Speaker) -> list[Json]:
        """The chosen player's needs."""
        need, names = self.chosen, self.names
        place = speaker.say(f"place.{need['place']}")
        now = note(speaker.say("need.now", place=place, points=phrases.total(need["points"])))
        goals = [part for goal in need["goals"] for part in _goal(speaker, goal, names)]
        goals = goals or [note(speaker.say("need.leads", name=names[need["seat"]]))]
        drawn = note(at_table.if_drawn(speaker.language, need["drawn"], names))
        return [now, *goals, drawn, note(speaker.say("need.note"))]


def needs(speaker: Speaker, session: GameSession, table: Seated, hands_left: int | None) -> list[Json]:
    """One player's needs for a better place, unfolded if a win can end the game."""
    found = NeedsSheet.of(table, hands_left, session.ending.riichi, session.opened.needs)
    if found is None:
        return []
    options = [
        (speaker.seated(each["seat"], found.names), speaker.tap("needs", value=found.names[each["seat"]]))
        for each in found.every
    ]
    held = [speaker.seated(found.chosen["seat"], found.names)]
    who = speaker.choices(speaker.say("need.who"), options, held)
    return [fold("needs", speaker.say("need.title"), who, *found.parts(speaker), opened=found.is_last)]


def _least_wins(goal: Json) -> dict[str, Json | None]:
    """The smallest sufficient wins, by who pays; a self-draw has the empty name."""
    return {"": goal["tsumo"], **goal["ron"]}


def _goal(speaker: Speaker, goal: Json, names: Mapping[str, str]) -> list[Json]:
    rows = []
    for payer, win in _least_wins(goal).items():
        by = speaker.say("need.ron", name=names[payer]) if payer else speaker.say("need.tsumo")
        rows.append(shown.row(shown.cell(by), *_win(speaker, win)))
    head = speaker.say("need.goal", place=speaker.say(f"place.{goal['place']}"))
    return tables(shown.table(rows, head))


def _win(speaker: Speaker, win: Mapping[str, Any] | None) -> list[Json]:
    """The smallest sufficient win and what follows, then its payment, as two cells."""
    if win is None:
        return [shown.cell(speaker.say("need.none")), shown.cell("", "num")]
    worth = speaker.say("need.more", what=phrases.say(speaker.language, win["message"]))
    others = at_table.as_good(speaker.language, win)
    remarks = [speaker.say("need.or", what=i18n.listed(speaker.language, others))] if others else []
    remarks += [speaker.say("need.shared")] if win["shared"] else []
    remarks += [] if win["game_ends"] else [speaker.say("need.goes_on")]
    paid = " / ".join(phrases.total(points) for points in sorted(set(win["pays"].values()), reverse=True))
    return [shown.cell(worth, strong=True, gloss=" · ".join(remarks)), shown.cell(paid, "num")]


def standing(speaker: Speaker, table: Seated) -> list[Json]:
    """The final standing if the game ended now."""
    final = game.standing(table.game)
    changes = card_of_game.summands(table.game.rules, final)
    rows = []
    for row in final["standing"]:
        parts = [phrases.signed(each[row["player"]]) for each in changes.values()]
        cells = [shown.cell(part, "num") for part in (phrases.total(row["points"]), *parts)]
        place = shown.cell(f"{row['rank']}. {row['player']}", strong=True)
        rows.append(shown.row(place, *cells, shown.cell(phrases.signed(row["final"]), "num", strong=True)))
    columns = ["", *(speaker.say(f"table.{key}") for key in ("points", *changes, "final"))]
    return tables(shown.table(rows, columns=columns))


def over(speaker: Speaker, table: Seated) -> list[Json]:
    """The places of a finished game, and the ways on."""
    return [
        places(speaker, table),
        buttons(
            speaker.button("table.one_more", "one_more", strong=True),
            speaker.button("fact.share", "picture"),
        ),
        fold("line-by-line", speaker.say("result.line_by_line"), *final_payments(speaker, table)),
        buttons(speaker.button("table.play_on", "play_on")),
    ]


def places(speaker: Speaker, table: Seated) -> Json:
    """The places of a finished game with how each came about."""
    final, say = game.standing(table.game), speaker.say
    changes = card_of_game.summands(table.game.rules, final)
    told = []
    for row in final["standing"]:
        parts = [phrases.total(row["points"])]
        for key, by_player in changes.items():
            chips = phrases.signed(row["chips"]) if key == "chips" else ""
            name = say("table.chips_won", chips=chips) if chips else say(f"table.{key}")
            parts.append(f"{name}\N{NO-BREAK SPACE}{phrases.signed(by_player[row['player']])}")
        told.append(
            shown.given(
                rank=say("table.place", n=row["rank"]),
                name=row["player"],
                final=shown.change(speaker.language, row["final"]),
                gloss=" · ".join(parts),
                wins=row["rank"] == 1,
            )
        )
    lines = [
        shown.row(shown.cell(line.text), shown.cell(line.number, "num"), shown.cell(line.cite, "cite"))
        for part in card_of_game.afterwards(speaker.language, final, _themselves(table))
        for line in part.lines
    ]
    return shown.given(
        part="places",
        title=say("table.over"),
        note=say("table.over_after", turn=speaker.hand(table.played[-1].before)),
        places=told,
        table=shown.table(lines),
    )


def final_payments(speaker: Speaker, table: Seated) -> list[Json]:
    """What the end of the game pays, row by row."""
    settled = shown.settlement(speaker.language, game.standing(table.game), _themselves(table))
    return tables(shown.table(settled))


def _themselves(table: Seated) -> dict[str, str]:
    """The players' names by what the final standing calls them: their names."""
    return {name: name for name in table.game.players}


def hand_on(speaker: Speaker, table: Seated) -> Json:
    """The ways out of this device: files for other programs, and the game for another phone.

    Its taps are the page's own: they change nothing of the game.
    """
    say, played = speaker.say, table.game
    parts = []
    if is_reseated(played):
        parts.append(note(say("handoff.reseated")))
    elif played.ends:
        forms = ["tenhou", *(["pantheon"] if is_four(played) else [])]
        files = [speaker.button(f"handoff.{form}", "save", value=form) for form in forms]
        told = (limits(played, speaker.language), say("handoff.note"))
        parts += [buttons(*files), *(note(each) for each in told if each)]
    send = buttons(
        speaker.button("table.as_link", "share"), speaker.button("table.as_file", "save", value="game")
    )
    return fold("handoff", say("handoff.title"), send, *parts)


def penalties(speaker: Speaker, session: GameSession, table: Seated) -> Json:
    """The folded form for penalties and substitutes, and the entries so far, to take back."""
    say, rules, chosen = speaker.say, load_rules(table.game.rules), session.opened.offence
    offences = {penalty.id: penalty for penalty in offered(rules)}
    labels = {id_: _offence(speaker, penalty) for id_, penalty in offences.items()}
    labels[OTHER] = say("penalty.other")
    if rules.substitute_points:
        labels |= {when: say(f"penalty.{when}") for when in SUBSTITUTED}
    options = [(label, speaker.tap("offence", value=id_)) for id_, label in labels.items()]
    held = [labels[chosen]] if chosen in labels else []
    parts = [note(say("penalty.form_note")), speaker.choices(say("penalty.search"), options, held)]
    if chosen is not None and chosen in labels:
        parts += _who(speaker, session, table, chosen, offences.get(chosen))
    return fold("penalty", say("penalty.form"), *parts, *_given(speaker, table))


def _offence(speaker: Speaker, penalty: Penalty) -> str:
    """An offence with its points, if the book fixes them."""
    least, most = bounds(penalty)
    offence = phrases.say(speaker.language, penalty.offence)
    return f"{offence} · {phrases.signed(-least)}" if least == most else offence


def _who(
    speaker: Speaker, session: GameSession, table: Seated, offence: str, penalty: Penalty | None
) -> list[Json]:
    """The points, if they are a choice, then the players: a tap enters the penalty."""
    parts = []
    least, most = bounds(penalty)
    if offence not in SUBSTITUTED and least < most:
        parts.append(
            {
                "part": "number",
                "label": speaker.say("penalty.points"),
                "value": max(least, session.opened.points),
                "least": least,
                "most": most,
                "step": penalty.step if penalty and penalty.step else STEP,
                "tap": speaker.tap("points"),
            }
        )
    players = [
        (name, speaker.tap("penalise", value=offence, number=number))
        for number, name in enumerate(table.game.players)
    ]
    off = [table.game.players[number] for number in spared(table.game, offence)]
    return [*parts, speaker.choices(speaker.say("penalty.who"), players, off=off)]


def _given(speaker: Speaker, table: Seated) -> list[Json]:
    """Every entry with a way to take it back."""
    rules, players, say = load_rules(table.game.rules), table.game.players, speaker.say
    parts: list[Json] = []
    for at, given in enumerate(table.game.penalties):
        penalty = find_penalty(given.offence, rules)
        offence = say("penalty.other") if penalty is None else phrases.say(speaker.language, penalty.offence)
        told = (players[given.player], offence, shown.change(speaker.language, given.points)["label"])
        parts += [
            label(" · ".join(told)),
            *([] if penalty is None else [_cited(speaker, penalty.source)]),
            buttons(speaker.button("penalty.take_back", "take_back", number=at)),
        ]
    for player, when in table.game.substitutes:
        parts += [
            label(f"{players[player]} · {say(f'penalty.{when}')}"),
            _cited(speaker, rules.source_of("substitute_points")),
            buttons(speaker.button("penalty.take_back", "not_replaced", number=player)),
        ]
    return parts


def _cited(speaker: Speaker, source: Source) -> Json:
    """A section, with what is remarked on it."""
    cite = rule_phrases.cite(speaker.language, source.cite)
    return note(rule_phrases.remarked(speaker.language, cite, source.remark))


def clock(speaker: Speaker, session: GameSession, table: Seated, now: float) -> list[Json]:
    """After the time signal, how many hands are left; a tap says that the hand was over before it."""
    hands_left = game.hands_left(table.game, table.played, now)
    if hands_left is None:
        return []
    meets = game.meets_signal(table.game, table.played, now)
    hands_left += meets and session.ending.before_signal
    key = {0: "clock.last", 1: "clock.one"}.get(hands_left, "clock.many")
    parts = [note(speaker.say(key, n=hands_left), asks=True)]
    if meets:
        label = speaker.say("clock.was_over")
        held = [label] if session.ending.before_signal else []
        parts.append(speaker.choices("", [(label, speaker.tap("before_signal"))], held))
    return parts


def offer_clock(speaker: Speaker, table: Seated) -> Json:
    """The way to set the clock, to add time, or to stop it."""
    say, title = speaker.say, speaker.say("clock.title")
    if table.game.until is None:
        options = [(say("clock.minutes", n=each), speaker.tap("clock", number=each)) for each in MINUTES]
        return fold("clock", title, note(say("clock.note")), speaker.choices("", options))
    taps = (speaker.button("clock.more", "clock_more"), speaker.button("clock.end", "clock_end"))
    return fold("clock", title, note(say("clock.note")), buttons(*taps))


def seats(speaker: Speaker, session: GameSession, table: Seated) -> Json:
    """The way to swap the seats of two players; the earlier hands keep theirs."""
    names, first = table.names(), session.opened.swapped
    options = [
        (speaker.seated(seat, names), speaker.tap("swap", seat=seat)) for seat in SEATS if seat in names
    ]
    held = [speaker.seated(first, names)] if first in names else []
    return fold(
        "seats",
        speaker.say("seats.title"),
        note(speaker.say("seats.note")),
        speaker.choices("", options, held),
    )
