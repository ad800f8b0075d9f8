"""What others wrote down: the logs of other programs as hands of the contract and games of the table. Pure."""
