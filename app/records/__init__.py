"""What others wrote down: logs of other programs as hands of the contract and games of the table. Pure."""
