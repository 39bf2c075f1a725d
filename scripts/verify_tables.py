#!/usr/bin/env python3
"""Checks tables of solved positions against a certificate and against the rules.

    scripts/verify_tables.py TABLES CERTIFICATE [--entries N] [--seed N] [SECTOR...]

TABLES is a folder, CERTIFICATE a file such as tests/certificates/morris.txt. Nothing here comes from
the engine: files are read as src/tablebase/header.rs describes them, positions are numbered as in
src/games/GAME/tablebase/mod.rs, and the rules are written anew, in verify_rules. For each sector whose
table is there, or each SECTOR, this checks

* every checksum of the file;
* against the certificate the SHA-256 of the values, the counts of results, and the longest win and loss;
* that values follow from those that the moves lead to: all values of sectors with up to N numbers
  (1,000,000 unless said), else about N of them at random; SEED (1) chooses which.

Draws are counted only in sectors that are checked whole, where some numbers have no position. Needs the
packages numpy and zstandard. Exits 1 if anything is wrong, 2 if something does not work.
"""

import argparse
import functools
import hashlib
import pathlib
import struct
import sys
import time
import zlib

try:
    import numpy
    import zstandard
except ImportError as error:
    print(__doc__.strip() if len(sys.argv) < 3 else error, file=sys.stderr)
    sys.exit(2)

from verify_rules.coerceo import Coerceo
from verify_rules.morris import Morris
from verify_rules.trimok import Trimok

# Values as one number, the better the greater: a win in d plies is BEST - d, a loss d - BEST.
BEST = 1000
DIGITS = numpy.array([[byte // 3**i % 3 for i in range(5)] for byte in range(256)], numpy.uint8)
DRAW, WIN, LOSS = 0, 1, 2
# How many positions are examined at once.
BATCH = 1 << 15
# Sectors of up to so many numbers are kept in memory.
KEPT = 1 << 26


def fnv(data):
    """Returns the FNV-1a checksum of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def require(is_so, what):
    if not is_so:
        raise ValueError(what)


class Table:
    """A table file."""

    def __init__(self, path, game, unit, sectors):
        self.file = open(path, "rb")
        head = self.read(0, 256)
        require(len(head) == 256 and head[:8] == b"QCXTABLE", "it is no table")
        require(fnv(head[:248]) == struct.unpack_from("<Q", head, 248)[0], "the checksum of the header")
        version, found, metric, distances, self.quiet, self.chunk, self.places = struct.unpack_from(
            "<I2sBBIIQ", head, 8
        )
        length, begin, list_sum = struct.unpack_from("<3Q", head, 144)
        tag, stored = struct.unpack_from("<8sQ", head, 168)
        require((version, found, tag) == (1, bytes(unit), game.TAG), "it is another table")
        require(self.file.seek(0, 2) == length, "its length")
        listed = self.read(begin, length - begin)
        require(fnv(listed) == list_sum, "the checksum of the list of chunks")
        self.starts = numpy.frombuffer(listed, "<u8")
        require(self.starts[0] == 256 and self.starts[-1] == begin, "the list of chunks")
        require((self.starts[:-1] <= self.starts[1:]).all(), "the list of chunks")
        self.to_the_end, self.has_distances = metric == 1, distances == 1
        self.sectors = sectors
        self.chunks = -(-self.places // self.chunk)
        self.is_summed = stored != 0
        if self.is_summed:
            summed = 0
            for at in range(256, begin, 1 << 24):
                summed = zlib.crc32(self.read(at, min(1 << 24, begin - at)), summed)
            require(stored == summed | 1 << 32, "the checksum of the chunks")

    def read(self, at, length):
        self.file.seek(at)
        return self.file.read(length)

    def unpacked(self, number, length):
        """Returns the content of a chunk, which is so many bytes long. zstd checks it."""
        start, end = (int(at) for at in self.starts[number : number + 2])
        frame = self.read(start, end - start)
        said = zstandard.get_frame_parameters(frame)
        require(said.has_checksum, f"chunk {number} has no checksum")
        require(said.content_size == length, f"the length of chunk {number}")
        return zstandard.ZstdDecompressor().decompress(frame)

    def count(self, chunk):
        """Returns how many numbers a chunk of a sector has."""
        return min(self.chunk, self.places - chunk * self.chunk)

    def results(self, sector, chunk):
        """Returns how many numbers a chunk of a sector has, and the bytes of their results."""
        count = self.count(chunk)
        return count, self.unpacked(sector * self.chunks + chunk, -(-count // 5))

    def distances(self, sector, chunk):
        """Returns the bytes of the distances of a chunk of a sector."""
        return self.unpacked((self.sectors + sector) * self.chunks + chunk, self.count(chunk))


class Sector:
    """A sector of a table."""

    def __init__(self, table, number, name):
        self.table, self.number, self.name = table, number, name
        self.places = table.places
        self.kept = {}

    @functools.lru_cache(maxsize=2)
    def values_of(self, chunk):
        """Returns the values of a chunk."""
        count, results = self.table.results(self.number, chunk)
        digits = DIGITS[numpy.frombuffer(results, numpy.uint8)].ravel()[:count]
        worth = numpy.full(count, BEST - 1, numpy.int16)
        if self.table.has_distances:
            distances = self.table.distances(self.number, chunk)
            worth = BEST - numpy.frombuffer(distances, numpy.uint8).astype(numpy.int16)
        return numpy.where(digits == WIN, worth, numpy.where(digits == LOSS, -worth, 0)).astype(numpy.int16)

    def values(self, numbers):
        """Returns the values of numbers."""
        found = numpy.empty(len(numbers), numpy.int16)
        order = numpy.argsort(numbers, kind="stable")
        chunks = numbers[order] // self.table.chunk
        bounds = numpy.flatnonzero(numpy.diff(chunks, prepend=-1, append=-1))
        for begin, end in zip(bounds[:-1], bounds[1:]):
            chunk = int(chunks[begin])
            values = self.kept.get(chunk)
            if values is None:
                values = self.values_of(chunk)
                if self.places <= KEPT:
                    self.kept[chunk] = values
            some = order[begin:end]
            found[some] = values[numbers[some] - chunk * self.table.chunk]
        return found

    def summary(self, aliases):
        """Returns the hash, the counts of wins, draws and losses without those of some numbers, and the
        longest win and loss."""
        hashed, counts, longest = hashlib.sha256(), numpy.zeros(3, numpy.int64), [0, 0]
        for chunk in range(self.table.chunks):
            count, results = self.table.results(self.number, chunk)
            hashed.update(results)
            packed = numpy.frombuffer(results, numpy.uint8)
            require(packed.max() < 243, f"a byte of {packed.max()} among the results")
            digits = DIGITS[packed].ravel()
            require(not digits[count:].any(), "something behind the last result")
            counts += numpy.bincount(digits[:count], minlength=3)
        if not self.table.has_distances:
            longest = [int(counts[WIN] > 0), int(counts[LOSS] > 0)]
        for chunk in range(self.table.chunks if self.table.has_distances else 0):
            count, results = self.table.results(self.number, chunk)
            digits = DIGITS[numpy.frombuffer(results, numpy.uint8)].ravel()[:count]
            distances = self.table.distances(self.number, chunk)
            hashed.update(distances)
            plies = numpy.frombuffer(distances, numpy.uint8)
            require(not plies[digits == DRAW].any(), "a draw with a distance")
            for at, result in enumerate((WIN, LOSS)):
                longest[at] = max(longest[at], int(plies.max(where=digits == result, initial=0)))
        values = self.values(aliases)
        counts -= [(values == 0).sum(), (values > 0).sum(), (values < 0).sum()]
        return hashed.hexdigest(), [int(counts[at]) for at in (WIN, DRAW, LOSS)], longest


class Moves:
    """The best that the moves of a batch of positions lead to."""

    def __init__(self, verifier, table, count):
        self.verifier, self.table = verifier, table
        # Without a move the game is lost.
        self.best = numpy.full(count, -BEST, numpy.int16)
        self.asked = {}

    def lead(self, parents, name, numbers, is_irreversible):
        """Moves of these positions lead to these numbers of a sector."""
        if len(parents):
            self.asked.setdefault((name, is_irreversible), []).append((parents, numbers))

    def draw(self, parents):
        """In these positions, which have no moves, the game is drawn."""
        self.best[parents] = 0

    def win(self, parents):
        """These positions have moves that win at once."""
        numpy.maximum.at(self.best, parents, BEST - 1)

    def values(self):
        """Returns the values that follow for the positions."""
        for (name, is_irreversible), parts in self.asked.items():
            parents, numbers = (numpy.concatenate(part) for part in zip(*parts))
            after = self.verifier.sector(name).values(numbers)
            plies = BEST - numpy.abs(after) + 1
            if is_irreversible and not self.table.to_the_end:
                plies[:] = 1
            value = numpy.where(after < 0, BEST - plies, plies - BEST)
            late = plies > self.table.quiet if self.table.quiet else False
            value[(after == 0) | late] = 0
            numpy.maximum.at(self.best, parents, value.astype(numpy.int16))
        return self.best


GAMES = {"coerceo": Coerceo, "morris": Morris, "trimok": Trimok}


class Verifier:
    """The tables of a folder."""

    def __init__(self, folder, name):
        require(name in GAMES, f"of {name} nothing is known here, only of {' and '.join(GAMES)}")
        self.folder, self.name, self.game = folder, name, GAMES[name]()
        self.tables, self.sectors = {}, {}

    def path(self, name):
        return self.folder / f"{self.name}-{self.game.unit(name)[0]}.qtb"

    def sector(self, name):
        if name not in self.sectors:
            file, unit, sectors, number, *_ = self.game.unit(name)
            if file not in self.tables:
                try:
                    self.tables[file] = Table(self.path(name), self.game, unit, sectors)
                except ValueError as error:
                    raise ValueError(f"{self.path(name)}: {error}") from error
            table = self.tables[file]
            require(table.places == self.game.places(name), f"{name} has {table.places} numbers")
            self.sectors[name] = Sector(table, number, name)
        return self.sectors[name]

    def forget(self):
        """Lets go of what is in memory."""
        for sector in self.sectors.values():
            sector.kept.clear()

    def inconsistent(self, name, numbers):
        """Returns the first number whose value does not follow from its moves, in words, or None, and how
        many have no position."""
        sector, game, empty = self.sector(name), self.game, 0
        for first in range(0, len(numbers), BATCH):
            some = numbers[first : first + BATCH]
            found = sector.values(some)
            position = game.positions(name, some)
            # Numbers without a position are draws.
            at = numpy.flatnonzero(game.is_possible(name, *position))
            expected = numpy.zeros(len(some), numpy.int16)
            if len(at):
                moves = Moves(self, sector.table, len(at))
                game.lead(moves, name, tuple(side[at] for side in position))
                expected[at] = moves.values()
            empty += len(some) - len(at)
            wrong = numpy.flatnonzero(found != expected)
            if len(wrong):
                at = wrong[0]
                return f"number {some[at]} is {shown(found[at])}, by its moves {shown(expected[at])}", empty
        return None, empty


def shown(value):
    if value == 0:
        return "a draw"
    return f"a win in {BEST - value}" if value > 0 else f"a loss in {BEST + value}"


def read_certificate(path):
    """Returns the game of a certificate, its metric and its sectors."""
    game, metric, sectors = None, None, {}
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "game":
            game = rest
        elif word == "metric":
            metric = rest
        elif word not in ("", "#", "program", "rules", "all"):
            *numbers, digest = rest.split()
            won, drawn, lost, win, loss = (int(number) for number in numbers)
            sectors[word] = digest, [won, drawn, lost], [win, loss]
    require(game and metric and sectors, f"{path} is no certificate")
    return game, metric, sectors


def metric_of(table):
    if table.to_the_end:
        return "end of the game"
    limit = f"under a quiet limit of {table.quiet}" if table.quiet else "without a quiet limit"
    return f"conversion {limit}"


def check(verifier, name, metric, certified, entries, rng):
    """Returns what is wrong with a sector, or None, and what was checked."""
    sector = verifier.sector(name)
    require(metric_of(sector.table) == metric, f"{name} counts plies to {metric_of(sector.table)}")
    digest, counts, longest = sector.summary(verifier.game.aliases(name))
    is_whole = sector.places <= entries
    if is_whole:
        numbers = numpy.arange(sector.places)
    else:
        numbers = numpy.unique(rng.integers(0, sector.places, entries))
    wrong, empty = verifier.inconsistent(name, numbers)
    what = f"{len(numbers):,} of {sector.places:,} values follow from their moves"
    if not sector.table.is_summed:
        what += ", the file has no checksum of its chunks"
    if digest != certified[0]:
        return "the hash of the values differs", what
    if longest != certified[2]:
        return f"the longest win and loss are {longest}", what
    if is_whole and empty:
        aliases = verifier.game.aliases(name)
        position = verifier.game.positions(name, numpy.setdiff1d(numbers, aliases))
        counts[1] -= int((~verifier.game.is_possible(name, *position)).sum())
    known = counts if is_whole or not empty else [counts[0], certified[1][1], counts[2]]
    if known != certified[1]:
        return f"{counts} positions are won, drawn and lost", what
    return wrong, what


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("tables", type=pathlib.Path)
    parser.add_argument("certificate", type=pathlib.Path)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("sectors", nargs="*")
    if len(sys.argv) < 3 or "--help" in sys.argv:
        print(__doc__.strip())
        return 2
    task = parser.parse_intermixed_args()
    game, metric, certified = read_certificate(task.certificate)
    verifier, rng = Verifier(task.tables, game), numpy.random.default_rng(task.seed)
    unknown = [name for name in task.sectors if name not in certified]
    require(not unknown, f"the certificate has no sector {' '.join(unknown)}")
    is_there = lambda name: verifier.path(name).exists()
    names = task.sectors or [name for name in certified if is_there(name)]
    require(names, f"there are no tables of {game} in {task.tables}")
    is_right = True
    for name in names:
        began = time.monotonic()
        try:
            wrong, what = check(verifier, name, metric, certified[name], task.entries, rng)
        except (ValueError, zstandard.ZstdError) as error:
            wrong, what = f"{error}", "nothing more was checked"
        verifier.forget()
        is_right &= wrong is None
        verdict = "as certified" if wrong is None else f"WRONG: {wrong}"
        print(f"{name} {verdict}; {what}; {time.monotonic() - began:.1f} s", flush=True)
    print(f"{len(names)} of {len(certified)} sectors: {'all right' if is_right else 'NOT all right'}")
    return 0 if is_right else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
