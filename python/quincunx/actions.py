"""How the moves of each game are numbered.

An action is a number that stands for the same move in every state of a game, and in every version of this package
that has the same first two numbers. `State.action_mask` says which are legal, `State.move_text` what one is called.
The numbers have no gaps, but most of them are never legal: a space that is simple to compute with was preferred to
a small one.

| game | actions | the action of a move |
| --- | --- | --- |
| coerceo | 13,110 | a step: `114 * to + from`; an exchange: `12996 + field` |
| dominions | 13,672 | the pass: 0; a placement: `63 * cell + tile`, tiles from 1 to 63 |
| hexceed | 342 | a hand-over: `19 * piece + 18`; a placement: `19 * piece + cell` |
| morris | 15,000 | `(24 * removed + to) * 25 + from`; `from` is 24 from the hand, `removed` 24 for none |
| trimok | 5,184 | `(36 * size + to) * 36 + from`; `size` is 0 for a stack that stays as it is |

Fields, cells, points and pieces are numbered by the tables below: `COERCEO_FIELDS`, `DOMINIONS_CELLS`,
`HEXCEED_CELLS` and `HEXCEED_PIECES`, `MORRIS_POINTS`, `TRIMOK_CELLS`. A return of a stack in Trimok is numbered like
any other move, and `size` is what it is exchanged for.

>>> from quincunx import State, game
>>> [game(name)["actions"] for name in ("coerceo", "dominions", "hexceed", "morris", "trimok")]
[13110, 13672, 342, 15000, 5184]
>>> to, hand, nothing = MORRIS_POINTS.index("d6"), 24, 24
>>> State("morris").action("d6") == (24 * nothing + to) * 25 + hand
True
"""

_TILES = ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "0A", "0B", "0C", "0D", "0E", "0F", "10", "11", "12"]

#: The fields of either colour, three of each tile.
COERCEO_FIELDS = [tile + field for fields in ("315", "042") for tile in _TILES for field in fields]
#: The cells, row by row from `q`.
DOMINIONS_CELLS = [
    f"{'abcdefghijklmnopq'[row - 1]}{column}"
    for row in range(17, 0, -1)
    for column in range(max(1, row - 8), min(17, row + 8) + 1)
]
HEXCEED_CELLS = list("ABCDEFGHIJKLMNOPQR")
HEXCEED_PIECES = [colour + symbol + ink for colour in "RGB" for symbol in "XO-" for ink in "KW"]
#: The points, square by square from the outermost, clockwise.
MORRIS_POINTS = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4".split()
TRIMOK_CELLS = [f"{column}{row}" for row in range(1, 7) for column in "ABCDEF"]
