#!/usr/bin/env python3
"""Prints the licences of all that a program of this crate contains, as packages must.

    scripts/licences.py

That is every crate that `cargo metadata` finds for this machine's target, for the program and for the Python
module, but those for tests and for building, with the texts that it brings; equal texts are printed once.
"""
import json
import pathlib
import subprocess
import sys

HEAD = """\
quincunx is MIT OR Apache-2.0. Its program and its Python module also contain the works below. The static
programs of the packages contain the GNU C Library as well, which is LGPL-2.1-or-later: who wants to use
another version of it builds them anew from the source with scripts/package.sh.
"""
NAMES = ("licen", "copying", "notice", "unlicense", "copyright")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def bundled(metadata):
    """The packages of others that a crate is linked with."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, left = set(), [root]
    while left:
        name = left.pop()
        if name in found or any("proc-macro" in target["kind"] for target in packages[name]["targets"]):
            continue
        found.add(name)
        for dependency in nodes[name]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                left.append(dependency["pkg"])
    return {(packages[name]["name"], packages[name]["version"]): packages[name] for name in found if packages[name]["source"]}


def texts(package):
    """The texts of licences in a package's folder and, for bundled C, one folder below."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [*folder.glob("*"), *folder.glob("*/*")]
    return [file for file in sorted(files) if file.is_file() and file.name.lower().startswith(NAMES)]


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    host = next(line.split()[1] for line in output("rustc", "-vV").splitlines() if line.startswith("host:"))
    works = {}
    for manifest in ("Cargo.toml", "python/Cargo.toml"):
        question = ("cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", host)
        works |= bundled(json.loads(output(*question, "--manifest-path", manifest)))
    owners = {}
    print(f"{HEAD}\nRust's standard library: MIT OR Apache-2.0")
    for _, package in sorted(works.items()):
        name, licence = f"{package['name']} {package['version']}", package["license"]
        found = texts(package)
        if not found and not licence:
            sys.exit(f"licences: {name} names no licence")
        by = "" if found else f", by {', '.join(package['authors']) or package['repository']}"
        print(f"{name}: {licence or 'its text below'}{by}")
        for file in found:
            text = "\n".join(file.read_text(encoding="utf-8", errors="replace").split("\r\n")).strip()
            owners.setdefault(text, {})[name] = True
    for text, names in owners.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'=' * 100}\n\n{text}")


main()
