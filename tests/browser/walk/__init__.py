"""Photos walked through on both pages, with everything shown beside what the command line says of them."""
