"""The likeliest legal tables: what the network says of each tile, put together as hands can lie.

Plain Python without numpy: it runs where only Python runs.
"""
