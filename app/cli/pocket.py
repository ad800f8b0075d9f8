"""``yakulens pocket``: the page that reads photos in the browser, served on this machine."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from yakulens.app.cli.frame import Parser, refuse

PORT: Final = 8602
FOLDER: Final = Path("dist") / "pocket"
EXAMPLE = "yakulens pocket\nyakulens pocket dist/pocket --port 9000"


def arguments(parser: Parser) -> None:
    """Add the options."""
    built = f"the page that `make pocket` built (default: {FOLDER})"
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help=built)
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="N", help=f"port to listen on (default: {PORT})"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from yakulens.app.pocket.serve import server  # noqa: PLC0415 - a server is for this command alone

    if not (args.folder / "index.html").is_file():
        refuse(f"{args.folder}: contains no built page; run `make pocket` first")
    try:
        serving = server(args.folder, args.port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or "no port has that number"
        refuse(f"port {args.port}: cannot be used ({reason}); choose another one with --port")
    sys.stdout.write(f"http://127.0.0.1:{serving.server_port}/\n")
    sys.stdout.flush()
    with serving, suppress(KeyboardInterrupt):
        serving.serve_forever()
    return 0
