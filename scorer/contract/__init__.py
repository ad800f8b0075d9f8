"""The JSON contract: one reader for input, and the output."""
