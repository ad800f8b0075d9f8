"""What leaves the house: cards, and games in the formats of other programs. Pure but for a card's picture."""
