"""The data folder as one file: made while a server runs, checked before a restore."""
