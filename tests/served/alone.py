"""Serve the page in a network namespace of its own and print every packet that wants to leave it.

Run inside ``unshare --map-root-user --net``. Every address leads to the loopback device here, so that
whatever is sent is seen; what is sent on purpose at the end shows that it would be.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.served.server import Server

HERE = b"\x7f"
IP_HEADER = 14
EVERY_PROTOCOL = 3
ELSEWHERE = ("192.0.2.1", 9)
FOREIGN = ("http://rebound.example", "http://localhost:3000", "http://203.0.113.9:80", "null", "")


def watch(seen: list[str], line: socket.socket) -> None:
    """Keep the destination of each packet that is not of this machine."""
    while True:
        packet = line.recv(65535)
        destination = packet[IP_HEADER + 16 : IP_HEADER + 20]
        if packet[12:14] == b"\x08\x00" and destination[:1] != HERE:
            seen.append(socket.inet_ntoa(destination))


def main() -> None:
    """Serve, be asked by everybody, and tell what was sent."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)  # noqa: S607
    subprocess.run(["ip", "route", "add", "local", "default", "dev", "lo"], check=True)  # noqa: S607
    seen: list[str] = []
    line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL))
    line.bind(("lo", 0))
    threading.Thread(target=watch, args=(seen, line), daemon=True).start()
    answers: list[int] = []
    with tempfile.TemporaryDirectory() as home, Server(Path(home), *sys.argv[1:]) as server:
        own = f"http://localhost:{server.port}"
        answers += [server.status(), server.handshake(Origin=own)]
        for origin in FOREIGN:
            answers += [
                server.handshake(Origin=origin),
                server.handshake(Host="rebound.example", Origin=origin),
            ]
        time.sleep(2)  # a look-up may be begun beside the answer
        sent = list(seen)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.sendto(b"seen?", ELSEWHERE)
    time.sleep(0.5)
    sys.stdout.write(json.dumps({"answers": answers, "sent": sent, "control": seen[len(sent) :]}))


if __name__ == "__main__":
    main()
