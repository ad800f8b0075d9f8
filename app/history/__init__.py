"""The history: readings of photos with their corrections, searched, opened again, and given out as files."""
