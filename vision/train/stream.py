"""Batches without end, made ahead by other processes, that a resumed run takes up where it left them.

They come in chunks, each a function of the run's seed and the chunk's number alone: which process makes it,
how many there are and where a run was broken off make no difference to what the network is shown. The batches
of several chunks may be mixed, where those of one are of the same pictures.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Final, TypeAlias

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Batch: TypeAlias = dict[str, torch.Tensor]
MakeChunk: TypeAlias = "Callable[[np.random.Generator], list[Batch]]"

_AHEAD: Final = 2
"""Chunks that each process has ready."""


class Chunks(IterableDataset[list[Batch]]):
    """Chunks from a number on; of several processes each makes its own, and the loader takes them in turn."""

    def __init__(self, make: MakeChunk, seed: int, first: int = 0) -> None:
        """Remember how chunks are made, of which seed, and the first one's number."""
        super().__init__()
        self.make, self.seed, self.first = make, seed, first

    def __iter__(self) -> Iterator[list[Batch]]:
        """The chunks that are this process's, in order."""
        worker = get_worker_info()
        own, every = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for number in count(self.first + own, every):
            yield self.make(np.random.default_rng([self.seed, number]))


def batches_from(
    step: int,
    make: MakeChunk,
    *,
    per_chunk: int,
    seed: int,
    workers: int,
    mixed: int = 1,
    pinned: bool = False,
) -> Iterator[Batch]:
    """The batches of a run from a step on, without end; the same step of a run always has the same batch.

    Args:
        step: number of the first batch, counted from the beginning of the run.
        make: makes a chunk of batches from a random generator.
        per_chunk: batches that each chunk has.
        seed: of the run.
        workers: processes that make chunks; 0 makes them in this one.
        mixed: chunks whose batches come in random order.
        pinned: whether batches are put where a GPU fetches them fastest.
    """
    first, within = divmod(step, per_chunk * mixed)
    loader = DataLoader(
        Chunks(make, seed, first * mixed),
        batch_size=None,
        num_workers=workers,
        prefetch_factor=_AHEAD if workers else None,
        worker_init_fn=_leave_to_parent,
        pin_memory=pinned,
        # Its own: drawing the loader's seed from the run's generator would change what the network draws.
        generator=torch.Generator().manual_seed(seed),
    )
    return islice(_mixed(iter(loader), seed, first, mixed), within, None)


def _mixed(chunks: Iterator[list[Batch]], seed: int, first: int, count_of: int) -> Iterator[Batch]:
    """The batches of so many chunks at a time, in an order that the seed and the group's number tell."""
    for group in count(first):
        batches = [batch for chunk in islice(chunks, count_of) for batch in chunk]
        for k in np.random.default_rng([seed, group, count_of]).permutation(len(batches)):
            yield batches[k]


def _leave_to_parent(_: int) -> None:
    """Ctrl-C goes to every process of a terminal; when to end is the parent's to say."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
