"""The likeliest legal tables: the network's answers about each tile, combined under the rules of hands.

Plain Python without numpy, so that it runs anywhere.
"""
