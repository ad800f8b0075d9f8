"""Where people disagree about a hand: other rules, another way to win or to read it, tenpai or not."""
