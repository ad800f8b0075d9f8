"""The networks with a card each, and what makes them: training, teaching, evaluation."""
