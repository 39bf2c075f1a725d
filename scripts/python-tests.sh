#!/usr/bin/env bash
# Tests the Python package: installs the wheel of target/packages in an environment of its own, plays a game of
# each kind there with nothing else installed, then runs python/tests, the examples and the doctests, and makes the
# page of documentation in target/python/docs. Takes two minutes; scripts/package.sh makes the wheel.
#
#   scripts/python-tests.sh
#
# Needs python3 with venv, from which pip gets the rest: pytest, hypothesis, numpy, PettingZoo, OpenSpiel where there
# is a wheel of it, matplotlib, nbclient, mypy, pdoc.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "python-tests: $*" >&2
    exit 1
}

[[ $# == 0 ]] || fail "no arguments, not \"$*\""
wheels=(target/packages/quincunx-*.whl)
[[ -f ${wheels[0]} && ${#wheels[@]} == 1 ]] || fail "no wheel in target/packages: run scripts/package.sh"
wheel=$PWD/${wheels[0]} out=$PWD/target/python
python3 -c 'import ensurepip, venv' 2>/dev/null || {
    [[ $(id -u) == 0 ]] || fail "python3 has no venv"
    { apt-get update && apt-get install -y --no-install-recommends python3-venv; } >&2
}
mkdir -p "$out"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# The source is not on the path: what is tested is what the wheel holds.
unset PYTHONPATH PYTHONHOME
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 MPLBACKEND=Agg

timed() { # WHAT COMMAND...
    local began=$SECONDS what=$1
    shift
    "$@"
    echo "python-tests: $what took $((SECONDS - began)) s" >&2
}

empty() {
    python3 -m venv "$place/empty"
    "$place/empty/bin/pip" install --quiet --no-index "$wheel"
    "$place/empty/bin/python" - <<'PY'
from quincunx import State, games
for game in games():
    state = State(game)
    while not state.is_over:
        state.play(state.random_move(state.hash))
    print(f"{game}: {state.result} after {state.ply} plies")
PY
}
timed "an empty environment, and a random game of each kind" empty

full=$out/venv
bin=$full/bin
install() {
    [[ -x $bin/python ]] || python3 -m venv "$full"
    "$bin/pip" install --quiet --upgrade pytest hypothesis numpy 'pettingzoo>=1.24' gymnasium matplotlib nbclient ipykernel mypy pdoc
    # Where there is none for this Python, its tests are skipped.
    "$bin/pip" install --quiet --only-binary :all: open_spiel || echo "python-tests: no OpenSpiel here" >&2
    "$bin/pip" install --quiet --force-reinstall --no-deps "$wheel"
}
timed "what the tests need" install
export PATH=$bin:$PATH

cp -r python/tests python/benches python/examples python/pyproject.toml "$place"
cd "$place"
timed "the tests" python -m pytest -p no:cacheprovider
timed "types" python -m mypy --package quincunx

example() { # NAME [ARGUMENT]...
    local script=$1
    shift
    timed "examples/$script" timeout 60 python "examples/$script" "$@"
}
example mcts.py
example learner.py morris 2500 "$out/learner.png"
example puzzles.py
example programs.py
notebook() {
    # Not behind `timed`, which would go on after a failure then. A notebook shows pictures by a backend of its own.
    timeout 120 env -u MPLBACKEND python - "$out/openings.ipynb" 2>/dev/null <<'PY' || fail "examples/openings.ipynb fails"
import sys
import nbclient, nbformat
notebook = nbformat.read("examples/openings.ipynb", 4)
nbclient.NotebookClient(notebook, timeout=60).execute()
pictures = [kind for cell in notebook.cells for made in cell.get("outputs", []) for kind in made.get("data", {})]
assert pictures.count("image/png") >= 3 and pictures.count("image/svg+xml") >= 2, pictures
nbformat.write(notebook, sys.argv[1])
PY
}
timed "examples/openings.ipynb" notebook
timed "the page of documentation" python -m pdoc --no-show-source -o "$out/docs" quincunx quincunx.{actions,aec,client,vector}
for page in quincunx quincunx/{actions,aec,client,vector}; do
    [[ -s $out/docs/$page.html ]] || fail "the documentation has no page $page"
done
echo "the Python package works"
