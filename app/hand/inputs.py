"""The places on the page where a hand comes in, from a photo or typed; pages keep them between two taps."""

from dataclasses import dataclass, field

from yakulens.app.hand.journal import Journal
from yakulens.app.readers.jobs import PhotoJob
from yakulens.app.readers.photos import ShownPhoto
from yakulens.vision.desk.session import Session


@dataclass(kw_only=True)
class PhotoInput:
    """A place on the page where a hand comes in from a photo."""

    job: PhotoJob | None = None  # the photo that is being read; None where none is
    upload: str | None = None  # the upload taken last; the uploader keeps its file across reruns
    round: int = 0  # counts fresh starts, so that the uploader is empty after each
    trouble: tuple[str, str] | None = None  # a sentence about the last photo or text: its key and value

    def refuse(self, key: str, value: str = "") -> None:
        """Note why the last photo is unusable; this empties the uploader."""
        self.trouble = key, value
        self.round += 1


@dataclass(kw_only=True)
class HandInput(PhotoInput):
    """A place on the page for a hand that was read from a photo, or typed."""

    hand: str | None = None  # its number in addresses and on disk; None before there is one
    journal: Journal = field(default_factory=Journal)  # how it began, and every step since
    photo: ShownPhoto | None = None  # the photo that it was read from
    discards: str = ""  # its player's discards, typed in to check for furiten
    heard: int = 0  # the number of the last tap received from its desk

    @property
    def session(self) -> Session | None:
        """The current hand, with its earlier states; None before there is one."""
        return None if self.hand is None else self.journal.stand().session
