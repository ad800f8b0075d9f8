"""What the page without a server shows of a hand: desk, score in full, two claims, who is tenpai. Pure."""

from dataclasses import asdict

from yakulens.app import Json
from yakulens.app.exports import ruling_card
from yakulens.app.hand import alternatives, comparison, result
from yakulens.app.hand.claim import Claim
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.session import HandSession
from yakulens.app.pocket import claims, waiting


def shown(session: HandSession, claim: Claim, check: Claim, language: str, photo: Json | None) -> Json:
    """The hand with its score in full, and the same as a ruling card to share.

    ``claim`` is another claim about it, ``check`` another hand that claims to be tenpai. ``photo`` is the
    address of its photo on the page, and its size; None for a typed hand.
    """
    desk = session.view(language, photo=photo)
    if claim.of is not None:  # two claims: each is asked below its own tiles
        desk["inline"] = True
    page: Json = {"picture": None, "card": None, "result": None, "comparison": []}
    page |= {"claims": None, "check": None}
    if session.is_awaited():
        return desk | page
    facts, scored = session.won(language), session.scored
    page["result"] = result.result(facts) | {"settings": result.settings(facts)}
    if scored.score is not None:
        card = ruling_card.compose(language, scored, names=session.names())
        page["card"] = claims.ruled(claim, session, language) or asdict(card) | {"photo": None}
        page["comparison"] = _comparison(session, scored, language)
        page["claims"] = claims.shown(claim, session, language, photo)
        page["check"] = waiting.shown(check, session, language)
    return desk | page


def _comparison(session: HandSession, won: Scored, language: str) -> list[Json]:
    """The hand under another rule set, and won in other ways, once asked for; else the choice."""
    if session.other_rules is None:
        return [comparison.question(language, won)]
    compared = comparison.to_json(language, won, session.other_rules, may_end=True)
    return [compared, alternatives.to_json(language, won)]
