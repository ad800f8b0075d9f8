"""Rule sets: their type, and the TOML files that hold their values."""
