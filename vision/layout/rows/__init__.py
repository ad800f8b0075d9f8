"""What a row of tiles may be by itself: the evidence of its faces, the grammar of melds, its readings."""
