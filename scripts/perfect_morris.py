#!/usr/bin/env python3
"""Plays Nine Men's Morris perfectly by the tables, against the engine with the same tables.

    scripts/perfect_morris.py PROGRAM TABLES [GAMES [SEED]]

PROGRAM is the engine and TABLES the folder with the tables of both phases. Plays GAMES games (40
unless said), in turn as Black and as White: two from the start, then two after 1 to 12 random moves
that keep the draw, and so on. The rules and the reading of the tables are written anew here and
share no code with the engine. This side wins where it can. Else it keeps the draw and sets traps: of
the moves that draw it chooses one after which the largest share of the replies loses. The engine has
20 ms a move. SEED (1) chooses the random moves. Needs the package zstandard. Exits 1 if any game is
not drawn, 2 if something does not work.
"""

import bisect
import collections
import functools
import math
import os
import pathlib
import random
import struct
import subprocess
import sys
import time

try:
    import zstandard
except ImportError as error:
    print(__doc__.strip() if len(sys.argv) < 3 else error, file=sys.stderr)
    sys.exit(2)

MEN = 9
QUIET_LIMIT = 100
REPETITIONS = 3
PLAYERS = "BW"

# The points by number: the rings from the outer one, each clockwise from its corner at the top left.
POINTS = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4".split()
NUMBER = {name: number for number, name in enumerate(POINTS)}
LINES = [
    line.split()
    for line in (
        "a7 d7 g7,b6 d6 f6,c5 d5 e5,c3 d3 e3,b2 d2 f2,a1 d1 g1,a7 a4 a1,b6 b4 b2,"
        "c5 c4 c3,e5 e4 e3,f6 f4 f2,g7 g4 g1,a4 b4 c4,e4 f4 g4,d7 d6 d5,d3 d2 d1"
    ).split(",")
]
BOARD = (1 << len(POINTS)) - 1
MILLS = [sum(1 << NUMBER[name] for name in line) for line in LINES]
MILLS_OF = [[mill for mill in MILLS if mill >> point & 1] for point in range(24)]
NEXT_TO = [0] * 24
for a, b, c in LINES:
    for one, other in ((a, b), (b, c)):
        NEXT_TO[NUMBER[one]] |= 1 << NUMBER[other]
        NEXT_TO[NUMBER[other]] |= 1 << NUMBER[one]


def points(men):
    """Returns the numbers of the points of a set."""
    return [point for point in range(24) if men >> point & 1]


class Position(collections.namedtuple("Position", "own enemy hand other quiet turn")):
    """The men and hands of the side to move and of the other, quiet plies, and who is to move."""

    def identity(self):
        """Returns what makes two positions the same."""
        return self._replace(quiet=0)

    def is_lost(self):
        """Returns whether the game is over with a loss of the side to move."""
        men = self.own.bit_count()
        if men + self.hand < 3:
            return True
        if self.hand or men == 3:
            return False
        empty = BOARD & ~(self.own | self.enemy)
        return not any(NEXT_TO[point] & empty for point in points(self.own))

    def moves(self):
        """Returns the moves, each with its text and the position after it."""
        found = []
        empty = BOARD & ~(self.own | self.enemy)
        if self.hand:
            steps = [("", 0, empty)]
        else:
            flies = self.own.bit_count() == 3
            steps = [
                (POINTS[origin] + "-", 1 << origin, empty if flies else empty & NEXT_TO[origin])
                for origin in points(self.own)
            ]
        for text, left, targets in steps:
            for target in points(targets):
                own = self.own & ~left | 1 << target
                step = text + POINTS[target]
                removable = 0
                if any(own & mill == mill for mill in MILLS_OF[target]):
                    removable = unprotected(self.enemy)
                if removable:
                    for victim in points(removable):
                        enemy = self.enemy & ~(1 << victim)
                        found.append(self.after(f"{step}x{POINTS[victim]}", own, enemy, True))
                else:
                    found.append(self.after(step, own, self.enemy, False))
        return found

    def after(self, body, own, enemy, removes):
        """Returns a move's text and the position after it, given the men it leaves."""
        hand = max(self.hand - 1, 0)
        quiet = 0 if self.hand or removes else self.quiet + 1
        text = f"{PLAYERS[self.turn]}[{body}]"
        return text, Position(enemy, own, self.other, hand, quiet, 1 - self.turn)


START = Position(0, 0, MEN, MEN, 0, 0)


def unprotected(men):
    """Returns the men in no mill, or all if there are none."""
    free = men
    for mill in MILLS:
        if men & mill == mill:
            free &= ~mill
    return free or men


def symmetries():
    """Returns the 16 maps of the board onto itself, each as the images of the points."""
    # A point is a direction from the centre and the distance of its ring.
    places = {}
    for number, name in enumerate(POINTS):
        x, y = ord(name[0]) - ord("d"), int(name[1]) - 4
        ring = max(abs(x), abs(y))
        places[x // ring, y // ring, ring] = number
    maps = []
    for bits in range(16):
        images = [0] * 24
        for (x, y, ring), number in places.items():
            x, y = (-x, y) if bits & 1 else (x, y)
            x, y = (x, -y) if bits & 2 else (x, y)
            x, y = (y, x) if bits & 4 else (x, y)
            images[number] = places[x, y, 4 - ring if bits & 8 else ring]
        maps.append(images)
    return maps


def image_table(there):
    """Returns the images of the sets of points of each ring, given those of the points."""
    return [
        [sum(1 << there[8 * ring + bit] for bit in range(8) if men >> bit & 1) for men in range(256)]
        for ring in range(3)
    ]


IMAGES = [image_table(there) for there in symmetries()]


def images(men):
    """Returns the images of a set under each symmetry."""
    low, middle, high = men & 255, men >> 8 & 255, men >> 16
    return [table[0][low] | table[1][middle] | table[2][high] for table in IMAGES]


@functools.cache
def classes(size):
    """Returns the least images of all sets of a size, in ascending order."""
    least, seen = [], bytearray(1 << 24)
    men = (1 << size) - 1
    while men <= BOARD:
        if not seen[men]:
            least.append(men)
            for image in images(men):
                seen[image] = 1
        if men == 0:
            break
        # The next larger number with as many bits.
        lowest = men & -men
        carried = men + lowest
        men = carried | (men ^ carried) // lowest >> 2
    return least


def number_of(major, minor):
    """Returns the number of a board in its table."""
    found = images(major)
    least = min(found)
    symmetry = found.index(least)
    table = IMAGES[symmetry]
    image = table[0][minor & 255] | table[1][minor >> 8 & 255] | table[2][minor >> 16]
    size, rank = 0, 0
    for point in points(image):
        size += 1
        free_below = point - (least & ((1 << point) - 1)).bit_count()
        rank += math.comb(free_below, size)
    men = major.bit_count()
    block = bisect.bisect_left(classes(men), least)
    return block * math.comb(24 - men, size) + rank


class Table:
    """A table file."""

    def __init__(self, path, unit, sectors):
        self.file = os.open(path, os.O_RDONLY)
        head = os.pread(self.file, 256, 0)
        magic, version, found, metric, distances, quiet, self.chunk, places = struct.unpack_from(
            "<8sI2sBBIIQ", head
        )
        length, self.list = struct.unpack_from("<QQ", head, 144)
        known = (b"QCXTABLE", 1, bytes(unit), 0, QUIET_LIMIT)
        if (magic, version, found, metric, quiet) != known:
            raise ValueError(f"{path} is not the table expected")
        if length != os.fstat(self.file).st_size:
            raise ValueError(f"{path} has another length than it says")
        self.chunks = -(-places // self.chunk)
        self.sectors = sectors
        self.has_distances = distances == 1

    @functools.lru_cache(maxsize=4096)
    def unpacked(self, number):
        """Returns the content of a chunk."""
        start, end = struct.unpack("<QQ", os.pread(self.file, 16, self.list + 8 * number))
        packed = os.pread(self.file, end - start, start)
        return zstandard.ZstdDecompressor().decompress(packed, max_output_size=self.chunk)

    def value(self, sector, number):
        """Returns the result, 0, 1 or -1 for the side to move, and the plies to progress."""
        chunk, at = divmod(number, self.chunk)
        chunk += sector * self.chunks
        digit = self.unpacked(chunk)[at // 5] // 3 ** (at % 5) % 3
        if digit == 0:
            return 0, 0
        plies = 1
        if self.has_distances:
            plies = self.unpacked(chunk + self.sectors * self.chunks)[at]
        return (1 if digit == 1 else -1), plies


class Prober:
    """Looks positions up and chooses moves."""

    def __init__(self, folder, rng):
        self.folder = pathlib.Path(folder)
        self.rng = rng

    @functools.cache
    def table(self, name, unit, sectors):
        """Returns a table, open."""
        return Table(self.folder / f"morris-{name}.qtb", unit, sectors)

    @functools.lru_cache(maxsize=1 << 18)
    def looked_up(self, own, enemy, hand, other):
        """Returns what the tables say about a position where the game is not over."""
        men, others = own.bit_count(), enemy.bit_count()
        number = number_of(own, enemy) if men >= others else number_of(enemy, own)
        if hand:
            layer = 2 * MEN - hand - other
            unit = (32 | layer, men << 4 | others)
            return self.table(f"p{layer}-{men}-{others}", unit, 1).value(0, number)
        pair = (max(men, others), min(men, others))
        table = self.table(f"{pair[0]}-{pair[1]}", pair, 1 if men == others else 2)
        return table.value(0 if men >= others else 1, number)

    def value(self, position):
        """Returns the result of a position for the side to move and the plies to progress, if the
        quiet limit is far away and nothing repeats."""
        if position.is_lost():
            return -1, 0
        return self.looked_up(position.own, position.enemy, position.hand, position.other)

    def result(self, position):
        """Returns the result for the side to move: nothing comes of a win for which the quiet limit
        leaves no time."""
        result, plies = self.value(position)
        return result if position.quiet + plies <= QUIET_LIMIT else 0

    def drawing(self, position, seen):
        """Returns the moves that keep the draw."""
        return [
            (text, after)
            for text, after in position.moves()
            if self.result(after) == 0 or is_drawn(after, seen)
        ]

    def choose(self, position, seen):
        """Returns a perfect move, its text and the position after it."""
        moves = position.moves()
        wins = []
        for text, after in moves:
            if self.result(after) < 0 and (after.is_lost() or not is_drawn(after, seen)):
                # A placement or removal is progress; otherwise it is as far as after the move.
                wins.append((0 if after.quiet == 0 else self.value(after)[1], text, after))
        if wins:
            best = min(plies for plies, _, _ in wins)
            return self.rng.choice([(text, after) for plies, text, after in wins if plies == best])
        draws = self.drawing(position, seen)
        if not draws:
            return self.rng.choice(moves)
        traps = [self.trap(after) for _, after in draws]
        return self.rng.choice([one for one, trap in zip(draws, traps) if trap == max(traps)])

    def trap(self, position):
        """Returns the share of moves that lose."""
        replies = [self.result(after) > 0 for _, after in position.moves()]
        return sum(replies) / len(replies)


def is_drawn(position, seen):
    """Returns whether a game is drawn that has reached a position; `seen` counts those before."""
    return (
        seen[position.identity()] + 1 >= REPETITIONS or position.quiet >= QUIET_LIMIT
    ) and not position.is_lost()


class Engine:
    """The program, through its protocol."""

    def __init__(self, program, tables):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.asked, self.by_tables = 0, 0
        self.ask("uci", "uciok")
        self.send("setoption name Game value morris")
        self.send(f"setoption name TablePath value {tables}")
        self.ask("isready", "readyok")

    def send(self, line):
        """Sends a line."""
        self.process.stdin.write(line + "\n")

    def ask(self, line, answer):
        """Sends a line and returns the rest of the line that begins with `answer`."""
        self.send(line)
        for got in self.process.stdout:
            if got.startswith("info string error"):
                raise ValueError(got.strip())
            if got.startswith("info string tablebase morris"):
                print(got.strip().removeprefix("info string "), flush=True)
            elif got.startswith("info string tablebase"):
                self.by_tables += 1
            if got.startswith(answer):
                return got.removeprefix(answer).strip()
        raise ValueError("the engine has ended")

    def choose(self, moves):
        """Returns the engine's move after those of a game."""
        self.asked += 1
        self.send("position startpos moves " + " ".join(moves) if moves else "position startpos")
        return self.ask("go movetime 20", "bestmove").split()[0]


def opening(prober, plies):
    """Returns random moves that keep the draw."""
    position, moves, seen = START, [], collections.Counter()
    for _ in range(plies):
        text, position = prober.rng.choice(prober.drawing(position, seen))
        moves.append(text)
    return moves


def play(engine, prober, colour, moves):
    """Plays a game after those moves; returns who has won, or None, why, the number of plies, and
    the engine's moves that gave something away."""
    position, seen, mistakes = START, collections.Counter([START]), []
    record = []
    while True:
        if position.is_lost():
            few = position.own.bit_count() + position.hand < 3
            return 1 - position.turn, "pieces" if few else "blocked", record, mistakes
        if seen[position.identity()] >= REPETITIONS:
            return None, "repetition", record, mistakes
        if position.quiet >= QUIET_LIMIT:
            return None, "quiet", record, mistakes
        legal = dict(position.moves())
        if len(record) < len(moves):
            text = moves[len(record)]
        elif position.turn == colour:
            text = prober.choose(position, seen)[0]
        else:
            text = engine.choose(record)
            if text not in legal:
                raise ValueError(f"the engine plays {text} after {' '.join(record)}")
            before, after = prober.result(position), -prober.result(legal[text])
            if after < before and not is_drawn(legal[text], seen):
                mistakes.append(f"{len(record) + 1}. {text} {before} to {after}")
        record.append(text)
        position = legal[text]
        seen[position.identity()] += 1


def main():
    if len(sys.argv) not in (3, 4, 5) or not all(text.isdigit() for text in sys.argv[3:]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    program, tables, *numbers = sys.argv[1:]
    count, seed = [int(text) for text in numbers] + [40, 1][len(numbers) :]
    began = time.monotonic()
    prober = Prober(tables, random.Random(seed))
    engine = Engine(program, tables)
    totals, distinct = collections.Counter(), set()
    for number in range(count):
        colour = number % 2
        moves = opening(prober, prober.rng.randint(1, 12)) if number // 2 % 2 else []
        engine.ask("ucinewgame\nisready", "readyok")
        winner, reason, record, mistakes = play(engine, prober, colour, moves)
        distinct.add(tuple(record))
        result = "drawn" if winner is None else "won" if winner != colour else "lost"
        totals[result] += 1
        begin = f"after {len(moves)} random moves" if moves else "from the start"
        print(
            f"game {number + 1}: engine is {PLAYERS[1 - colour]}, {begin}: {result} ({reason}), "
            f"{len(record)} plies"
        )
        for mistake in mistakes:
            print(f"    mistake of the engine: {mistake}")
        if winner is not None:
            print(f"    {' '.join(record)}")
        sys.stdout.flush()
    engine.send("quit")
    engine.process.wait()
    print(
        f"{count} games of the engine, {len(distinct)} different: {totals['won']} won, "
        f"{totals['drawn']} drawn, {totals['lost']} lost; "
        f"{engine.by_tables} of its {engine.asked} moves by the tables; "
        f"{time.monotonic() - began:.0f} s"
    )
    return 0 if totals["drawn"] == count else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, struct.error, zstandard.ZstdError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
