"""What a page may say to Streamlit: the kinds that our pages send, in their sizes and at their rate."""

from __future__ import annotations

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from yakulens.app.server.messages import (
    LARGEST,
    MOST_FILES,
    MOST_LETTERS,
    MessageRate,
    RefusedError,
    admitted,
    weight,
)


def asking(names: list[str]) -> BackMsg:
    message = BackMsg()
    message.file_urls_request.file_names.extend(names)
    return message


def test_every_kind_of_message_is_judged_and_few_go_on() -> None:
    """Streamlit's next version may know more kinds: those are passed over too."""
    go_on = set()
    for each in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields:
        message = BackMsg()
        if each.message_type is None:
            setattr(message, each.name, True)
        else:
            getattr(message, each.name).SetInParent()
        if admitted(message.SerializeToString()) is not None:
            go_on.add(each.name)
    assert go_on == {"rerun_script", "stop_script", "file_urls_request"}
    assert admitted(b"") is None


def test_of_the_servers_own_works_only_the_making_of_a_file_is_ordered() -> None:
    works = BackMsg().backend_operation_request.DESCRIPTOR.oneofs_by_name["payload"].fields
    assert len(works) > 1
    for work in works:
        message = BackMsg()
        getattr(message.backend_operation_request, work.name).SetInParent()
        assert (admitted(message.SerializeToString()) is not None) is (work.name == "deferred_file")


def test_asking_for_many_files_counts_as_many_messages() -> None:
    assert weight(None) == weight(BackMsg(stop_script=True)) == 1
    assert weight(asking(["a"] * MOST_FILES)) > MOST_FILES / 50


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 9,
        b"\x22" + b"\xff" * 20,
        bytes(LARGEST + 1),
        asking([""] * (MOST_FILES + 1)).SerializeToString(),
        asking(["a" * (MOST_LETTERS + 1)]).SerializeToString(),
    ],
    ids=["no message", "cut short", "too large", "too many names", "too long a name"],
)
def test_what_no_page_of_ours_sends_is_refused(data: bytes) -> None:
    with pytest.raises(RefusedError):
        admitted(data)


def test_the_most_that_our_pages_send_is_let_through() -> None:
    assert admitted(asking(["a" * MOST_LETTERS] * MOST_FILES).SerializeToString()) is not None


def test_beyond_a_burst_messages_go_on_at_a_rate_and_after_a_pause_there_is_a_burst_again() -> None:
    time = 0.0
    rate = MessageRate(per_second=10.0, burst=3.0, now=lambda: time)
    assert [round(rate.wait_s(), 3) for _ in range(5)] == [0, 0, 0, 0.1, 0.2]
    time += 60.0
    assert [round(rate.wait_s(), 3) for _ in range(4)] == [0, 0, 0, 0.1]
