"""Every command with its one line, in the order of the help page."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "app": "serve the page on this machine",
    "pocket": "serve the page that reads photos in the browser itself",
    "read": "photos to readings: every tile, meld and the winning tile",
    "photo": "a photo to its score",
    "score": "a hand to its score",
    "waits": "what a 13-tile hand waits for",
    "settle": "who pays whom at the end of a hand",
    "need": "what each player needs in the last hand",
    "final": "uma and standing at the end of a game",
    "rules": "the rule sets, each value with its source",
    "evaluate": "how well a model reads labelled photos",
    "learn": "learn a tile set from a few photos of it",
    "sets": "list, share and remove learnt tile sets",
    "history": "the readings that the page keeps, as files",
    "handoff": "a hand or a game for tenhou.net/6 or Pantheon",
    "backup": "everything that is kept here as one file",
    "restore": "a backup put back",
    "doctor": "what is wrong here, if anything",
    "synth": "render photos with their truth",
    "data": "labelled photos of others as ours",
    "train": "train a model",
    "models": "list, check, compare and choose models",
}
