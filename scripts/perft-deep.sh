#!/usr/bin/env bash
# Checks the leaf counts that the ordinary tests leave out because they are large.
#
#   scripts/perft-deep.sh [LIMIT] [GAME]
#
# Every count of tests/perft/ up to LIMIT leaves (2 billion unless said) is compared. Needs cargo;
# takes about TIME on one core.
set -euo pipefail
cd "$(dirname "$0")/.."
PERFT_LIMIT=${1:-2000000000} cargo test --release --locked --test perft -- "${2:-}"
