"""Trimok."""

import functools
import itertools

import numpy

from . import CHOOSE, choose, pair


class Trimok:
    """A side is an array with a row for each position, and in it its stacks: 3 times the cell and the
    size, 0 to 2, in ascending order. Cells are numbered row by row from A1."""

    TAG = b"trimok\0\0"
    STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]

    def unit(self, name):
        file, (major, minor), *rest = pair(name.removesuffix("-any"))
        if name.endswith("-any"):
            return f"{file}-any", (major, minor + 128), *rest
        return file, (major, minor), *rest

    def sizes(self, name):
        """Returns the stacks of the major and of the minor, and whether the anchor is the major."""
        *_, own, enemy = self.unit(name)
        major, minor = max(own, enemy), min(own, enemy)
        return major, minor, self.is_anchor(major)

    @staticmethod
    def is_anchor(major):
        return major in (1, 3)

    @staticmethod
    def lineup(side):
        """Returns the numbers of lineups: by their places first, then by their sizes."""
        count = side.shape[1]
        places, sizes = side // 3, side % 3
        number = sum(CHOOSE[places[:, at], at + 1] for at in range(count))
        for at in range(count):
            number = number * 3 + sizes[:, at]
        return number

    @staticmethod
    def stacks(number, count):
        """Returns the lineups of numbers."""
        number, sizes = numpy.divmod(number, 3**count)
        side = numpy.zeros((len(number), count), numpy.int64)
        for at in range(count - 1, -1, -1):
            place = numpy.searchsorted(CHOOSE[:37, at + 1], number, side="right") - 1
            number = number - CHOOSE[place, at + 1]
            side[:, at] = 3 * place + sizes // 3 ** (count - 1 - at) % 3
        return side

    @staticmethod
    def image(side, mirror, relabel):
        cells, sizes = side // 3, side % 3
        if mirror:
            cells = cells // 6 * 6 + 5 - cells % 6
        return numpy.sort(3 * cells + (sizes + relabel) % 3, axis=1)

    @staticmethod
    def turned(side):
        """Returns a side with the rows in reverse order."""
        cells, sizes = side // 3, side % 3
        return numpy.sort(3 * ((5 - cells // 6) * 6 + cells % 6) + sizes, axis=1)

    def maps(self, stacks):
        """With two stacks against two the mirror is not divided out."""
        return [(mirror, relabel) for mirror in range(1 + (stacks != (2, 2))) for relabel in range(3)]

    @functools.cache
    def canonical(self, stacks):
        """Returns the lineups of the anchor that are the least of their images, by number, with so many stacks
        of the major and the minor."""
        count = stacks[0] if self.is_anchor(stacks[0]) else stacks[1]
        all_of_them = self.stacks(numpy.arange(choose(36, count) * 3**count), count)
        images = [self.lineup(self.image(all_of_them, *one)) for one in self.maps(stacks)]
        return numpy.unique(numpy.stack(images).min(axis=0))

    def length(self, name):
        major, minor, by_major = self.sizes(name)
        anchor, others = (major, minor) if by_major else (minor, major)
        return choose(36 - anchor, others) * 3**others

    def places(self, name):
        return len(self.canonical(self.sizes(name)[:2])) * self.length(name)

    def lineups(self, name, numbers):
        """Returns the stacks of the major and of the minor, with the major as Red."""
        major, minor, by_major = self.sizes(name)
        count, others = (major, minor) if by_major else (minor, major)
        block, rank = numpy.divmod(numbers, self.length(name))
        anchor = self.stacks(self.canonical((major, minor))[block], count)
        free = self.stacks(rank, others)
        # From the number among the free cells to the cell.
        cells = free // 3
        for at in range(count):
            cells = cells + (anchor[:, at : at + 1] // 3 <= cells)
        free = 3 * cells + free % 3
        return (anchor, free) if by_major else (free, anchor)

    def positions(self, name, numbers):
        """Returns the stacks of the mover and of the other, with the major as Red."""
        sides = self.lineups(name, numbers)
        return sides if self.unit(name)[3] == 0 else sides[::-1]

    def number(self, major, minor):
        stacks = major.shape[1], minor.shape[1]
        anchor, others = (major, minor) if self.is_anchor(stacks[0]) else (minor, major)
        maps = self.maps(stacks)
        images = [self.image(anchor, *one) for one in maps]
        numbers = numpy.stack([self.lineup(image) for image in images])
        best = numbers.argmin(axis=0)
        rows = numpy.arange(len(best))
        anchor = numpy.stack(images)[best, rows]
        others = numpy.stack([self.image(others, *one) for one in maps])[best, rows]
        cells = others // 3
        below = sum((anchor[:, at : at + 1] // 3 < cells) for at in range(anchor.shape[1]))
        others = 3 * (cells - below) + others % 3
        count, length = others.shape[1], choose(36 - anchor.shape[1], others.shape[1])
        block = numpy.searchsorted(self.canonical(stacks), numbers[best, rows])
        return block * length * 3**count + self.lineup(others)

    def is_possible(self, name, own, enemy):
        if name.endswith("-any"):
            return numpy.ones(len(own), bool)
        counts = [(side % 3 == size).sum(axis=1) for side in (own, enemy) for size in range(3)]
        return numpy.max(counts, axis=0) <= 4

    def aliases(self, name):
        """With an even anchor some positions have two numbers: all with two stacks against two, else those where the
        anchor is its own mirror image."""
        major, minor, by_major = self.sizes(name)
        count, length = (major if by_major else minor), self.length(name)
        if count % 2:
            return numpy.zeros(0, numpy.int64)
        forms = self.canonical((major, minor))
        anchors = self.stacks(forms, count)
        is_double = (self.lineup(self.image(anchors, 1, 0)) == forms) | ((major, minor) == (2, 2))
        found = [numpy.zeros(0, numpy.int64)]
        for block, first in itertools.product(numpy.flatnonzero(is_double), range(0, length, 1 << 18)):
            numbers = block * length + numpy.arange(first, min(first + (1 << 18), length))
            mirrored = self.number(*(self.image(side, 1, 0) for side in self.lineups(name, numbers)))
            found.append(numbers[mirrored < numbers])
        return numpy.concatenate(found)

    def lead(self, moves, name, position):
        own, enemy = position
        count, others = own.shape[1], enemy.shape[1]
        is_red = self.unit(name)[3] == 0
        board = numpy.full((len(own), 36), -1, numpy.int8)
        rows = numpy.arange(len(own))
        for at in range(count):
            board[rows, own[:, at] // 3] = 3
        for at in range(others):
            board[rows, enemy[:, at] // 3] = enemy[:, at] % 3

        def lead(some, at, arrived, captured):
            men = own[some].copy()
            men[:, at] = arrived
            men, rest = numpy.sort(men, axis=1), enemy[some]
            if captured is not None:
                if others == 1:
                    moves.win(some)
                    return
                keep = rest // 3 != captured[:, None]
                rest = rest[keep].reshape(len(some), others - 1)
            # The other side is to move; with equal numbers it is the major.
            left = rest.shape[1]
            mine_is_major = count > left
            major, minor = (men, rest) if mine_is_major else (rest, men)
            if mine_is_major != is_red:
                major, minor = self.turned(major), self.turned(minor)
            suffix = name.removeprefix(f"{count}-{others}") if captured is None else ""
            moves.lead(some, f"{left}-{count}{suffix}", self.number(major, minor), captured is not None)

        for at in range(count):
            cells, sizes = own[:, at] // 3, own[:, at] % 3
            column, row = cells % 6, cells // 6
            for x, y in self.STEPS:
                inside = (column + x >= 0) & (column + x < 6) & (row + y >= 0) & (row + y < 6)
                there = numpy.where(inside, cells + x + 6 * y, 0)
                found = board[rows, there]
                some = numpy.flatnonzero(inside & (found == -1))
                if len(some):
                    lead(some, at, 3 * there[some] + sizes[some], None)
                # Size 3 beats 2, 2 beats 1 and 1 beats 3.
                beaten = (found >= 0) & (found < 3) & (found == (sizes + 2) % 3)
                some = numpy.flatnonzero(inside & beaten)
                if len(some):
                    lead(some, at, 3 * there[some] + sizes[some], there[some])
            first, last = (0, 5) if is_red else (5, 0)
            for x in (-1, 0, 1):
                inside = (row == last) & (column + x >= 0) & (column + x < 6)
                there = numpy.where(inside, 6 * first + column + x, 0)
                some = numpy.flatnonzero(inside & (board[rows, there] == -1))
                for size in range(3) if len(some) else ():
                    # A side has at most four stacks of a size, except under the rule "any".
                    others_like = (own[some] % 3 == size).sum(axis=1) - (sizes[some] == size)
                    free = some[(others_like < 4) | name.endswith("-any")]
                    if len(free):
                        lead(free, at, 3 * there[free] + size, None)
