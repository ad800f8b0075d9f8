"""The card of a ruling on two claims about one hand. Pure."""

from dataclasses import replace

from yakulens.app.exports.ruling_card import RulingCard, RulingLine, RulingPart, compose
from yakulens.app.hand.claim import CLAIMS, upheld
from yakulens.app.hand.facts import Facts
from yakulens.app.words import phrases


def card(claims: tuple[Facts, Facts], ruling: str, made: str = "") -> RulingCard:
    """The card of a ruling: the claim that stands in full, and both in a line each.

    Raises:
        ValueError: something is lacking for the score of the claim that stands.
    """
    lines = []
    for name, claimed in zip(CLAIMS, claims, strict=True):
        verdict = claimed.say("claim.stands" if ruling == name else "claim.falls")
        line = claimed.say(f"claim.{name}") + claimed.say("language.colon") + _line(claimed)
        lines.append(RulingLine(line, verdict, "", strong=True))
    first = claims[0]
    part = RulingPart(first.say("claim.title"), tuple(lines))
    whole = compose(first.language, upheld(claims, ruling), names=first.names, made=made)
    if ruling != "neither":
        return replace(whole, parts=(part, *whole.parts))
    headline = first.say("claim.neither_stands")
    return replace(whole, headline=headline, worth="", situation="", pays="", seats=(), parts=(part,))


def _line(claimed: Facts) -> str:
    score = claimed.scored.score
    if score is None:
        return claimed.say(claimed.scored.lacking or "result.waiting")
    worth = phrases.worth(claimed.language, score)
    if score["outcome"] != "win":
        return worth
    line = f"{score['value']:,} · {worth}"
    return claimed.say("result.so_far", score=line) if claimed.may_change() else line
