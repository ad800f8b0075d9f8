"""Pictures to train and measure on: rendering, imports of labelled photos, cards."""
