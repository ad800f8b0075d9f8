"""`python -m yakulens.app.cli` does what `yakulens` does."""

import sys

from yakulens.app.cli import main

sys.exit(main())
