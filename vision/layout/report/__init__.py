"""The likeliest table as a Reading: its tiles in the players' order, and the questions."""
