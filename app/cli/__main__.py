"""`python -m app.cli` does what `yakulens` does."""

import sys

from app.cli import main

sys.exit(main())
