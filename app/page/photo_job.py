"""The photo that is being read for the hand on the desk: watched, or stopped."""

from yakulens.app.page import state
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import PhotoJob


def awaits_first_reading() -> bool:
    """Whether a photo is being read and has no reading yet."""
    job = state.memory().job
    return job is not None and job.hand is None


def watch(job: PhotoJob | None) -> None:
    """Take the hand's readings from this job, also after a reload; another job is cancelled."""
    memory = state.memory()
    if memory.job is not None and memory.job is not job:
        memory.job.cancel()
    memory.job, memory.seen_status = job, None
    memory.session = memory.session.searching("" if job is None or job.is_done else job.status.stage)
    if memory.hand is not None and job is not None:
        recognition.photo_queue().remember(memory.hand, job)


def stop() -> None:
    """Stop reading the photo; the last reading stays."""
    memory = state.memory()
    if memory.hand is not None:
        recognition.photo_queue().forget(memory.hand)
    watch(None)


def drop() -> None:
    """Keep the reading that was corrected; say so where the visitor asked for another one."""
    memory = state.memory()
    better = None if memory.seen_status is None else memory.seen_status.photo
    stop()
    if better is not None and memory.photo is not None and better.tile_set != memory.photo.tile_set:
        state.warn("sets.not_carried")
    elif better is not None and memory.photo is not None and better.more != memory.photo.more:
        state.warn("finder.not_carried")
