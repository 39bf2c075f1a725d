"""Drawings of boards, from what the games say of themselves."""

from __future__ import annotations

import json
from html import escape
from math import cos, hypot, pi, sin

COLOURS = {
    "white": ("#f7f3e8", "#4a4238"), "black": ("#3b3631", "#f2ede2"), "red": ("#c0392b", "#ffffff"),
    "blue": ("#2c5fa8", "#ffffff"), "green": ("#2f7d4f", "#ffffff"),
}
BOARD, RIM, INK, TOUCH = "#d9c39a", "#8d7350", "#4a4238", "#e08a1e"
#: The sides of a cell and where its first corner points, in degrees.
SHAPES = {"dominions": (6, 0), "hexceed": (6, 30), "trimok": (4, 45)}
#: How large a cell is, the distance of neighbours being 1.
RADII = {"dominions": 0.577, "hexceed": 0.577, "trimok": 0.707}


def draw(name: str, players: tuple[str, str], mover: int | None, game: str, scene: str) -> str:
    """Returns a position as an SVG image, given its game and itself as the JSON of `State._scene`. `mover` is the
    number of the player to move, if there is one."""
    return _Drawing(name, players, mover, json.loads(game), json.loads(scene)).image()


def _ring(sides: int, radius: float, turn: float) -> list[tuple[float, float]]:
    angles = [2 * pi * i / sides + turn * pi / 180 for i in range(sides)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _polygon(points, x: float, y: float, fill: str, stroke: str = RIM, width: float = 1) -> str:
    text = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
    return f'<polygon points="{text}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>'


def _disc(x: float, y: float, radius: float, fill: str, stroke: str = INK, width: float = 1.5) -> str:
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    return f'{circle} fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'


def _text(x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle") -> str:
    place = f'x="{x:.1f}" y="{y + 0.35 * size:.1f}" font-size="{size:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}">{escape(str(words))}</text>'


class _Drawing:
    def __init__(self, name: str, players: tuple[str, str], mover: int | None, game: dict, scene: dict) -> None:
        self.mover, self.name, self.game, self.scene = mover, name, game, scene
        self.things = {thing["id"]: thing for thing in game["things"]}
        self.kinds = {kind["id"]: kind for kind in game["kinds"]}
        placed = [thing["at"] for thing in game["things"] if thing.get("at")]
        board = [thing["at"] for thing in game["things"] if thing["area"] == "board"]
        near = min(hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(board) for b in board[:i])
        #: The distance between neighbours on the image.
        self.unit = max(24.0, min(60.0, 520 * near / (max(x for x, _ in placed) - min(x for x, _ in placed) + near)))
        self.scale = self.unit / near
        self.margin = 1.1 * max(self.unit, 0.6 * self.scale if name == "coerceo" else 0)
        self.left = min(x for x, _ in placed) * self.scale - self.margin
        self.top = min(y for _, y in placed) * self.scale - self.margin
        self.width = max(x for x, _ in placed) * self.scale + self.margin - self.left
        self.height = max(y for _, y in placed) * self.scale + self.margin - self.top
        self.looks = dict(zip(players, game["looks"]))
        self.pieces = [self._piece(item) for item in scene["pieces"].split()]
        self.touched = set(scene["touched"].split())
        self.filled = {thing["id"] for thing, _ in self.pieces}

    def _piece(self, item: str) -> tuple[dict, dict]:
        at, _, kind = item.partition(",")
        return self.things[at], self.kinds[kind or at]

    def _place(self, thing: dict) -> tuple[float, float]:
        x, y = thing["at"]
        return x * self.scale - self.left, y * self.scale - self.top

    def image(self) -> str:
        parts = self._ground()
        for thing, kind in self.pieces:
            if thing.get("at") and thing["area"] == "board":
                parts.append(self._draw_piece(thing, kind))
        words = []
        for at, (look, status) in enumerate(zip(self.game["looks"], self.scene["status"])):
            words.append(f"{look['name']}: {status['text']}" if status["text"] else look["name"])
            words[-1] += " \u00b7 to move" if at == self.mover else ""
        words += [f"in the tray: {kind['name']}" for thing, kind in self.pieces if thing["area"] == "tray"]
        for row, line in enumerate(words):
            parts.append(_text(8, self.height + 14 + 18 * row, line, 13, INK, "start"))
        width, height = self.width, self.height + 18 * len(words) + 8
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        style = f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" role="img">'
        title = f"<title>{escape(self.game['title'])}</title>"
        return f'{head}{style}{title}<rect width="100%" height="100%" fill="#fffdf7"/>{"".join(parts)}</svg>'

    def _ground(self) -> list[str]:
        cells = [thing for thing in self.game["things"] if thing["area"] == "board"]
        if self.name == "coerceo":
            return self._tiles(cells)
        parts = self._lines() if self.name == "morris" else []
        for cell in cells:
            x, y = self._place(cell)
            is_touched = cell["id"] in self.touched
            if self.name == "morris":
                parts.append(_disc(x, y, 0.09 * self.unit, TOUCH if is_touched else RIM, RIM))
                if cell["id"] not in self.filled:
                    parts.append(_text(x + 0.2 * self.unit, y + 0.2 * self.unit, cell["id"], 10, INK, "start"))
                continue
            sides, turn = SHAPES.get(self.name, (6, 30))
            shape = _ring(sides, RADII.get(self.name, 0.5) * self.unit, turn)
            parts.append(_polygon(shape, x, y, "#f0d8a8" if is_touched else BOARD))
            label = "" if cell["id"] in self.filled else cell.get("name") or cell["id"]
            parts.append(_text(x, y + (0.36 if self.unit > 40 else 0) * self.unit, label, 0.2 * self.unit, RIM))
        return parts

    def _lines(self) -> list[str]:
        near, far = self.margin, self.margin + 6 * self.unit
        middle, parts = (near + far) / 2, []
        lines = []
        for inset in (0, 1, 2):
            a, b = near + inset * self.unit, far - inset * self.unit
            lines += [(a, a, b, a), (b, a, b, b), (b, b, a, b), (a, b, a, a)]
        reach = 2 * self.unit
        lines += [(middle, near, middle, near + reach), (middle, far - reach, middle, far)]
        lines += [(near, middle, near + reach, middle), (far - reach, middle, far, middle)]
        for x1, y1, x2, y2 in lines:
            ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            parts.append(f'<line {ends} stroke="{RIM}" stroke-width="3"/>')
        return parts

    def _triangle(self, field: int, size: float) -> list[tuple[float, float]]:
        """The corners of a field about its middle, at a part of its size."""
        side = self.scale
        corner = [(0.0, 0.0)] + [
            (side * cos((60 * field + turn) * pi / 180), -side * sin((60 * field + turn) * pi / 180)) for turn in (60, 120)
        ]
        middle = (sum(x for x, _ in corner) / 3, sum(y for _, y in corner) / 3)
        return [(size * (x - middle[0]), size * (y - middle[1])) for x, y in corner]

    def _tiles(self, cells: list[dict]) -> list[str]:
        there = {thing["id"] for thing, _ in self.pieces if thing["area"] == "tiles"}
        parts = []
        for cell in cells:
            if cell["id"][:-1] not in there:
                continue
            x, y = self._place(cell)
            field = cell["look"][0]
            fill = "#f0d8a8" if cell["id"] in self.touched else (BOARD if field % 2 else "#cdb484")
            parts.append(_polygon(self._triangle(field, 0.97), x, y, fill))
        for thing in self.game["things"]:
            if thing["area"] == "tiles" and thing["id"] in there:
                x, y = self._place(thing)
                parts.append(_disc(x, y, 0.12 * self.scale, BOARD, RIM, 1))
                parts.append(_text(x, y, thing["id"], 0.11 * self.scale, INK))
        return parts

    def _colours(self, kind: dict) -> tuple[str, str]:
        look = self.looks.get(kind.get("owner", ""), self.game["looks"][0])
        return COLOURS.get(look["colour"], COLOURS["white"])

    def _draw_piece(self, thing: dict, kind: dict) -> str:
        x, y = self._place(thing)
        fill, ink = self._colours(kind)
        stroke = TOUCH if thing["id"] in self.touched else INK
        if self.name == "coerceo":
            return _polygon(self._triangle(thing["look"][0], 0.6), x, y, fill, stroke, 2)
        if self.name == "hexceed":
            colour, symbol, letter = kind["look"]
            fill = COLOURS[("red", "green", "blue")[colour]][0]
            shown = "\u2715\u25cb\u2013"[symbol]
            ink = ("#000000", "#ffffff")[letter]
            return _disc(x, y, 0.36 * self.unit, fill, stroke, 2) + _text(x, y, shown, 0.42 * self.unit, ink)
        if self.name == "dominions":
            parts = [_polygon(_ring(6, 0.54 * self.unit, 0), x, y, fill, stroke)]
            for side in kind["look"]:
                angle = (90 + 60 * side) * pi / 180
                dx, dy = 0.48 * self.unit * cos(angle), -0.48 * self.unit * sin(angle)
                ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}"'
                parts.append(f'<line {ends} stroke="{ink}" stroke-width="2.5"/>')
            is_captured = kind.get("family") not in (None, kind["id"])
            return "".join(parts) + _disc(x, y, (0.16 if is_captured else 0.07) * self.unit, ink, ink)
        if self.name == "trimok":
            size = kind["look"][0]
            radius = (0.2 + 0.07 * size) * self.unit
            return _disc(x, y, radius, fill, stroke, 2) + _text(x, y, str(size), 0.3 * self.unit, ink)
        return _disc(x, y, 0.36 * self.unit, fill, stroke, 2) + _text(x, y, kind.get("face", ""), 0.3 * self.unit, ink)
