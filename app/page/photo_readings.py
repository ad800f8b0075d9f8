"""The readings of the photo on the desk, taken up as they come, and further looks at the same hand."""

from yakulens.app.hand.effects import Found
from yakulens.app.hand.session import desk_of
from yakulens.app.page import hand, photo_job, state
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import CrowdedError, PhotoJob
from yakulens.app.words import i18n


@without_reruns()
def take_up() -> None:
    """Take up the photo's newest reading.

    The first reading begins a hand; a better one replaces it, and what was said still holds.
    """
    memory = state.memory()
    job = memory.job
    if job is None:
        return
    is_done, status = job.is_done, job.status  # in this order: a done job's status is its last one
    stage = "" if is_done else status.stage
    is_new, memory.seen_status = status is not memory.seen_status, status
    if is_new and status.reading is not None and job.hand is None:
        hand.begin(desk_of(status.reading), status.photo, job)
        memory.seen_status = status
        hand.show_address()
    elif is_new and status.reading is not None:
        hand.take(*hand.session().hear(Found(status.reading, stage)))
        hand.show_address()
    elif job.hand is not None and memory.session.waiting is None:
        memory.session = memory.session.looking_on(stage)
    if is_done and memory.session.waiting is None:
        if status.trouble is not None and job.hand is not None:
            _warn_of_look(*status.trouble)
        elif status.trouble is not None:
            memory.refuse(*status.trouble)
        if memory.job is job:
            photo_job.stop()


def _warn_of_look(key: str, detail: str) -> None:
    """Say why a further photo cannot be read; the hand stays."""
    language = state.language()
    state.warn(key, what=i18n.text(language, detail) if i18n.knows(language, detail) else detail)


def read_anew(job: PhotoJob) -> None:
    """Read the photo of the hand on the desk again; what was said is carried over."""
    memory = state.memory()
    if memory.hand is not None:
        photo_job.watch(job)


def look_again(*more: bytes) -> None:
    """Read further pictures of the hand on the desk, files' bytes, with those before; the last is the photo.

    A hand from the history has no full photo any more, so that the person must take a new one.
    """
    memory = state.memory()
    photo = memory.photo
    if photo is None or photo.data is None:
        state.warn("finder.not_kept")
        return
    try:
        job = recognition.start_reading(
            photo.data,
            photo.name,
            memory.tile_set,
            memory.not_shown,
            (*photo.more, *more),
            further=True,
        )
    except CrowdedError:
        state.warn("problem.crowded")
    else:
        read_anew(job)
