import pytest

from yakulens.vision.cores import cores, threads


@pytest.mark.parametrize(("said", "meant"), [("1", 1), ("3", 3), (None, 0), ("", 0), ("0", 0), ("4,2", 0)])
def test_threads_are_as_many_as_the_environment_says_else_a_core_each(
    said: str | None, meant: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if said is None:
        monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    else:
        monkeypatch.setenv("OMP_NUM_THREADS", said)
    assert threads() == (meant or cores())
