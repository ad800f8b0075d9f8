"""The chosen hand as a Reading: the faces taken, the doubts that remain, and the words for them."""
