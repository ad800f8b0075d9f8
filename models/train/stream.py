"""An endless stream of batches, prefetched by other processes; a resumed run continues where it stopped.

Batches come in chunks. Each chunk depends only on the run's seed and the chunk's number, so neither the
number of processes nor an interruption changes what the network sees. The batches of several chunks may be
shuffled together, because those of one chunk may show the same pictures.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import count, islice
from multiprocessing.synchronize import Event
from typing import Final, TypeAlias

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from torch.utils.data.dataloader import _MultiProcessingDataLoaderIter

Batch: TypeAlias = dict[str, torch.Tensor]
MakeChunk: TypeAlias = "Callable[[np.random.Generator], list[Batch]]"

_AHEAD: Final = 2
"""Chunks that each process prefetches."""


class Chunks(IterableDataset[list[Batch]]):
    """Chunks from a number on. Each process makes every n-th one, and the loader takes them in turn."""

    def __init__(self, make: MakeChunk, seed: int, first: int = 0) -> None:
        """See `batches_from` for the arguments; ``first`` is the number of the first chunk."""
        super().__init__()
        self.make, self.seed, self.first = make, seed, first

    def __iter__(self) -> Iterator[list[Batch]]:
        """The chunks of this process, in order."""
        worker = get_worker_info()
        offset, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for number in count(self.first + offset, step):
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
) -> Generator[Batch, None, None]:
    """The endless batches of a run from a step on; the same step of a run always has the same batch.

    Close them when no more are wanted: the processes that make them end then.

    ``make`` makes a chunk of ``per_chunk`` batches; the batches of ``mixed`` chunks are shuffled together.
    ``workers`` is the number of processes that make chunks; 0 makes them in this one. ``pinned`` batches lie
    in pinned memory, from which a GPU copies fastest.
    """
    first, skipped = divmod(step, per_chunk * mixed)
    over = multiprocessing.Event()
    loader = DataLoader(
        Chunks(make, seed, first * mixed),
        batch_size=None,
        num_workers=workers,
        prefetch_factor=_AHEAD if workers else None,
        worker_init_fn=partial(_outlive_signals, over),
        pin_memory=pinned,
        # A separate generator: the loader draws a seed, and PyTorch's global one belongs to the network.
        generator=torch.Generator().manual_seed(seed),
    )
    return _shuffled(iter(loader), seed, first, mixed, over, skipped)


def _shuffled(
    chunks: Iterator[list[Batch]], seed: int, first: int, size: int, over: Event, skipped: int
) -> Generator[Batch, None, None]:
    """The batches of each group of ``size`` chunks, in an order given by seed and group number.

    The first ``skipped`` are left out; ``over`` is set once nobody asks for more.
    """
    try:
        for group in count(first):
            batches = [batch for chunk in islice(chunks, size) for batch in chunk]
            for k in np.random.default_rng([seed, group, size]).permutation(len(batches)):
                if skipped:
                    skipped -= 1
                else:
                    yield batches[k]
    finally:
        over.set()
        if isinstance(chunks, _MultiProcessingDataLoaderIter):
            # Now, not when nobody refers to them any more; the loader has no public way. A worker that did
            # not hear of it would be waited for at the program's end, forever.
            chunks._shutdown_workers()  # noqa: SLF001
            for worker in chunks._workers:  # noqa: SLF001
                worker.kill()


def _outlive_signals(over: Event, _: int) -> None:
    """Ignore Ctrl-C and SIGTERM, which reach every process of a group: the parent decides when the run ends.

    A worker that a signal killed would end the run with nothing saved. Once the run is ``over`` the loader
    ends a worker that still draws by SIGTERM, and would wait forever for one that ignores it. One whose
    parent is gone ends by itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0) if over.is_set() else None)
