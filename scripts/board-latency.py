#!/usr/bin/env python3
"""Measures the board: the time from a move to the new state, over the WebSocket.

Usage: scripts/board-latency.py [--moves N] [--games NAME,..] PROGRAM...

Plays random moves of two humans, so that no engine thinks, with each program in turn, game by game.
Prints for each game and program the median and the 95th percentile of the time from sending `move` to
receiving `state`, the size of the messages of a move, and the ratios to the first program. Takes seconds.
"""
import argparse
import base64
import json
import os
import random
import socket
import statistics
import struct
import subprocess
import tempfile
import time
import zlib
from urllib.parse import urlsplit
from urllib.request import urlopen


class Page:
    """A socket of the page."""

    def __init__(self, port, token, session=None):
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = f"127.0.0.1:{port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.input = self.stream.makefile("rb")
        assert b"101" in self.input.readline()
        while self.input.readline() != b"\r\n":
            pass
        self.n = 0
        self.bytes = 0
        self.packed, self.text, self.lines = zlib.decompressobj(-15), b"", []
        self.welcome = self.ask({"do": "hello", "token": token, "session": session})

    def close(self):
        self.input.close()
        self.stream.close()

    def send(self, text):
        mask, data = os.urandom(4), text.encode()
        size = len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + struct.pack(">H", size)
        pad = mask * (size // 4 + 1)
        self.stream.sendall(head + mask + bytes(a ^ b for a, b in zip(data, pad)))

    def receive(self):
        """Returns the next message: a line of a deflated stream, or of older programs a text."""
        while not self.lines:
            first, second = self.input.read(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(self.input.read(2 if size == 126 else 8), "big")
            data = self.input.read(size)
            assert first & 0x0F != 8, data
            if first & 0x0F in (1, 2):
                self.bytes += size
                data = self.packed.decompress(data) if first & 0x0F == 2 else data + b"\n"
                *self.lines, self.text = (self.text + data).split(b"\n")
        return self.lines.pop(0)

    def ask(self, request):
        """Sends a request and returns the answer with its number."""
        self.n += 1
        self.send(json.dumps({"n": self.n, **request}))
        mark = b'{"n":%d,' % self.n
        while True:
            data = self.receive()
            if data.startswith(mark):
                self.arrived = time.perf_counter()
                return json.loads(data)


class Board:
    """A server with a session."""

    def __init__(self, program):
        self.program = program
        self.home = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [program, "board", "--port", "0", "--no-open"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": self.home.name},
        )
        address = urlsplit(self.process.stdout.readline().strip())
        self.port, self.token = address.port, address.fragment.removeprefix("t=")
        self.page = Page(self.port, self.token)

    def games(self):
        """Returns the names of the games."""
        if "games" not in self.page.welcome:
            with urlopen(f"http://127.0.0.1:{self.port}/web/games.json") as answer:
                return [game["name"] for game in json.load(answer)["games"]]
        return [game["name"] for game in self.page.welcome["games"]]

    def play(self, game, moves, seed):
        """Returns the times in milliseconds and the bytes of as many moves, of one game or several."""
        dice, times, size = random.Random(seed), [], 0
        human = {"who": "human"}
        while len(times) < moves:
            state = self.page.ask({"do": "new", "game": game, "seats": [human, human]})
            while state["waits"] == "human" and len(times) < moves:
                if self.page.n >= 45:
                    # A socket may send so many messages at once.
                    session = self.page.welcome["session"]
                    self.page.close()
                    self.page = Page(self.port, self.token, session)
                request = {"do": "move", "move": dice.choice(state["moves"].split()), "ply": state["ply"]}
                before, began = self.page.bytes, time.perf_counter()
                answer = self.page.ask(request)
                assert answer["is"] == "state", (request, answer)
                state = answer
                times.append((self.page.arrived - began) * 1000)
                size += self.page.bytes - before
        return times, size / len(times)

    def close(self):
        self.page.close()
        self.process.terminate()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=200, help="moves a game")
    parser.add_argument("--rounds", type=int, default=2, help="turns of each program a game")
    parser.add_argument("--games", help="names with commas between; all without it")
    parser.add_argument("programs", nargs="+")
    asked = parser.parse_args()
    if not 1 <= asked.rounds < asked.moves:
        parser.error("--rounds must be at least 1, and less than --moves")
    boards = [Board(program) for program in asked.programs]
    games = asked.games.split(",") if asked.games else boards[0].games()
    print(f"{'game':<10} {'moves':>5} {'median ms':>10} {'95 % ms':>8} {'bytes':>8} {'ratio':>6} {'ratio':>6}  program")
    for game in games:
        found = [([], []) for _ in boards]
        for turn in range(asked.rounds):
            for board, (times, sizes) in zip(boards, found):
                more, size = board.play(game, asked.moves // asked.rounds, turn)
                times.extend(more)
                sizes.append(size)
        first = None
        for board, (times, sizes) in zip(boards, found):
            middle, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            first = first or (middle, high)
            print(
                f"{game:<10} {len(times):>5} {middle:>10.3f} {high:>8.3f} {statistics.mean(sizes):>8.0f}"
                f" {middle / first[0]:>6.2f} {high / first[1]:>6.2f}  {board.program}"
            )
    for board in boards:
        board.close()


if __name__ == "__main__":
    main()
