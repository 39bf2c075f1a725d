#!/usr/bin/env bash
# Checks many more claims of the search than the ordinary tests do.
#
#   scripts/soundness-deep.sh [ROUNDS]
#
# Searches ROUNDS times (default 10) as many positions, including Trimok endings with four stacks.
# Needs cargo and some 2 GB of memory. A round takes as long as the ordinary tests, 50 seconds on
# two busy cores, plus the time to build the tables of four stacks.
set -euo pipefail
cd "$(dirname "$0")/.."
SOUNDNESS_STACKS=4 SOUNDNESS_ROUNDS=${1:-10} \
    cargo test --locked --test search soundness:: -- --nocapture
