#!/usr/bin/env python3
"""Answers the questions of `quincunx solve` on all workers of a Dask cluster.

  solve_dask.py [OPTION...] GAME --store DIR [SOLVE ARGUMENT...]

This machine asks the program which questions come next, and each worker answers one at a time. The answers go to
DIR/dask.txt, on the disk before others are asked; the same command resumes, and with the files of DIR plain `solve`
does. The question of a worker that dies is asked again. Questions that were begun are finished even if answers make
them superfluous. The exit code is that of solve: 0 proven, 2 error.
"""

import contextlib
import fcntl
import itertools
import pathlib
import subprocess

import farm


def options():
    parser = farm.arguments(__doc__)
    task = parser.add_argument_group("what")
    task.add_argument("--store", type=pathlib.Path, metavar="DIR", required=True, help="the folder of the answers")
    task.add_argument("--hash", metavar="MIB", default="256", help="the table of each worker, in MiB [default: 256]")
    task.add_argument("game", help="the game; other arguments go to `quincunx solve`")
    return parser.parse_known_args()


class Proof:
    """The folder of the answers, and the questions that workers are at."""

    def __init__(self, mine, words, program):
        self.task = [program, "solve", mine.game, "--store", mine.store, *words]
        self.part = ["solve", mine.game, "--store", "answers", "--hash", mine.hash, "--plies", "0"]
        self.answers = mine.store / "dask.txt"
        self.numbers, self.asked = itertools.count(), {}

    def questions(self, most):
        """Returns what to ask next; None if it is proven."""
        said = subprocess.run([*self.task, "--questions", str(most)], stdout=subprocess.PIPE, text=True)
        if said.returncode:
            raise SystemExit(said.returncode)
        lines = said.stdout.splitlines()
        return None if lines and lines[0].startswith("proven: ") else lines

    def parts(self, client):
        """Returns questions for the workers that have none, as commands with their numbers; True if it is proven."""
        # Workers come and go.
        workers = max(1, sum(client.nthreads().values()))
        # Those that they are at may come first.
        questions = self.questions(workers + len(self.asked))
        if questions is None:
            return True
        new = [question for question in questions if question not in self.asked.values()]
        parts = []
        for question in new[: max(0, workers - len(self.asked))]:
            position, margin = question.split(" >= ")
            number = next(self.numbers)
            self.asked[number] = question
            parts.append((number, [*self.part, "--from", position, "--at-least", margin]))
        return parts

    def keep(self, number, files):
        (answer,) = files.values()
        before = self.answers.read_bytes() if self.answers.exists() else b""
        farm.write(self.answers, before + answer)
        del self.asked[number]


@contextlib.contextmanager
def alone(folder):
    """Keeps another driver from the folder."""
    with open(folder / "dask.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            farm.stop(f"another driver works on {folder}")
        yield


def main():
    mine, words = options()
    program = farm.find_program(mine.program)
    proof = Proof(mine, words, program)
    # Makes the folder, and says what is wrong with the arguments.
    if proof.questions(1) is not None:
        with alone(mine.store), farm.cluster(mine) as client, farm.bar(None, 0, "answer") as bar:
            def done(number, files):
                proof.keep(number, files)
                bar.update()
                return proof.parts(client)

            # Another machine may have proven it by now.
            if (parts := proof.parts(client)) is not True:
                farm.run(client, program, farm.files_to_send(mine.send), parts, "*.txt", done)
    return subprocess.call(proof.task)


if __name__ == "__main__":
    farm.main(main)
