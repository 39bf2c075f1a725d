"""Nine Men's Morris."""

import functools

import numpy

from . import CHOOSE, choose, pair


class Morris:
    """Sets of points are numbers with a bit for each point; the points ring by ring from the outer one,
    each clockwise from its corner at the top left."""

    TAG = bytes(8)
    POINTS = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4".split()
    LINES = (
        "a7d7g7 b6d6f6 c5d5e5 c3d3e3 b2d2f2 a1d1g1 a7a4a1 b6b4b2 "
        "c5c4c3 e5e4e3 f6f4f2 g7g4g1 a4b4c4 e4f4g4 d7d6d5 d3d2d1"
    ).split()
    BOARD = (1 << 24) - 1

    def __init__(self):
        number = {name: at for at, name in enumerate(self.POINTS)}
        lines = [[number[line[at : at + 2]] for at in (0, 2, 4)] for line in self.LINES]
        self.mills = [sum(1 << point for point in line) for line in lines]
        self.edges = sorted(
            {edge for a, b, c in lines for edge in ((a, b), (b, a), (b, c), (c, b))}
        )
        self.hops = [(a, b) for a in range(24) for b in range(24) if a != b]
        # A point is a direction from the centre and the distance of its ring.
        places = {}
        for at, name in enumerate(self.POINTS):
            x, y = ord(name[0]) - ord("d"), int(name[1]) - 4
            ring = max(abs(x), abs(y))
            places[x // ring, y // ring, ring] = at
        self.images = numpy.zeros((16, 3, 256), numpy.int64)
        for bits in range(16):
            for (x, y, ring), at in places.items():
                x, y = (-x if bits & 1 else x), (-y if bits & 2 else y)
                x, y = (y, x) if bits & 4 else (x, y)
                to = places[x, y, 4 - ring if bits & 8 else ring]
                for byte in range(256):
                    if byte >> at % 8 & 1:
                        self.images[bits, at // 8, byte] |= 1 << to

    def image(self, symmetry, men):
        parts = self.images[symmetry]
        if parts.ndim == 2:
            return parts[0][men & 255] | parts[1][men >> 8 & 255] | parts[2][men >> 16]
        rows = numpy.arange(len(men))
        low, middle, high = parts[:, 0], parts[:, 1], parts[:, 2]
        return low[rows, men & 255] | middle[rows, men >> 8 & 255] | high[rows, men >> 16]

    @functools.cache
    def classes(self, size):
        """Returns the sets of a size that are the least of their images, and for every set, in ascending
        order, its class and a symmetry that leads to the least image."""
        sets = numpy.flatnonzero(numpy.bitwise_count(numpy.arange(1 << 24, dtype=numpy.uint32)) == size)
        images = numpy.stack([self.image(symmetry, sets) for symmetry in range(16)])
        least = images.min(axis=0)
        canonical, classes = numpy.unique(least, return_inverse=True)
        return canonical, sets, classes, images.argmin(axis=0)

    def unit(self, name):
        """Returns the name of the file, the bytes that identify it, its number of sectors, the number of
        the sector, the layer (None if the hands are empty), and the men of the mover and of the other."""
        if name.startswith("p"):
            layer, own, enemy = (int(number) for number in name[1:].split("-"))
            return name, (32 | layer, own << 4 | enemy), 1, 0, layer, own, enemy
        return pair(name)

    def places(self, name):
        *_, own, enemy = self.unit(name)
        major, minor = max(own, enemy), min(own, enemy)
        return len(self.classes(major)[0]) * choose(24 - major, minor)

    def positions(self, name, numbers):
        """Returns the men of the mover and of the other."""
        *_, own, enemy = self.unit(name)
        major, minor = max(own, enemy), min(own, enemy)
        block, rank = numpy.divmod(numbers, choose(24 - major, minor))
        men = self.classes(major)[0][block]
        # From the greatest bit down: its number is the greatest with no more sets below than the rank.
        word = numpy.zeros_like(rank)
        for size in range(minor, 0, -1):
            bit = numpy.searchsorted(CHOOSE[:25, size], rank, side="right") - 1
            word |= 1 << bit
            rank = rank - CHOOSE[bit, size]
        others, count = numpy.zeros_like(word), numpy.zeros_like(word)
        for point in range(24):
            is_free = ~men >> point & 1
            others |= (is_free & word >> count) << point
            count += is_free
        return (men, others) if own >= enemy else (others, men)

    def number(self, own, enemy):
        """Returns the numbers of boards with these men."""
        men, others = own.astype(numpy.int64), enemy.astype(numpy.int64)
        a, b = int(men[0]).bit_count(), int(others[0]).bit_count()
        if a < b:
            men, others, a, b = others, men, b, a
        canonical, sets, classes, symmetries = self.classes(a)
        at = numpy.searchsorted(sets, men)
        block, word = classes[at], self.image(symmetries[at], others)
        men = canonical[block]
        rank, count, size = (numpy.zeros_like(word) for _ in range(3))
        for point in range(24):
            stands = word >> point & 1
            size += stands
            rank += stands * CHOOSE[count, size]
            count += ~men >> point & 1
        return block * choose(24 - a, b) + rank

    def in_mills(self, men):
        found = numpy.zeros_like(men)
        for mill in self.mills:
            found |= numpy.where(men & mill == mill, mill, 0)
        return found

    def is_possible(self, name, own, enemy):
        """Returns whether positions can come up: no mill of a side that has not removed a man."""
        *_, layer, owns, enemies = self.unit(name)
        if layer is None:
            return numpy.ones(len(own), bool)
        is_possible = numpy.ones(len(own), bool)
        if (layer + 1) // 2 == enemies:
            is_possible &= self.in_mills(own) == 0
        if layer // 2 == owns:
            is_possible &= self.in_mills(enemy) == 0
        return is_possible

    def aliases(self, name):
        """Returns the numbers that stand for a position that has a lesser one."""
        *_, own, enemy = self.unit(name)
        major, minor = max(own, enemy), min(own, enemy)
        length = choose(24 - major, minor)
        canonical = self.classes(major)[0]
        found = [numpy.zeros(0, numpy.int64)]
        for symmetry in range(1, 16):
            for block in numpy.flatnonzero(self.image(symmetry, canonical) == canonical):
                numbers = block * length + numpy.arange(length)
                sides = self.positions(name, numbers)
                others = sides[1] if own >= enemy else sides[0]
                found.append(numbers[self.image(symmetry, others) < others])
        return numpy.unique(numpy.concatenate(found))

    def lead(self, moves, name, position):
        own, enemy = position
        *_, layer, owns, enemies = self.unit(name)
        empty = self.BOARD & ~(own | enemy)
        in_mills = self.in_mills(enemy)
        removable = numpy.where(enemy & ~in_mills, enemy & ~in_mills, enemy)
        if layer is None:
            steps = self.hops if owns == 3 else self.edges
            after, hand = (lambda others: f"{others}-{owns}"), 0
        else:
            steps = [(None, to) for to in range(24)]
            hand = 9 - (layer + 1) // 2
            mark = "" if layer == 17 else f"p{layer + 1}-"
            after = lambda others: f"{mark}{others}-{owns + 1}"
        for start, to in steps:
            stands = empty >> to & 1
            if start is not None:
                stands &= own >> start & 1
            some = numpy.flatnonzero(stands)
            men = own[some] | 1 << to
            if start is not None:
                men &= ~(1 << start)
            closes = numpy.zeros(len(some), bool)
            for mill in self.mills:
                if mill >> to & 1:
                    closes |= men & mill == mill
            closes &= removable[some] != 0
            quiet = ~closes
            if quiet.any():
                numbers = self.number(enemy[some[quiet]], men[quiet])
                moves.lead(some[quiet], after(enemies), numbers, layer is not None)
            some, men = some[closes], men[closes]
            if len(some) and enemies - 1 + hand < 3:
                moves.win(some)
                continue
            for victim in range(24):
                at = numpy.flatnonzero(removable[some] >> victim & 1)
                if len(at):
                    numbers = self.number(enemy[some[at]] & ~(1 << victim), men[at])
                    moves.lead(some[at], after(enemies - 1), numbers, True)
