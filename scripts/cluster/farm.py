"""Runs commands of quincunx on the workers of a Dask cluster and brings their files back.

The workers only need Python with the packages of requirements.txt: the program and the files that it reads
are sent through Dask, each named by its SHA-256, so that a worker keeps what it already has.
"""

import argparse
import contextlib
import json
import logging
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import traceback

# The drivers report what matters; Dask logs every connection that closes.
os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")


def stop(text):
    """Exits with 2, since 1 would be a verdict."""
    print(f"{pathlib.Path(sys.argv[0]).name}: {text}", file=sys.stderr)
    sys.exit(2)


try:
    import dask
    import distributed
    import tqdm
except ImportError as error:
    stop(f"{error}: install the packages of requirements.txt")

import quincunx_worker

HERE = pathlib.Path(__file__).resolve().parent
# A scheduler of this process reads it from elsewhere once it has been uploaded.
WORKER = str(HERE / "quincunx_worker.py")
# A part is abandoned when this many workers have died on it.
DEATHS = 10


def positive(text):
    """The type of arguments that are at least 1."""
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return int(text)


def arguments(description):
    """The options shared by all drivers; unknown arguments go to quincunx."""
    parser = argparse.ArgumentParser(description=description, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    cluster = parser.add_argument_group("where")
    cluster.add_argument("--program", type=pathlib.Path, metavar="FILE",
                         help="the program [default: target/release/quincunx, or that on the PATH]")
    cluster.add_argument("--scheduler", metavar="ADDRESS",
                         help="tls://HOST:8786 or tcp://HOST:8786 [default: start workers on this machine]")
    cluster.add_argument("--scheduler-file", metavar="FILE", help="the file written by dask scheduler")
    cluster.add_argument("--cert", metavar="FILE", help="the certificate of the cluster, for tls://")
    cluster.add_argument("--key", metavar="FILE", help="its key")
    cluster.add_argument("--workers", type=positive, metavar="N",
                         help="the number of workers on this machine, without --scheduler [default: one per core]")
    cluster.add_argument("--send", action="append", default=[], type=pathlib.Path, metavar="PATH",
                         help="a file or folder that the program reads; may be repeated")
    return parser


def find_program(given):
    found = given or HERE.parent.parent / "target/release/quincunx"
    if not given and not found.is_file():
        found = shutil.which("quincunx")
    # Unlike os.access, this refuses folders.
    if not found or not shutil.which(pathlib.Path(found).resolve()):
        stop(f"there is no program {found or 'quincunx'}; name it by --program")
    return pathlib.Path(found).resolve()


def files_to_send(paths):
    """Returns the files of paths, by the names under which the program knows them."""
    found = {}
    for path in paths:
        if path.is_absolute() or ".." in path.parts:
            stop(f"{path}: workers have it in a folder of their own; name it relative to this one")
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in (file for file in inside if not file.is_dir()):
            try:
                found[str(file)] = (file.read_bytes(), os.access(file, os.X_OK))
            except OSError as error:
                stop(error)
    return found


def named_files(words):
    """Returns the files below this folder that the arguments name: programs, networks, openings."""
    pieces = (piece for word in words for piece in re.split(r"[,=\s'\"]+", word))
    paths = (pathlib.Path(piece) for piece in pieces if "/" in piece or "." in piece)
    return [path for path in paths if not path.is_absolute() and path.is_file()]


def write(path, data):
    """Writes a file atomically, and to the disk."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


@contextlib.contextmanager
def cluster(options):
    """Yields a client of the cluster, starting one on this machine if there is none."""
    security = None
    if options.cert or options.key:
        if not (options.cert and options.key):
            stop("--cert and --key belong together")
        security = distributed.Security(tls_ca_file=options.cert, tls_client_cert=options.cert,
                                        tls_client_key=options.key, require_encryption=True)
    with contextlib.ExitStack() as stack:
        if options.scheduler or options.scheduler_file:
            try:
                yield stack.enter_context(distributed.Client(
                    options.scheduler, scheduler_file=options.scheduler_file, security=security))
            except (OSError, TypeError) as error:
                stop(f"no scheduler answers: {error}")
            return
        # With an address, the dashboard of a worker listens only there; without one it listens everywhere.
        local = stack.enter_context(distributed.LocalCluster(
            n_workers=options.workers or os.cpu_count(), threads_per_worker=1, host="127.0.0.1", silence_logs=logging.ERROR,
            dashboard_address="127.0.0.1:0", worker_dashboard_address="127.0.0.1:0"))
        yield stack.enter_context(distributed.Client(local))


def run(client, program, sent, parts, wanted, done):
    """Runs a command for each of `parts`, (number, command), the least number first. Calls `done` with the
    number and the files of each that ends, in any order; when that returns True the others are stopped, and
    parts that it returns are run, too."""
    data = {None: (program.read_bytes(), True), **sent}
    checksums = [(name, is_program) for name, (_, is_program) in data.items()]
    client.upload_file(WORKER)
    scattered, numbers, deaths = [], {}, {}
    ended = distributed.as_completed(loop=client.loop)

    def submit(number, command):
        # The last worker that had them may be gone.
        if not scattered or any(future.status != "finished" for future in scattered):
            scattered[:] = client.scatter([content for content, _ in data.values()], broadcast=True, hash=True)
        future = client.submit(quincunx_worker.work, command, wanted, checksums, *scattered, pure=False, priority=-number)
        numbers[future] = number, command
        ended.add(future)

    for number, command in sorted(parts):
        submit(number, command)
    try:
        for future in ended:
            number, command = numbers.pop(future)
            try:
                files = future.result()
            except (distributed.KilledWorker, distributed.client.FutureCancelledError) as error:
                # A part that dies again and again kills the workers.
                deaths[number] = deaths.get(number, 0) + 1
                if deaths[number] > DEATHS:
                    raise RuntimeError(f"part {number}: {error}") from None
                submit(number, command)
                continue
            more = done(number, files)
            if more is True:
                return
            for part in more or []:
                submit(*part)
    finally:
        # Cancelled parts end their programs.
        client.cancel(list(numbers), force=True)


class Keeper:
    """A folder of parts on disk, for a single task. A task that is refused has no part, and leaves no folder."""

    def __init__(self, folder, task):
        self.folder, self.task = folder, task
        self.is_begun()

    def is_begun(self):
        """Returns whether there are parts of the task; stops if they are those of another one."""
        if not self.has("task.json"):
            return False
        before = json.loads(self.path("task.json").read_text())
        for name, value in self.task.items():
            if before.get(name) != value:
                stop(f"{self.folder} holds parts of another task: {name} {before.get(name)!r}, not {value!r}")
        return True

    def path(self, name):
        return self.folder / name

    def has(self, name):
        return self.path(name).exists()

    def keep(self, name, data):
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        if not self.is_begun():
            write(self.path("task.json"), json.dumps(self.task, indent=1).encode())
        write(self.path(name), data)


def bar(total, first, unit):
    return tqdm.tqdm(total=total, initial=first, unit=unit, dynamic_ncols=True, file=sys.stderr,
                     mininterval=0.5 if sys.stderr.isatty() else 10)


def main(task):
    """Runs a driver; Ctrl-C and SIGTERM end it as usual and free its workers."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    dask.config.set({"distributed.scheduler.allowed-failures": 1, "distributed.worker.memory.terminate": False})
    try:
        sys.exit(task())
    except KeyboardInterrupt:
        sys.exit(130)
    except RuntimeError as error:
        stop(error)
    except Exception:
        traceback.print_exc()
        sys.exit(2)
