"""Names tiles: crops, their faces, and comparison of tiles on one photo."""
