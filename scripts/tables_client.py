"""A small client for the scripts that judge with tables: an engine behind pipes."""

import subprocess


class Engine:
    """An engine that plays Morris, with tables if a folder is given."""

    def __init__(self, program, tables=None):
        self.process = subprocess.Popen(
            [program, "--game", "morris"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        if tables:
            self.send(f"setoption name TablePath value {tables}")
            self.wait("info string tablebase morris: 28 of 28")

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def wait(self, start):
        """Returns all lines up to the first that begins so."""
        lines = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if line.startswith("info string error"):
                raise SystemExit(line)
            lines.append(line)
            if line.startswith(start):
                return lines
        raise SystemExit("the engine has ended")

    def moves(self):
        self.send("moves")
        return self.wait("moves")[-1].split()[1:]

    def position(self):
        self.send("query fen")
        return self.wait("response")[-1].split(" ", 1)[1]

    def verdict(self):
        """Returns what the tables say of the current position: a class and plies, or None."""
        self.send("go nodes 1")
        for line in self.wait("bestmove"):
            words = line.split()
            if words[:3] == ["info", "string", "tablebase"]:
                return words[3], int(words[5]) if len(words) > 5 else 0
        return None
