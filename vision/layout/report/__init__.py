"""The likeliest table as a Reading: what lies there in the players' order, and what is asked."""
