"""A training run as its folder tells it: its figures, whether it goes on, its report."""
