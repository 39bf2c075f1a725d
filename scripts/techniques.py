#!/usr/bin/env python3
"""Measures what each technique of the search is worth in play, and prints it as a table.

    scripts/techniques.py PROGRAM [NODES [GAMES [FOLDER]]]

In each game the search plays against itself without the technique, NODES (40,000 unless said) nodes a
move, one thread, from the balanced openings: 100 games, and where 100 do not tell whether it gains or
loses, GAMES (400). Each cell has the Elo of the search with it, the error of 95 %, and the games.

Matches are recorded in FOLDER (target/techniques): an interrupted match resumes, a complete one is only
counted. At 20,000 nodes a game takes 0.3 to 4 s of one processor.
"""

import pathlib
import re

from matches import GAMES, HERE, play, table_head, whole, words

FIRST = 100


def techniques():
    """Returns the names of the techniques."""
    text = (HERE / "src/search/heuristics.rs").read_text()
    listed = re.search(r"const ALL: .*?= \[(.*?)\];", text, re.S).group(1)
    return re.findall(r'"([a-z-]+)"', listed)


def worth(program, game, name, nodes, count, folder):
    """Returns the Elo of a technique in a game, its error, and the games, as text."""
    player = f"builtin:nodes={nodes},hash=64"
    players = (f"{player},name=with", f"{player},without={name},name=without")
    options = ["--openings", HERE / f"benches/openings/{game}.txt"]
    record = folder / f"{game}-{name}-{nodes}.games"
    for games in (min(FIRST, count), count):
        first = play(program, game, players, games, record, *options)
        elo, error = first["strength"]["elo"], first["strength"]["elo_error"]
        # A match that is all drawn has no error yet; one that is all won has no Elo, and tells enough.
        if elo is None or error is not None and abs(elo) > error:
            break
    won, drawn, lost = first["won"], first["drawn"], first["lost"]
    if elo is None or error is None:
        return f"{won} won, {lost} lost ({won + drawn + lost})"
    return f"{elo:+.0f} ± {error:.0f} ({won + drawn + lost})"


def main():
    program, *more = words(__doc__, 1, 4)
    nodes = whole(more[0]) if more else 40_000
    count = whole(more[1]) if len(more) > 1 else 400
    folder = pathlib.Path(more[2] if len(more) > 2 else HERE / "target/techniques")
    folder.mkdir(parents=True, exist_ok=True)
    print(table_head("without"))
    for name in techniques():
        cells = [worth(program, game, name, nodes, count, folder) for game in GAMES]
        print(f"| {name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
