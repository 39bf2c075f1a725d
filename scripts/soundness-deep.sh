#!/usr/bin/env bash
# Judges many more claims of the search than the ordinary tests do.
#
#   scripts/soundness-deep.sh [ROUNDS]
#
# Searches ROUNDS times (10 unless said) as many positions, with the Trimok endings of four stacks
# among them. Needs cargo and some 2 GB of memory. A round takes as long as the ordinary tests, 50
# seconds on two busy cores; building the tables of four stacks comes on top.
set -euo pipefail
cd "$(dirname "$0")/.."
SOUNDNESS_STACKS=4 SOUNDNESS_ROUNDS=${1:-10} \
    cargo test --locked --test search soundness:: -- --nocapture
