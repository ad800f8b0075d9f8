"""The effect of a finished hand or game on the table: payments, counters, dealer, standing."""
