#!/usr/bin/env bash
# Checks the leaf counts that are too large for the ordinary tests.
#
#   scripts/perft-deep.sh [LIMIT] [GAME]
#
# Compares every count of tests/perft/ up to LIMIT leaves (default 13 billion, which is all of
# them). Needs cargo; takes about a minute on two cores, including the build.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ -z ${2:-} || -e tests/perft/$2.perft ]] || { echo "perft-deep: there are no counts of $2" >&2; exit 2; }
PERFT_LIMIT=${1:-13000000000} cargo test --release --locked --test rules "perft::agrees::${2:-}"
