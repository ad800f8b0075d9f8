"""The score of a hand, as ``app/web/result.js`` draws it: points, payments, rows, and why. Pure."""

from yakulens.app import Json
from yakulens.app.hand import alternatives, before_win, shown
from yakulens.app.hand.choice import rule_options
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.situation import MOST_OF
from yakulens.app.words import i18n, phrases, rule_phrases, seating
from yakulens.app.words.i18n import text
from yakulens.scorer.near_misses import Miss
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.transfers import DISCARDER
from yakulens.scorer.vocabulary import SEATS


def result(facts: Facts) -> Json:
    """The score of a hand in full, or what it still lacks; of one before its win what it waits for.

    >>> from yakulens.app.hand.scoring import Scored
    >>> from yakulens.app.hand.situation import WinFacts
    >>> from yakulens.vision.desk import typed
    >>> won = Scored.of(typed.hand("234m456p7s +7s [777z] (1111z)"), WinFacts("tsumo", "south"))
    >>> told = result(Facts("en", won, {}, {}))
    >>> told["points"]["value"], told["worth"]
    ('4,000', '2 han · 60 fu')
    >>> [row["cells"][0]["text"] for row in told["tables"][0]["rows"]]
    ['Yakuhai: Red', 'Yakuhai: round wind', 'Total']
    """
    hand, score = facts.scored, facts.scored.score
    before = shown.given(before=before_win.to_json(facts))
    if score is None and before:
        return {"part": "result"} | before
    told: Json = {"part": "result", "title": facts.say("result.title")} | before
    if score is None:
        return told | {"lacking": facts.say(hand.lacking or "result.waiting")}
    told |= {"worth": phrases.worth(facts.language, score), "wins": score["outcome"] == "win"}
    if not told["wins"]:
        told["problems"] = phrases.problems(facts.language, score)
    else:
        told |= {"points": _points(facts, score), "pays": _pays(facts, score), "notes": _notes(facts, score)}
        told |= {"read": shown.reading(facts.language, score["reading"])}
        told["tables"] = shown.some(_yaku(facts, score), _fu(facts, score), _chips(facts, score))
    return told | {"folds": shown.some(_line_by_line(facts, score), *reasons(facts))}


def reasons(facts: Facts) -> list[Json | None]:
    """Why the score is this and no other: the other readings of the hand, and the yaku that were missed."""
    return [_other_readings(facts), _missed(facts)]


def reasons_json(facts: Facts) -> Json:
    """The reasons on their own, with a sentence where the hand has one reading or misses nothing."""
    notes = [] if facts.scored.readings else [facts.say("dispute.one_reading")]
    notes += [] if facts.scored.missed else [facts.say("result.nothing_missed")]
    folds = shown.some(*reasons(facts))
    return shown.given(part="words", title=facts.say("dispute.reasons"), folds=folds, notes=notes)


def _points(facts: Facts, score: Json) -> Json:
    """The points; while a fact is missing they are provisional."""
    is_open = facts.may_change()
    label = facts.say("result.points_so_far" if is_open else "result.points")
    by = facts.say(f"result.by_{facts.situation.by}")
    return {"value": f"{score['value']:,}", "label": f"{label} · {by}", "open": is_open}


def _pays(facts: Facts, score: Json) -> Json:
    payments, winner = score["payments"], facts.situation.seat
    seats: list[str] = [seat for seat in SEATS if seat in payments or seat == winner]
    if DISCARDER in payments:  # nobody has named them
        seats = [*([] if winner is None else [winner]), DISCARDER]
    return {
        "label": facts.say("result.pays"),
        "seats": [
            shown.given(
                wind=seating.wind_shown(facts.language, seat),
                name=facts.names.get(seat, ""),
                change=shown.change(facts.language, payments.get(seat, 0)),
                wins=seat == winner,
            )
            for seat in seats
        ],
    }


def _notes(facts: Facts, score: Json) -> list[str]:
    """What the payments include, and red fives that the rules do not have."""
    situation = facts.situation
    honba, deposits = situation.honba, situation.deposits
    notes = [
        facts.liable(),
        facts.say("result.counters_note", honba=honba, deposits=deposits) if honba or deposits else "",
        phrases.in_chips(facts.language, score, situation.seat or "east"),
        facts.say("result.red_fives_plain") if facts.scored.foreign_fives else "",
    ]
    return [note for note in notes if note]


def _yaku(facts: Facts, score: Json) -> Json | None:
    language = facts.language
    rows = [
        shown.row(
            shown.cell(facts.say(f"yaku.{row['id']}"), gloss=facts.say(f"gloss.{row['id']}")),
            shown.cell(rule_phrases.counted(language, row), "num"),
            shown.cited(language, row["cite"]),
        )
        for row in score["yaku"]
    ]
    rows += [
        shown.row(
            shown.cell(facts.say(f"dora.{row['id']}")),
            shown.cell(facts.say("result.han", han=row["han"]), "num"),
            shown.cited(language, row["cite"]),
        )
        for row in score["dora"]
        if row["han"]
    ]
    total = _total(facts.say("result.total"), phrases.worth(language, score))
    return shown.table([*rows, total], facts.say("result.yaku"))


def _total(name: str, number: str) -> Json:
    return shown.row(shown.cell(name), shown.cell(number, "num"), shown.cell(kind="cite"), mark="sum")


def _fu(facts: Facts, score: Json) -> Json | None:
    if not score["fu"] or not score["fu_rows"]:
        return None
    rows = [
        shown.row(
            shown.cell(facts.say(f"fu.{row['id']}"), tiles=shown.row_of_tiles(facts.language, row["tiles"])),
            shown.cell(str(row["fu"]), "num"),
            shown.cited(facts.language, row["cite"]),
        )
        for row in score["fu_rows"]
    ]
    exact, total = sum(row["fu"] for row in score["fu_rows"]), facts.say("result.total")
    if exact != score["fu"]:
        total = f"{total} {exact}{facts.say('language.pause')}{facts.say('result.rounded')}"
    return shown.table([*rows, _total(total, str(score["fu"]))], facts.say("result.fu_rows"))


def _chips(facts: Facts, score: Json) -> Json | None:
    """What each payer hands over in chips, line by line."""
    rows = [
        shown.row(
            shown.cell(reason),
            shown.cell(str(chips), "num"),
            shown.cited(facts.language, cite),
            mark="" if cite else "sum",
        )
        for reason, chips, cite in phrases.each_in_chips(facts.language, score)
    ]
    return shown.table(rows, facts.say("result.chips"))


def _line_by_line(facts: Facts, score: Json) -> Json | None:
    """Every payment with its section."""
    rows = shown.settlement(facts.language, score, facts.names)
    if not rows:
        return None
    title = f"{facts.say('result.line_by_line')} ({len(rows)})"
    return shown.fold("line-by-line", title, tables=shown.some(shown.table(rows)))


def _other_readings(facts: Facts) -> Json | None:
    """The other ways to read the hand, and why each is worth less; None without one."""
    score, readings = facts.scored.score, facts.scored.readings
    if score is None or not readings:
        return None
    told = [
        {"read": shown.reading(facts.language, other["reading"])}
        | {"notes": [_other_worth(facts, other), *_why_less(facts, other, score)]}
        for other in readings
    ]
    title = f"{facts.say('result.others')} ({len(told)})"
    return shown.fold("others", title, note=facts.say("result.others_note"), readings=told)


def _other_worth(facts: Facts, other: Json) -> str:
    if not other["value"]:
        return facts.say("result.no_yaku")
    worth = phrases.worth(facts.language, {"outcome": "win", "limit": None, **other})
    return f"{worth} · {other['value']:,} {facts.say('result.points')}"


def _why_less(facts: Facts, other: Json, score: Json) -> list[str]:
    """The yaku and fu by which another reading differs from the chosen one, in one line if there are any."""
    if score["outcome"] != "win":
        return []
    difference = alternatives.difference(other, score)
    sentences = [
        facts.say(key, yaku=i18n.listed(facts.language, (facts.say(f"yaku.{name}") for name in ids)))
        for key, ids in (("less.lost", difference.lost), ("less.gained", difference.gained))
        if ids
    ]
    if difference.fu is not None:
        sentences.append(facts.say("less.fu", fu=difference.fu, best=score["fu"]))
    if other["value"] == score["value"]:
        sentences.append(facts.say("less.equal"))
    return [" · ".join(sentences)] if sentences else []


def _missed(facts: Facts) -> Json | None:
    """Each missed yaku with the reason and the section; None where nothing was missed."""
    missed = facts.scored.missed
    if not missed:
        return None
    title = f"{facts.say('result.why_not')} ({len(missed)})"
    rows = [_miss(facts.language, miss) for miss in missed]
    return shown.fold("why-not", title, tables=shown.some(shown.table(rows)))


def _miss(language: str, miss: Miss) -> Json:
    name, why = phrases.missed(language, miss.id), phrases.because(language, miss.reasons)
    return shown.row(shown.cell(name, gloss=why, strong=True), shown.cited(language, miss.cite))


def settings(facts: Facts, place: str = "") -> Json:
    """The rules, the counters and sticks and the rare cases of a hand, each to be changed by a tap.

    A running game knows its rules and counters: they are not asked, and ``place`` says which hand of the game
    it is.
    """
    situation, at_table = facts.situation, bool(facts.names)
    asked = {
        "honba": not at_table,
        "deposits": not at_table,
        "north_dora": load_rules(situation.rules).players < len(SEATS),
        "bonus_hand": not at_table and situation.seat == "east",
    }
    fields = [
        {"field": field, "most": MOST_OF[field], "value": getattr(situation, field)}
        | _labels(facts, facts.say(f"situation.{field}"))
        for field, is_asked in asked.items()
        if is_asked
    ]
    return shown.given(
        note=place if at_table else "",
        rules=None if at_table else rules_field(facts.language, situation.rules),
        title=facts.say("situation.more"),
        numbers=fields,
    )


def _labels(facts: Facts, what: str) -> Json:
    """The label of a number, and those of the buttons that lower and raise it."""
    changes = {key: facts.say(f"situation.{key}", what=what) for key in ("lower", "higher")}
    return {"label": what} | changes


def rules_field(language: str, chosen: str) -> Json:
    """The choice of a rule set among all that are offered."""
    return {
        "label": text(language, "situation.rules"),
        "value": chosen,
        "options": rule_options(language, rule_phrases.in_order(language)),
    }
