"""The rules of Hexceed, after src/games/hexceed/RULES.md; for verify_proof.py."""

import dataclasses
import itertools
import re

PIECES = ["".join(letters) for letters in itertools.product("RGB", "XO-", "KW")]
CODES = [1 << "RGB".index(a) | 8 << "XO-".index(b) | 64 << "KW".index(c) for a, b, c in PIECES]
# Axial coordinates of the cells, row by row from the top, the columns from the left.
PLACES = [(q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2 and (q, r) != (0, 0)]
CELLS = "ABCDEFGHIJKLMNOPQR"
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def trios():
    """Returns the lines and triangles: two steps on from a cell in one direction, or in two that lie side
    by side."""
    found = set()
    for q, r in PLACES:
        for at, (a, b) in enumerate(STEPS):
            c, d = STEPS[(at + 1) % 6]
            for third in ((q + 2 * a, r + 2 * b), (q + c, r + d)):
                trio = [(q, r), (q + a, r + b), third]
                if all(place in PLACES for place in trio):
                    found.add(tuple(sorted(map(PLACES.index, trio))))
    return sorted(found)


TRIOS = trios()


def symmetries():
    """Returns the cell that each cell comes to, for the turns of the board and their reflections."""
    found = []
    for turns, is_reflected in itertools.product(range(6), (False, True)):
        to = []
        for q, r in PLACES:
            for _ in range(turns):
                q, r = -r, q + r
            to.append(PLACES.index((r, q) if is_reflected else (q, r)))
        found.append(to)
    return found


def relabellings():
    """Returns the piece that each piece becomes: colours, symbols and inks exchanged among themselves, and
    colours with symbols."""
    found = []
    orders = itertools.permutations(range(3)), itertools.permutations(range(3)), [(0, 1), (1, 0)], (0, 1)
    for colours, symbols, inks, is_crossed in itertools.product(*orders):
        to = []
        for piece in range(18):
            colour, symbol = colours[piece // 6], symbols[piece // 2 % 3]
            colour, symbol = (symbol, colour) if is_crossed else (colour, symbol)
            to.append(6 * colour + 2 * symbol + inks[piece % 2])
        found.append(to)
    return found


@dataclasses.dataclass(frozen=True)
class Position:
    """The number of the piece on each cell or -1, the piece that is held or -1, and the scores."""

    on: tuple = (-1,) * 18
    held: int = -1
    score: tuple = (0, 0)

    @classmethod
    def read(cls, text):
        form = r"on\[(.*?)\](?:score\[(\d+),(\d+)\])?(?:hold\[(.{3})\])?turn\[[12]\]"
        found = re.fullmatch(form, text)
        if not found:
            raise ValueError(f"{text!r} is no position")
        on = [-1] * 18
        try:
            for item in filter(None, found[1].split(",")):
                piece, cell = item.split("@")
                on[CELLS.index(cell)] = PIECES.index(piece)
            held = PIECES.index(found[4]) if found[4] else -1
        except ValueError as error:
            raise ValueError(f"{text!r} is no position: {error}") from error
        position = cls(tuple(on), held, (int(found[2] or 0), int(found[3] or 0)))
        if position.text() != text:
            raise ValueError(f"{text!r} should be written {position.text()}")
        points = sum(shared(*(on[cell] for cell in trio)) for trio in TRIOS)
        if sum(position.score) != points:
            raise ValueError(f"{text!r}: the points on the board are {points}")
        return position

    def text(self):
        items = ",".join(f"{PIECES[piece]}@{CELLS[cell]}" for cell, piece in enumerate(self.on) if piece >= 0)
        score = "score[{},{}]".format(*self.score) if self.score != (0, 0) else ""
        hold = f"hold[{PIECES[self.held]}]" if self.held >= 0 else ""
        return f"on[{items}]{score}{hold}turn[{self.turn}]"

    @property
    def turn(self):
        return 1 + (self.empty % 2 == (self.held < 0))

    @property
    def empty(self):
        return self.on.count(-1)

    def points(self, piece, cell):
        on = [*self.on]
        on[cell] = piece
        return sum(shared(*(on[at] for at in trio)) for trio in TRIOS if cell in trio)

    def moves(self):
        """Returns each move as a piece and a cell, or as a piece and -1 if it is handed over, with what
        it gains at once, less what the other side then can at most."""
        cells = [cell for cell, piece in enumerate(self.on) if piece < 0]
        if self.held >= 0:
            return [((self.held, cell), self.points(self.held, cell)) for cell in cells]
        free = [piece for piece in range(18) if piece not in self.on]
        return [((piece, -1), -max(self.points(piece, cell) for cell in cells)) for piece in free]

    def after(self, piece, cell):
        if cell < 0:
            return dataclasses.replace(self, held=piece)
        on, score = [*self.on], [*self.score]
        on[cell] = piece
        score[self.turn - 1] += self.points(piece, cell)
        return Position(tuple(on), -1, tuple(score))

    def image(self, cells, pieces):
        on = [-1] * 18
        for cell, piece in enumerate(self.on):
            on[cells[cell]] = pieces[piece] if piece >= 0 else -1
        return Position(tuple(on), pieces[self.held] if self.held >= 0 else -1, self.score)


def shared(*pieces):
    """Returns what a trio is worth."""
    if -1 in pieces:
        return 0
    return sum(len(set(letters)) == 1 for letters in zip(*(PIECES[piece] for piece in pieces)))
