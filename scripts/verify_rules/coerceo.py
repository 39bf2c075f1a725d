"""Coerceo on up to three tiles."""

import functools
import itertools

import numpy

from . import choose

# The neighbours of a tile in the directions 0, north, to 5, counter-clockwise.
AROUND = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]
# The directions of the tiles around the first one.
SHAPES = {"single": (), "pair": (0,), "line": (0, 3), "bend": (0, 2), "triangle": (0, 1)}
NAMES = list(SHAPES)
WHITE, BLACK = 0, 1
TILES, PRICE = 19, 2


def plus(one, other):
    return one[0] + other[0], one[1] + other[1]


def model(shape):
    """Returns where the tiles of a shape lie."""
    return [(0, 0)] + [AROUND[direction] for direction in SHAPES[shape]]


def bit_of(tiles, tile, field):
    """Returns the bit of a field, which belongs to Black if its number is even."""
    return 3 * tiles.index(tile) + field % 3


def fields(tiles, colour):
    """Returns the tile and the number of the field of each bit."""
    found = [None] * 3 * len(tiles)
    for tile in tiles:
        for field in range(6):
            if field % 2 != colour:
                found[bit_of(tiles, tile, field)] = tile, field
    return found


def steps(tile, field):
    """Returns the fields that a piece may step to."""
    two, four = (field + 2) % 6, (field + 4) % 6
    ahead, left, right = (plus(tile, AROUND[(field + turn) % 6]) for turn in (0, 1, 5))
    return [(tile, two), (tile, four), (ahead, two), (ahead, four), (left, four), (right, two)]


def sides(tile, field):
    """Returns the fields that share a side."""
    across = plus(tile, AROUND[field])
    return [(tile, (field + 1) % 6), (tile, (field + 5) % 6), (across, (field + 3) % 6)]


def is_removable(tiles, tile):
    """Returns whether the tiles around one are an unbroken run of one to three."""
    around = [plus(tile, step) in tiles for step in AROUND]
    runs = sum(around[at] and not around[at - 1] for at in range(6))
    return runs == 1 and sum(around) <= 3


def taken(tiles, first, empty):
    """Returns the tiles that go when a piece has left one."""
    left, look = set(tiles), [first]
    while look:
        tile = look.pop()
        if tile in left and tile in empty and is_removable(left, tile):
            left.remove(tile)
            look += [plus(tile, step) for step in AROUND]
    return [tile for tile in tiles if tile not in left]


@functools.cache
def layouts(tiles):
    """Returns the ways to lay tiles on a model: the shape, whether the colours change hands, and what
    becomes of all sets of White's and of Black's fields among those of `base`."""
    base, left = tiles
    found = []
    for shape, mirror, turn in itertools.product(NAMES, (1, -1), range(6)):
        there = model(shape)
        if len(there) != len(left):
            continue
        across, north = AROUND[(5 * mirror + turn) % 6], AROUND[turn]
        images = {
            (x, y): (x * across[0] + y * north[0], x * across[1] + y * north[1]) for x, y in left
        }
        for start in left:
            shift = -images[start][0], -images[start][1]
            moved = {tile: plus(image, shift) for tile, image in images.items()}
            if set(moved.values()) != set(there):
                continue
            sets = []
            for colour in (WHITE, BLACK):
                becomes = numpy.zeros(1 << 3 * len(base), numpy.int64)
                for bit, (tile, field) in enumerate(fields(list(base), colour)):
                    if tile in moved:
                        image = bit_of(there, moved[tile], (field * mirror + turn) % 6)
                        becomes[numpy.arange(len(becomes)) >> bit & 1 == 1] |= 1 << image
                sets.append(becomes)
            found.append((shape, turn % 2 == 1, *sets))
    return found


class Coerceo:
    """A position is the pieces of White and of Black, as numbers with a bit for each field, and the
    tiles that they hold, in arrays; the tiles on the board are those of a model."""

    TAG = b"coerceo\0"

    def unit(self, name):
        shape, white, black, mover = name.split("-")
        white, black = int(white), int(black)
        unit = NAMES.index(shape) << 4 | white, black
        return f"{shape}-{white}-{black}", unit, 2, "wb".index(mover), shape, white, black

    @functools.cache
    def sets(self, tiles, size):
        """Returns the sets of so many fields, and the place of each set among them."""
        every = numpy.arange(1 << 3 * tiles)
        sets = numpy.flatnonzero(numpy.bitwise_count(every) == size)
        return sets, numpy.searchsorted(sets, every)

    def places(self, name):
        *_, shape, white, black = self.unit(name)
        count = 3 * len(model(shape))
        held = (PRICE * white + 1) * (PRICE * black + 1)
        return held * choose(count, white) * choose(count, black)

    def positions(self, name, numbers):
        *_, shape, white, black = self.unit(name)
        tiles = len(model(shape))
        whites, blacks = self.sets(tiles, white)[0], self.sets(tiles, black)[0]
        rest, at_black = numpy.divmod(numbers, len(blacks))
        block, at_white = numpy.divmod(rest, len(whites))
        return whites[at_white], blacks[at_black], *numpy.divmod(block, PRICE * white + 1)

    def number(self, shape, position):
        """Returns the numbers of positions with the same numbers of pieces."""
        whites, blacks, held, others = position
        tiles = len(model(shape))
        white, black = (int(side[0]).bit_count() for side in (whites, blacks))
        (sets, at_white), (others_sets, at_black) = self.sets(tiles, white), self.sets(tiles, black)
        block = numpy.minimum(held, PRICE * black) * (PRICE * white + 1)
        block += numpy.minimum(others, PRICE * white)
        return (block * len(sets) + at_white[whites]) * len(others_sets) + at_black[blacks]

    def empty(self, shape, position):
        """Returns the tiles without a piece, as bits."""
        whites, blacks, *_ = position
        tiles = range(len(model(shape)))
        return sum((((whites | blacks) >> 3 * at & 7) == 0).astype(numpy.int64) << at for at in tiles)

    def is_possible(self, name, *position):
        *_, shape, _, _ = self.unit(name)
        tiles = model(shape)
        is_possible = position[2] + position[3] <= TILES - len(tiles)
        empty = self.empty(shape, position)
        for at, tile in enumerate(tiles):
            if is_removable(tiles, tile):
                is_possible &= empty >> at & 1 == 0
        return is_possible

    def aliases(self, name):
        """Returns the numbers that stand for a position that has a lesser one; of those with either
        side to move, which exchange of colours may lead to, those with White to move come first."""
        *_, sector, shape, white, black = self.unit(name)
        numbers, tiles = numpy.arange(self.places(name)), tuple(model(shape))
        whites, blacks, held, others = self.positions(name, numbers)
        is_alias = numpy.zeros(len(numbers), bool)
        for found, swaps, by_white, by_black in layouts((tiles, tiles)):
            if found != shape or (swaps and white != black):
                continue
            image = by_white[whites], by_black[blacks], held, others
            if swaps:
                image = image[1], image[0], image[3], image[2]
                is_alias |= sector == 1
            if not swaps or sector == 1:
                is_alias |= self.number(shape, image) < numbers
        return numbers[is_alias]

    def lead(self, moves, name, position):
        *_, mover, shape, white, black = self.unit(name)
        tiles = model(shape)
        count = (white, black)[mover]
        held = position[2 + mover]
        is_drawn = numpy.zeros(len(held), bool)
        if count == 3 * len(tiles):
            is_drawn |= held < PRICE
        if white == black == 1:
            is_drawn |= len(tiles) - 1 + numpy.maximum(position[2], position[3]) < PRICE
        moves.draw(numpy.flatnonzero(is_drawn))
        some = numpy.flatnonzero(~is_drawn)
        if not len(some):
            return
        own, enemy = position[mover], position[1 - mover]
        mine, theirs = fields(tiles, mover), fields(tiles, 1 - mover)
        for start, (tile, field) in enumerate(mine):
            for to in steps(tile, field):
                if to[0] not in tiles:
                    continue
                arrives = bit_of(tiles, *to)
                at = some[(own[some] >> start & 1 == 1) & (own[some] >> arrives & 1 == 0)]
                after = own[at] ^ (1 << start | 1 << arrives), enemy[at]
                near = {q for q, piece in enumerate(theirs) if to in sides(*piece)}
                self.act(moves, name, position, at, after, tile, near, 0)
        rich = some[held[some] >= PRICE]
        for victim, (tile, _) in enumerate(theirs):
            at = rich[enemy[rich] >> victim & 1 == 1]
            self.act(moves, name, position, at, (own[at], enemy[at] ^ 1 << victim), tile, set(), PRICE)

    def act(self, moves, name, position, at, after, tile, near, price):
        """Tiles and captures, once a piece has left a tile; `near` are the enemy's fields beside the one
        that was moved to."""
        *_, mover, shape, _, _ = self.unit(name)
        tiles = model(shape)
        held = position[2 + mover][at] - price, position[3 - mover][at]
        empty = self.empty(shape, after)
        mine, theirs = fields(tiles, mover), fields(tiles, 1 - mover)
        for mask in numpy.unique(empty):
            some = numpy.flatnonzero(empty == mask)
            free = [one for number, one in enumerate(tiles) if mask >> number & 1]
            gone = taken(tiles, tile, free)
            left = [one for one in tiles if one not in gone]
            own, enemy = after[0][some], after[1][some]
            captured = numpy.zeros_like(enemy)
            for bit, piece in enumerate(theirs):
                beside = sides(*piece)
                if bit in near or any(one in gone for one, _ in beside):
                    closing = sum(1 << mine.index(one) for one in beside if one[0] in left)
                    captured |= numpy.where(own & closing == closing, 1 << bit, 0)
            captured &= enemy
            enemy = enemy & ~captured
            mine_held = held[0][some] + (0 if price else len(gone))
            kinds = numpy.bitwise_count(enemy).astype(numpy.int64) * 2 + (captured != 0)
            for kind in numpy.unique(kinds):
                these = numpy.flatnonzero(kinds == kind)
                parents = at[some[these]]
                if kind < 2:
                    moves.win(parents)
                    continue
                pair = [own[these], enemy[these], mine_held[these], held[1][some[these]]]
                if mover == BLACK:
                    pair = [pair[1], pair[0], pair[3], pair[2]]
                is_irreversible = bool(gone) or bool(price) or kind % 2 == 1
                self.follow(moves, parents, (tuple(tiles), tuple(left)), pair, 1 - mover, is_irreversible)

    def follow(self, moves, parents, tiles, position, mover, is_irreversible):
        """Leads to positions, once they are laid on a model."""
        white, black = (int(side[0]).bit_count() for side in position[:2])
        ways = sorted(layouts(tiles), key=lambda way: way[1])
        shape, swaps, by_white, by_black = ways[0]
        if white > black and shape != "bend":
            shape, swaps, by_white, by_black = ways[-1]
        laid = [by_white[position[0]], by_black[position[1]], *position[2:]]
        if swaps:
            laid, mover = [laid[1], laid[0], laid[3], laid[2]], 1 - mover
            white, black = black, white
        name = f"{shape}-{white}-{black}-{'wb'[mover]}"
        moves.lead(parents, name, self.number(shape, laid), is_irreversible)
