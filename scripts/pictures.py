#!/usr/bin/env python3
"""Makes the pictures of the README: src/guide/games.png and src/guide/terminal.png.

    scripts/pictures.py PROGRAM BROWSER

PROGRAM is the engine and BROWSER a Chromium. Needs the Python package in python/, which draws the
boards, and pyte, a terminal in which the program plays a game.
"""

import fcntl
import html
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

try:
    import pyte
    import quincunx
except ImportError as error:
    sys.exit(__doc__ if len(sys.argv) < 3 else f"pictures: {error}")

GUIDE = pathlib.Path(__file__).parent.parent / "src" / "guide"
# How many plies of a game come before its picture.
PLIES = {"coerceo": 44, "dominions": 60, "hexceed": 20, "morris": 22, "trimok": 18}
# The height of a board and of the caption below it that is cut off, in pixels.
HEIGHT = 200
CAPTION = 40
# What is typed, and the seconds that each line has.
TYPED = ["C2-C3", "D2-D3", "hint"]
PAUSE = 6
ROWS = 22
COLOURS = {
    "default": "#d8dee9", "black": "#8a8f98", "red": "#f27777", "green": "#99c794", "brown": "#fac863",
    "blue": "#7aa6da", "magenta": "#c594c5", "cyan": "#62b3b2", "brightblack": "#8a8f98",
}


def board(program, game):
    """Returns a drawing of a position from a game of the engine against itself."""
    state, moves = quincunx.State(game), []
    for _ in range(PLIES[game]):
        position = " moves ".join(["position startpos", *[" ".join(moves)] * bool(moves)])
        command = [program, "--game", game, "setoption name Skill Level value 7", position, "go nodes 3000"]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        moves.append(re.search(r"^bestmove (\S+)", out, re.MULTILINE)[1])
        state.play(moves[-1])
    drawing = state._repr_svg_()
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', drawing).groups())
    height -= CAPTION
    size = f'viewBox="0 0 {width} {height}" height="{HEIGHT}" width="{HEIGHT * width / height}"'
    return re.sub(r'viewBox="[^"]*" width="\S+" height="\S+"', size, drawing, count=1)


def play(program):
    """Returns what a terminal shows at the end of a game, as HTML."""
    screen = pyte.Screen(80, ROWS)
    stream = pyte.ByteStream(screen)
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(program, [program, "play", "trimok", "--level", "4"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, 80, 0, 0))
    for line in [*TYPED, None]:
        end = time.monotonic() + PAUSE
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                stream.feed(os.read(terminal, 1 << 16))
        if line is not None:
            os.write(terminal, line.encode() + b"\r")
    os.close(terminal)
    return "\n".join(row(screen.buffer[number]) for number in range(ROWS)).rstrip()


def row(cells):
    """Returns a line of the terminal as HTML."""
    parts = []
    for column in range(80):
        cell = cells[column]
        style = f"color:{COLOURS.get(cell.fg, COLOURS['default'])}" + ";font-weight:bold" * cell.bold
        parts.append(f'<span style="{style}">{html.escape(cell.data)}</span>')
    return "".join(parts)


def screenshot(browser, body, size, path):
    """Writes a picture of a page."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(f'<meta charset="utf-8"><body style="margin:0">{body}', encoding="utf-8")
        width, height = size
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        subprocess.run(
            [*command, f"--window-size={width},{height}", f"--screenshot={path}", page.as_uri()],
            check=True, stderr=subprocess.DEVNULL,
        )


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, browser = (os.path.abspath(path) for path in sys.argv[1:])
    boards = "".join(board(program, game) for game in PLIES)
    row = f'<div style="display:flex;gap:8px;background:#fffdf7;padding:6px">{boards}</div>'
    screenshot(browser, row, (1010, HEIGHT + 12), GUIDE / "games.png")
    shown = play(program)
    style = "margin:0;padding:12px;background:#1d2027;color:#d8dee9;font:13px/1.25 monospace"
    screenshot(browser, f'<pre style="{style}">{shown}</pre>', (650, 16 * ROWS + 24), GUIDE / "terminal.png")


if __name__ == "__main__":
    sys.exit(main())
