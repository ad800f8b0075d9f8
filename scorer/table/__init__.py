"""What a finished hand and a finished game mean for the table: payments, counters, dealer, standing."""
