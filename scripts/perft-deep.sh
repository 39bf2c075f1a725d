#!/usr/bin/env bash
# Checks the leaf counts that the ordinary tests leave out because they are large.
#
#   scripts/perft-deep.sh [LIMIT] [GAME]
#
# Every count of tests/perft/ up to LIMIT leaves (13 billion unless said: all there are) is
# compared. Needs cargo; takes about a minute on two cores, the build included.
set -euo pipefail
cd "$(dirname "$0")/.."
PERFT_LIMIT=${1:-13000000000} cargo test --release --locked --test rules "perft::agrees::${2:-}"
