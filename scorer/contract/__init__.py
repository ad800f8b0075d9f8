"""The JSON contract: one reader of what comes in, and what goes out."""
