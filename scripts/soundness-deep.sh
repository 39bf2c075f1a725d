#!/usr/bin/env bash
# Judges many more claims of the search than the ordinary tests do.
#
#   scripts/soundness-deep.sh [ROUNDS]
#
# Searches ROUNDS times (10 unless said) as many positions, with the Trimok endings of four stacks
# among them. Needs cargo and some 2 GB of memory; takes about TIME on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
SOUNDNESS_STACKS=4 SOUNDNESS_ROUNDS=${1:-10} \
    cargo test --locked --test soundness -- --nocapture
