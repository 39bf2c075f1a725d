#!/usr/bin/env python3
"""Checks a proof of Hexceed's margin, deep inside its lines, against another solver.

    scripts/verify_proof.py PROGRAM [STORE] [--boards N] [--cells A..B] [--again N] [--seed N]

PROGRAM is the engine and STORE a folder of answers (src/games/hexceed/proof). The rules are written anew
here, from src/games/hexceed/RULES.md; the other solver is verify_hexceed/solver.c, which is compiled into
target/verify with the command cc. They share no code with the engine. This checks

* the checksum, the form and the position of every line in the folder (a line `checksum CHECKSUM` is that of all lines
  without one since the last such line), and that no two contradict each other on the margin to come of one board or
  of images of it by symmetry. As the engine, it does not read a last line without an ending, which is not finished
  yet;
* that claims about boards with fewer pieces follow from those about boards with the most, the answers, by the rules
  alone, and what these prove of the margin from the empty board;
* N boards (200) below answers drawn at random, with A to B empty cells (9..11, the most), a quarter as many
  for each cell more: the margin that the engine proves is that of the other solver and within the bound of
  the answer, and the engine reaches that margin and one less, but not one more;
* of a quarter of them an image by random symmetries of board and pieces: its margin is the same;
* N of the answers (0), drawn at random, once more: the engine is asked about such an image, whose cells and pieces
  it tries in another order. Each takes it as long as the answer did, a minute or two.

A store keeps answers and not the moves that prove them, and what is above the boards is too large for the
other solver. So on the way from an answer to its boards the side for which the bound holds plays what a
short search of the engine likes, and the engine is asked whether that keeps the bound. If not, it plays
what the engine proves to be best, whose margin must be within the bound, as it was before. Nothing is asked
with more than 13 empty cells; with more than 12 the line is given up, and counted, rather than solved. The
other side moves at random, greedily or by a short search, more or less often so from line to line. Thus a
line is one of a proof from 12 or 13 empty cells on, but it need not be the proof that the engine found:
nothing is said of the lines that were not drawn.

SEED (1) chooses the boards. Exits 1 if anything is wrong, 2 if something does not work.
"""

import argparse
import ctypes
import dataclasses
import itertools
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import zlib

from verify_hexceed.rules import CELLS, CODES, PIECES, TRIOS, Position, relabellings, symmetries

HERE = pathlib.Path(__file__).resolve().parent.parent
# With more empty cells a question takes minutes, and with more than the second number a proven move does.
ASKED, PLAYED_OUT = 13, 12
# What a short search takes, and a number that no search reaches.
NODES, ENDLESS = 20_000, 10**15
# How many boards are drawn below one answer.
BELOW = 10
# No margin is greater.
MOST = 72
SYMMETRIES = symmetries()


def require(is_so, what):
    if not is_so:
        raise ValueError(what)


def check(line, text, written):
    checksum = f"{zlib.crc32(text.encode()):08x}"
    require(written == checksum, f"{line!r}: the checksum should be {checksum}")


class Wrong(Exception):
    """The engine is wrong, the store or the other solver."""


@dataclasses.dataclass(frozen=True)
class Claim:
    """A bound of the final margin of a position, the points of player 1 minus those of player 2."""

    position: Position
    sign: str
    margin: int

    @classmethod
    def read(cls, line):
        """Reads a line; returns whether it has a checksum, too."""
        found = re.fullmatch(r"((\S+) (>=|<=) (-?\d+))(?: ([0-9a-f]{8}))?", line)
        require(found, f"{line!r} is no answer")
        if found[5]:
            check(line, found[1], found[5])
        return cls(Position.read(found[2]), found[3], int(found[4])), found[5] is not None

    @property
    def keeper(self):
        return 1 if self.sign == ">=" else 2

    def holds(self, margin):
        return margin >= self.margin if self.sign == ">=" else margin <= self.margin


def canonical(position):
    """Returns what the images of a board have in common: the least of those whose colours, symbols and inks are
    numbered in the order in which they are met."""

    def numbered(cells, qualities):
        met = {}
        pieces = [*(position.on[cell] for cell in cells), position.held]
        letters = [PIECES[piece][at] if piece >= 0 else "" for piece in pieces for at in qualities]
        return [met.setdefault(letter, len(met)) if letter else -1 for letter in letters]

    return tuple(min(itertools.starmap(numbered, itertools.product(SYMMETRIES, [(0, 1, 2), (1, 0, 2)]))))


def to_come(position, margin):
    """Returns what is to come if the final margin is so much."""
    first, second = position.score
    return margin - first + second


def read_store(folder):
    """Returns the answers in a folder, and the least and the greatest margin to come behind every board."""
    claims, bounds = [], {}
    for path in sorted(folder.glob("*.txt")):
        waiting = []
        for number, line in enumerate(path.read_text(errors="backslashreplace").split("\n")[:-1], 1):
            if not line or line.startswith("#"):
                continue
            try:
                if line.startswith("checksum "):
                    check(line, "".join(waiting), line.removeprefix("checksum "))
                    waiting = []
                    continue
                claim, is_checked = Claim.read(line)
                if not is_checked:
                    waiting.append(line + "\n")
                bound = bounds.setdefault(canonical(claim.position), [-MOST, MOST])
                margin = to_come(claim.position, claim.margin)
                if claim.sign == ">=":
                    bound[0] = max(bound[0], margin)
                else:
                    bound[1] = min(bound[1], margin)
                require(bound[0] <= bound[1], f"{line!r} contradicts another answer")
            except ValueError as error:
                raise Wrong(f"{path}:{number}: {error}") from error
            claims.append(claim)
        if waiting:
            raise Wrong(f"{path}: no checksum follows {waiting[0]!r}")
    require(claims, f"{folder} has no answers")
    return claims, bounds


class Conclusion:
    """What follows from answers by the rules."""

    def __init__(self, claims, bounds):
        self.claims, self.bounds, self.known = claims, bounds, {}
        self.fewest = min(claim.position.empty for claim in claims)

    def is_answer(self, claim):
        return claim.position.empty == self.fewest and claim.position.held < 0

    def follows(self, claim):
        """Returns whether a claim follows: from an answer, or behind one move of the side for which it holds, or
        behind all moves of the other side."""
        position = claim.position
        board, margin = canonical(position), to_come(position, claim.margin)
        if self.is_answer(claim):
            least, most = self.bounds.get(board, (-MOST, MOST))
            return margin <= least if claim.keeper == 1 else most <= margin
        key = board, claim.sign, margin
        if key not in self.known:
            behind = (dataclasses.replace(claim, position=position.after(*move)) for move, _ in position.moves())
            quantifier = any if position.turn == claim.keeper else all
            self.known[key] = quantifier(map(self.follows, behind))
        return self.known[key]

    def check(self):
        """Returns the answers, of which the other claims must be consequences."""
        answers = list(filter(self.is_answer, self.claims))
        for claim in self.claims:
            if not self.is_answer(claim) and not self.follows(claim):
                raise Wrong(f"{claim.position.text()} {claim.sign} {claim.margin} does not follow")
        return answers

    def sentence(self):
        """Says what follows about the margin from the empty board."""
        asked = {">=": [], "<=": []}
        for claim in self.claims:
            asked[claim.sign].append(to_come(claim.position, claim.margin))
        proven = []
        for sign, margins in asked.items():
            # The strongest claim first.
            for margin in sorted(set(margins), reverse=sign == ">="):
                if self.follows(Claim(Position(), sign, margin)):
                    proven.append(f"at {'least' if sign == '>=' else 'most'} {margin}")
                    break
        return f"together they prove that the margin is {' and '.join(proven) or 'not known yet'}"


class Other:
    """The other solver."""

    def __init__(self):
        source = HERE / "scripts/verify_hexceed/solver.c"
        library = HERE / "target/verify/hexceed.so"
        library.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        self.library = ctypes.CDLL(library)
        self.trios = (ctypes.c_uint8 * 108)(*itertools.chain(*TRIOS))
        self.codes = (ctypes.c_uint8 * 18)(*CODES)

    def margin(self, position):
        """Returns the final margin of a position, and the nodes that it took."""
        nodes = ctypes.c_uint64()
        on = (ctypes.c_int8 * 18)(*position.on)
        to_come = self.library.solve(self.trios, self.codes, on, position.held, ctypes.byref(nodes))
        first, second = position.score
        return first - second + (to_come if position.turn == 1 else -to_come), nodes.value


class Program:
    """The engine."""

    def __init__(self, program):
        self.program = program
        self.process = subprocess.Popen(
            [program, "--game", "hexceed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.tell("setoption name Hash value 64")

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def tell(self, *commands):
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()

    def search(self, position, nodes):
        """Returns the best move and the final margin, if it is proven."""
        self.tell("ucinewgame", f"position fen {position.text()}", f"go nodes {nodes}")
        margin = None
        for line in self.process.stdout:
            require("info string error" not in line, f"{position.text()}: {line.strip()}")
            if found := re.search(r" margin (-?\d+) ", line):
                margin = int(found[1]) * (1 if position.turn == 1 else -1)
            if line.startswith("bestmove "):
                piece, _, cell = line.split()[1][2:-1].partition("@")
                require(nodes < ENDLESS or margin is not None, f"{position.text()}: no margin is proven")
                return (PIECES.index(piece), CELLS.index(cell) if cell else -1), margin
        raise ValueError("the engine has ended")

    def reaches(self, position, margin):
        """Returns whether the final margin is at least so much."""
        with tempfile.TemporaryDirectory() as folder:
            task = ["solve", "hexceed", "--from", position.text(), "--plies", "0", "--store", folder]
            command = [self.program, *task, "--at-least", str(margin)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            (claim,), _ = read_store(pathlib.Path(folder))
        require(claim.margin == (margin if claim.keeper == 1 else margin - 1), f"an answer to {claim}")
        return claim.keeper == 1

    def keeps(self, position, claim):
        if claim.keeper == 1:
            return self.reaches(position, claim.margin)
        return not self.reaches(position, claim.margin + 1)


class Verifier:
    def __init__(self, program, seed):
        self.program, self.other, self.rng = Program(program), Other(), random.Random(seed)
        self.relabellings = relabellings()

    def careless(self, position, care):
        """Returns the position after a move of the side that need not keep a bound."""
        if self.rng.random() < care:
            return position.after(*self.program.search(position, NODES)[0])
        moves = position.moves()
        self.rng.shuffle(moves)
        is_greedy = self.rng.random() < 0.5
        move, _ = max(moves, key=lambda move: move[1]) if is_greedy else moves[0]
        return position.after(*move)

    def played(self, position, claim, is_end, nodes):
        """Returns the position after the moves that one side makes in a row."""
        while position.turn == claim.keeper and not is_end(position):
            move, margin = self.program.search(position, nodes)
            if nodes == ENDLESS and not claim.holds(margin):
                raise Wrong(f"{position.text()}: {margin}, but {claim.sign} {claim.margin} was kept so far")
            position = position.after(*move)
        return position

    def follow(self, position, claim, is_end):
        """Returns the end of a line on which a bound is kept, or None if the line was given up."""
        care = self.rng.random()
        while not is_end(position):
            if position.turn != claim.keeper:
                position = self.careless(position, care)
                continue
            after = self.played(position, claim, is_end, NODES)
            if after.empty <= ASKED and not self.program.keeps(after, claim):
                if position.empty > PLAYED_OUT:
                    return None
                after = self.played(position, claim, is_end, ENDLESS)
            position = after
        return position

    def check(self, position, claim):
        """Checks a board and returns its margin and the nodes that the other solver took."""
        text = position.text()
        margin, nodes = self.other.margin(position)
        _, found = self.program.search(position, ENDLESS)
        if found != margin:
            raise Wrong(f"{text}: the engine says {found}, the other solver {margin}")
        if not claim.holds(margin):
            raise Wrong(f"{text}: {margin}, but {claim.sign} {claim.margin} was kept")
        for asked in (margin - 1, margin, margin + 1):
            if self.program.reaches(position, asked) != (asked <= margin):
                raise Wrong(f"{text}: {margin}, but the engine is wrong whether it is at least {asked}")
        return margin, nodes

    def image(self, position):
        return position.image(self.rng.choice(SYMMETRIES), self.rng.choice(self.relabellings))

    def check_image(self, position, margin):
        image = self.image(position)
        _, found = self.program.search(image, ENDLESS)
        if found != margin:
            raise Wrong(f"{position.text()}: {margin}, but {found} for its image {image.text()}")

    def ask_again(self, claim):
        """Returns the image that was asked about."""
        image = self.image(claim.position)
        if not self.program.keeps(image, claim):
            raise Wrong(f"{claim.position.text()} {claim.sign} {claim.margin}, but not its image {image.text()}")
        return image


def cells(text):
    least, _, most = text.partition("..")
    numbers = int(least), int(most or least)
    if not 1 <= numbers[0] <= numbers[1] <= 11:
        raise ValueError(text)
    return numbers


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("program")
    parser.add_argument("store", type=pathlib.Path, nargs="?", default=HERE / "src/games/hexceed/proof")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--cells", type=cells, default=(9, 11))
    parser.add_argument("--again", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    if len(sys.argv) < 2 or "--help" in sys.argv:
        print(__doc__.strip())
        return 2
    task = parser.parse_args()
    least, most = task.cells
    claims, bounds = read_store(task.store)
    print(f"{len(claims)} claims with right checksums", flush=True)
    conclusion = Conclusion(claims, bounds)
    claims = conclusion.check()
    print(f"they follow from {len(claims)} of them, the answers", flush=True)
    print(conclusion.sentence(), flush=True)
    # The lines may begin two placements later.
    claims = [claim for claim in claims if claim.position.empty >= most + 2]
    require(claims, f"{task.store} has no answer with {most + 2} empty cells or more")
    verifier = Verifier(task.program, task.seed)
    rng = verifier.rng
    rng.shuffle(claims)
    sizes = range(least, most + 1)
    drawn = rng.choices(sizes, [4.0 ** (least - size) for size in sizes], k=task.boards)
    counts, at_bound, images, given_up, wrong, nodes = dict.fromkeys(sizes, 0), 0, 0, 0, 0, 0
    for claim in claims[: task.again]:
        began = time.monotonic()
        try:
            image = verifier.ask_again(claim)
            text = f"{image.text()} {claim.sign} {claim.margin} as {claim.position.text()}"
            print(f"{text}; {time.monotonic() - began:.1f} s", flush=True)
        except Wrong as error:
            wrong += 1
            print(f"WRONG: {error}", flush=True)
    for number, claim in enumerate(itertools.cycle(claims)):
        require(number < 10 * task.boards + 10, "too many lines were given up")
        batch, began = drawn[:BELOW], time.monotonic()
        if not batch:
            break
        # Its side has just handed a piece over, and the engine was asked.
        is_base = lambda at: at.empty <= ASKED and at.held >= 0 and at.turn != claim.keeper
        base = verifier.follow(claim.position, claim, is_base)
        if base is None:
            given_up += 1
            print(f"given up: {claim.position.text()} {claim.sign} {claim.margin}", flush=True)
            continue
        drawn = drawn[BELOW:]
        said = []
        for size in batch:
            is_held = rng.random() < 0.5
            is_end = lambda position: position.empty == size and (position.held >= 0) == is_held
            try:
                position = verifier.follow(base, claim, is_end)
                margin, count = verifier.check(position, claim)
                if sum(counts.values()) % 4 == 0:
                    verifier.check_image(position, margin)
                    images += 1
                at_bound += margin == claim.margin
                nodes += count
                said.append(f"{size}: {margin}")
            except Wrong as error:
                wrong += 1
                print(f"WRONG: {error}", flush=True)
            counts[size] += 1
        text = f"{base.text()} {claim.sign} {claim.margin}"
        print(f"{text}; {', '.join(said)}; {time.monotonic() - began:.1f} s", flush=True)
    verifier.program.close()
    print(", ".join(f"{count} boards with {size} empty cells" for size, count in counts.items()))
    print(f"{at_bound} worth the bound itself, {images} images, {given_up} attempts given up")
    print(f"{len(claims[: task.again])} answers asked again")
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    own, engine = (round(usage.ru_utime + usage.ru_stime) for usage in used)
    print(f"{nodes:,} nodes of the other solver; {own} s of processor time, the engine {engine} s")
    print(f"NOT all right: {wrong} wrong" if wrong else "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as error:
        print(f"WRONG: {error}")
        sys.exit(1)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
