"""Positions and moves of each game with tables, in whole arrays of them; for verify_tables.py."""

import math

import numpy


def choose(n, k):
    return math.comb(n, k) if 0 <= k <= n else 0


CHOOSE = numpy.array([[choose(n, k) for k in range(13)] for n in range(40)], numpy.int64)
