"""The texts of the page in a browser itself, which it shows before Python has started.

>>> words()["ja"]["tag"], words()["en"]["say"]["camera"]
('ja', 'Take a photo')
"""

from typing import Any, Final

from yakulens.app import i18n, rule_phrases, scoring

_SECTION: Final = "pocket."
_SHARED: Final = {
    "no_linked_hand": "start.no_linked_hand",
    "glare": "start.glare",
    "sets": "sets.title",
    "any_set": "sets.leave",
    "bring_set": "sets.bring",
    "remove_set": "sets.remove",
}
"""By name here, the key of a sentence that the server's page has too."""


def words() -> dict[str, Any]:
    """By language, the usual one first: its name, its tag, the page's sentences, and titles of rule sets."""
    return {language: _words(language) for language in i18n.LANGUAGES}


def _words(language: str) -> dict[str, Any]:
    sentences = {
        key.removeprefix(_SECTION): sentence
        for key, sentence in i18n.catalogue(language).items()
        if key.startswith(_SECTION)
    } | {name: i18n.text(language, key) for name, key in _SHARED.items()}
    return {
        "name": i18n.LANGUAGES[language].name,
        "tag": i18n.tag(language),
        "say": sentences,
        "rules": {name: rule_phrases.title(language, name) for name in scoring.rule_sets()},
    }
