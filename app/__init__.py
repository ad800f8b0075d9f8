"""The page, the command line and the history."""
