"""Photos in a queue, and the processes that read them."""
