"""Positions and moves of each game with tables, in whole arrays of them; for verify_tables.py."""

import math

import numpy


def choose(n, k):
    return math.comb(n, k) if 0 <= k <= n else 0


def pair(name):
    """Returns what a name such as 4-3 says of a pair: the name of the file, the bytes that identify it, its
    number of sectors, the number of the sector, no layer, and the pieces of the mover and of the other."""
    own, enemy = (int(number) for number in name.split("-"))
    major, minor = max(own, enemy), min(own, enemy)
    sectors = 1 if own == enemy else 2
    return f"{major}-{minor}", (major, minor), sectors, int(own < enemy), None, own, enemy


CHOOSE = numpy.array([[choose(n, k) for k in range(13)] for n in range(40)], numpy.int64)
