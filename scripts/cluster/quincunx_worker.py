"""What workers do. The drivers send this file to them."""

import contextlib
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

import distributed


def digest(data):
    return hashlib.sha256(data).hexdigest()


def unpack(folder, data, is_program):
    """Keeps a file on the worker under its checksum and returns its path."""
    path = folder / digest(data)
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(data)
        os.chmod(file.name, 0o755 if is_program else 0o644)
        os.replace(file.name, path)
    return path


def die_with_parent():
    """On Linux, makes a program die with its worker."""
    with contextlib.suppress(OSError, AttributeError):
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def work(command, wanted, checksums, *contents):
    """Runs a command of the program on a worker; returns the files it leaves that match `wanted`, by name."""
    worker = distributed.get_worker()
    state = worker.state.tasks.get(worker.get_current_task())
    kept = pathlib.Path(worker.local_directory) / "quincunx"
    with tempfile.TemporaryDirectory(dir=worker.local_directory) as folder:
        folder = pathlib.Path(folder)
        program = None
        for (name, is_program), data in zip(checksums, contents):
            path = unpack(kept, data, is_program)
            if name is None:
                program = path
                continue
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / name)
        with open(folder / ".said", "w+b") as said:
            process = subprocess.Popen([program, *command], cwd=folder, stdin=subprocess.DEVNULL, stdout=said,
                                       stderr=said, preexec_fn=die_with_parent)
            try:
                while True:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        code = process.wait(timeout=0.1)
                        break
                    # It is no longer wanted: the driver is gone, or the test is decided.
                    if state is not None and state.state == "cancelled":
                        return None
            finally:
                process.kill()
                process.wait()
            if code != 0:
                said.seek(0)
                text = said.read().decode(errors="replace").strip()
                raise RuntimeError(f"{' '.join(command)}: exit code {code}: {text[-2000:]}")
        sent = {name for name, _ in checksums}
        left = [path.relative_to(folder) for path in folder.rglob(wanted) if path.is_file()]
        return {str(name): (folder / name).read_bytes() for name in left if str(name) not in sent}
