"""What the scripts that measure strength share: matches that resume when interrupted, and their command lines."""

import json
import pathlib
import subprocess
import sys

GAMES = ("coerceo", "dominions", "hexceed", "morris", "trimok")
HERE = pathlib.Path(__file__).resolve().parent.parent


def words(usage, least, most):
    """Returns the words after the name of a script: so many, or else it prints its usage and ends."""
    given = sys.argv[1:]
    if {"-h", "--help"} & set(given):
        print(usage.strip())
        sys.exit()
    if not least <= len(given) <= most:
        sys.exit(usage)
    return given


def whole(text):
    """Returns the whole number above 0 that a word is, or ends."""
    if not text.isdecimal() or int(text) == 0:
        sys.exit(f"{text!r} is not a whole number above 0")
    return int(text)


def play(program, game, players, count, record, *options):
    """Returns the result of the first player in so many games or more against the second.

    A complete match is only counted. The options are for a match that begins.
    """
    played = record.read_text().count("[Round ") if record.exists() else 0
    rounds = ["--rounds", str(max(1, count // 2, -(-played // 2))), "--every", "1000000", "--json"]
    if played:
        command = [program, "match", "--resume", record, *rounds]
    else:
        engines = [f"--engine={player}" for player in players]
        command = [program, "match", game, *engines, *options, *rounds, "--record", record]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(told.splitlines()[-1])["players"][0]


def table_head(first):
    """Returns the head of a Markdown table with a column for each game."""
    return f"| {first} | {' | '.join(GAMES)} |\n|---|{'---|' * len(GAMES)}"
