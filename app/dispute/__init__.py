"""Helps to settle disputes about a hand: other rules, other wins or readings, tenpai or not."""
