"""Compares the drivers with one machine, with workers that die midway. Run by scripts/cluster-tests.sh."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import psutil

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = str(pathlib.Path(os.environ["PROGRAM"]).resolve())
DASK = str(pathlib.Path(sys.executable).with_name("dask"))
MATCH = ["morris", "--engine", "builtin:nodes=1500,name=more", "--engine", "builtin:nodes=1050,name=less",
         "--seed", "3"]
WHOLE = ["--rounds", "60"]
# Far more rounds than it takes: a part more or less is played, depending on how busy the machine is.
TEST = ["--rounds", "240", "--sprt", "elo0=-40,elo1=80,model=logistic"]
# Two rounds in ten and four parts.
RECIPE = """
game = "trimok"
[[round]]
games = 2000
nodes = 60
hidden = 8
epochs = 1
match = 20
match-nodes = 50
[[round.more]]
games = 500
random-plies = 1
option = ["Trimok Change=any"]
[[round]]
games = 1000
nodes = 60
hidden = 16
epochs = 1
match = 0
"""
# Twelve empty cells; some twenty questions about eleven.
PROOF = ["hexceed", "--plies", "2", "--at-least", "2", "--from", "on[RXK@A,GOW@B,B-K@C,GXK@D,BOW@E,R-K@F]turn[1]"]
PATIENCE = 120


def playing(parent, option="--shard"):
    """The running copies of the program below a process, which have that option."""
    found = []
    for process in psutil.Process(parent).children(recursive=True):
        try:
            if option in " ".join(process.cmdline()):
                found.append(process)
        except psutil.Error:
            pass
    return found


class Cluster(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.processes = []
        self.addCleanup(self.end)

    def end(self):
        for process in self.processes:
            if process.poll() is None:
                for child in [*psutil.Process(process.pid).children(recursive=True), process]:
                    child.kill()
            process.wait()

    def start(self, *command):
        log = open(self.folder / f"log-{len(self.processes)}", "wb")
        process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
        log.close()
        self.processes.append(process)
        return process

    def said(self, process):
        return (self.folder / f"log-{self.processes.index(process)}").read_text()

    def until(self, what, condition):
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            if time.monotonic() > end:
                self.fail("\n".join([f"{what}: not within {PATIENCE} s", *map(self.said, self.processes)]))
            time.sleep(0.02)
        return found

    def driver(self, record, *more, script="match_dask.py"):
        return self.start(sys.executable, str(HERE / script), "--program", PROGRAM, *more,
                          *(["--record", record, "--part-rounds", "4"] if record else []))

    def ends(self, process, code=0):
        found = process.wait(PATIENCE)
        self.assertEqual(found, code, self.said(process))

    def single(self, *more):
        """The record of one machine and its exit code."""
        code = subprocess.call([PROGRAM, "match", *MATCH, *more, "--record", "single.games"], cwd=self.folder,
                               stdout=subprocess.DEVNULL)
        return (self.folder / "single.games").read_bytes(), code

    def parts(self, record):
        return sorted(self.folder.glob(f"{record}.parts/0*.games"))

    def test_a_worker_dies(self):
        """A scheduler and workers as on three machines, with TLS, one of which goes down."""
        subprocess.run(["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-x509", "-days", "2", "-subj", "/CN=x", "-keyout",
                        "key.pem", "-out", "cert.pem"], cwd=self.folder, check=True, capture_output=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"tls://127.0.0.1:{free.getsockname()[1]}"
        keys = ["--tls-ca-file", "cert.pem", "--tls-cert", "cert.pem", "--tls-key", "key.pem"]
        page = ["--dashboard-address", "127.0.0.1:0"]
        self.start(DASK, "scheduler", "--host", address, *page, *keys)
        workers = [self.start(DASK, "worker", address, "--host", "127.0.0.1", "--nthreads", "1", *page, *keys)
                   for _ in range(2)]
        arguments = ["--scheduler", address, "--cert", "cert.pem", "--key", "key.pem", *MATCH, *WHOLE]
        lost = self.driver("dask.games", *arguments)
        self.until("both workers play", lambda: all(playing(worker.pid) for worker in workers))
        self.assertEqual(self.listening(), {"127.0.0.1"})
        # Nobody notifies the workers; they find out that their parts are no longer wanted.
        lost.kill()
        self.until("nobody plays", lambda: not any(playing(worker.pid) for worker in workers))
        driver = self.driver("dask.games", *arguments)
        self.until("some parts are there", lambda: len(self.parts("dask.games")) >= 2)
        lost = self.until("it plays", lambda: playing(workers[0].pid))
        for process in [*psutil.Process(workers[0].pid).children(), psutil.Process(workers[0].pid)]:
            # Only the worker: the match must end by itself.
            if "--shard" not in " ".join(process.cmdline()):
                process.kill()
        self.until("the match of the dead worker ends", lambda: not any(map(self.runs, lost)))
        self.assertLess(len(self.parts("dask.games")), 15, "it died in the middle")
        self.ends(driver)
        self.assertEqual((self.folder / "dask.games").read_bytes(), self.single(*WHOLE)[0])

    def test_the_driver_dies_and_goes_on_to_the_decision(self):
        arguments = ["--workers", "2", *MATCH, *TEST]
        driver = self.driver("dask.games", *arguments)
        self.until("two parts are there", lambda: len(self.parts("dask.games")) >= 2)
        left = self.until("it plays", lambda: playing(driver.pid))
        everything = psutil.Process(driver.pid).children(recursive=True)
        driver.kill()
        driver.wait()
        self.until("nothing is left of it", lambda: not any(map(self.runs, [*left, *everything])))
        before = {part: part.stat().st_mtime_ns for part in self.parts("dask.games")}
        # Another match does not use its parts.
        other = self.driver("dask.games", *arguments, "--max-plies", "90")
        self.ends(other, 2)
        self.assertIn("holds parts of another task: command", self.said(other))
        again = self.driver("dask.games", *arguments)
        whole, code = self.single(*TEST)
        self.ends(again, code)
        self.assertEqual((self.folder / "dask.games").read_bytes(), whole)
        after = {part: part.stat().st_mtime_ns for part in self.parts("dask.games")}
        self.assertEqual(before, {part: after[part] for part in before}, "what was there is not played again")
        games = whole.count(b"[Result ")
        self.assertTrue(4 < games < 100, f"the test decides in the middle: {games}")
        self.assertLess(len(after), 30, "the last parts are not played")

    def test_a_recipe_makes_the_same_networks_though_a_worker_dies(self):
        (self.folder / "recipe.toml").write_text(RECIPE)
        recipe = ["train", "--recipe", "recipe.toml"]
        driver = self.driver(None, "--workers", "2", *recipe, "--path", "many", script="selfplay_dask.py")
        self.until("some games are there", lambda: any(self.folder.glob("many/*.games")))
        lost = self.until("it plays", lambda: playing(driver.pid))[0]
        worker = lost.parent()
        worker.kill()
        self.until("its games end", lambda: not self.runs(lost))
        self.assertFalse((self.folder / "many/trimok-01.net").exists(), "it died in the middle")
        self.program(*recipe, "--path", "one")
        self.ends(driver)
        for name in ["trimok-01.net", "trimok-02.net", "trimok.toml"]:
            self.assertEqual(*[(self.folder / data / name).read_bytes() for data in ("one", "many")], name)

    def test_a_proof_survives_a_worker_and_its_driver(self):
        driver = self.driver(None, "--workers", "2", *PROOF, "--store", "many", script="solve_dask.py")
        answers = self.folder / "many/dask.txt"

        def answered():
            return len(answers.read_text().splitlines()) if answers.exists() else 0

        self.until("an answer is there", answered)
        # Not what asks for questions.
        solver = self.until("it solves", lambda: playing(driver.pid, "--plies 0"))[0]
        solver.parent().kill()
        self.until("its question ends", lambda: not self.runs(solver))
        before = self.until("more answers are there", lambda: answered() >= 4 and answers.read_text())
        driver.kill()
        driver.wait()
        self.assertNotIn("proven", self.said(driver), "it died in the middle")
        again = self.driver(None, "--workers", "2", *PROOF, "--store", "many", script="solve_dask.py")
        self.ends(again)
        self.assertTrue(answers.read_text().startswith(before), "what was there is kept")
        single = self.program("solve", *PROOF, "--store", "one").decode().splitlines()
        self.assertEqual(self.said(again).splitlines()[-1], single[-1])
        self.assertEqual(len(self.program("solve", *PROOF, "--store", "many").decode().splitlines()), 2, "nothing is left to ask")

    def test_learning_and_training(self):
        learn = ["learn", "trimok", "--games", "120", "--seed", "5"]
        driver = self.driver(None, "--workers", "2", "--part-games", "50", *learn, "--store", "many", script="selfplay_dask.py")
        shutil.copy(HERE.parent.parent / "src/games/hexceed/hexceed.net", self.folder / "start.net")
        train = ["train", "hexceed", "--games", "500", "--nodes", "20", "--match", "0", "--epochs", "1", "--from", "start.net"]
        self.ends(driver)
        other = self.driver(None, "--workers", "2", *train, "--data", "many-games", script="selfplay_dask.py")
        for first, games in [(100, 20), (50, 50), (0, 50)]:
            self.program(*learn[:2], "--seed", "5", "--first-game", str(first), "--games", str(games), "--trials", "0", "--store",
                         f"part-{first}")
        self.program("experience", "merge", "one", "part-0", "part-50", "part-100")
        stores = [self.program("experience", "export", "--store", store) for store in ("one", "many")]
        self.assertEqual(*stores)
        self.program(*train, "--data", "one-games")
        self.ends(other)
        for name in ["hexceed-01-000000.games", "hexceed-01-000250.games", "hexceed-01.net"]:
            self.assertEqual(*[(self.folder / data / name).read_bytes() for data in ("one-games", "many-games")], name)

    def test_what_is_refused_leaves_nothing(self):
        learn = ["--workers", "1", "learn", "trimok", "--store", "many"]
        for script, arguments, said in [
            ("selfplay_dask.py", [*learn, "--games", "0"], "argument --games: 0 is less than 1"),
            ("selfplay_dask.py", [*learn, "--games", "9", "--part-games", "3"], "unexpected argument '--part-games'"),
            ("selfplay_dask.py", ["--program", ".", *learn, "--games", "9"], "there is no program ."),
            ("match_dask.py", [*MATCH, "--record", "many", "--nonsense"], "unexpected argument '--nonsense'"),
        ]:
            driver = self.driver(None, *arguments, script=script)
            self.ends(driver, 2)
            self.assertIn(said, self.said(driver))
        self.assertEqual(list(self.folder.glob("many*")), [])

    def program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, check=True, capture_output=True).stdout

    @staticmethod
    def runs(process):
        try:
            return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def listening(self):
        """The addresses on which any process here listens."""
        found = set()
        for process in self.processes:
            for each in [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]:
                try:
                    sockets = each.net_connections("inet")
                except psutil.Error:
                    continue
                found |= {socket.laddr.ip for socket in sockets if socket.status == psutil.CONN_LISTEN}
        return found


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    unittest.main(verbosity=2)
