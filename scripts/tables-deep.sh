#!/usr/bin/env bash
# Compares whole tables of Morris with the values that tests/vectors lists.
#
#   scripts/tables-deep.sh TABLES [PLACING]
#
# All values and best moves with empty hands; of the results while men are in hand the first PLACING
# (none unless said), which are searched down to the tables. The lists know no quiet limit: where a
# limit that the tables know makes a draw of a listed win or loss, that is told and no failure. Needs
# cargo and all 28 pairs.
set -euo pipefail
cd "$(dirname "$0")/.."
TABLES=$(realpath "${1:?TABLES [PLACING]}") TABLES_PLACING=${2:-0} \
    cargo test --locked --test search -- --ignored --nocapture whole_tables_are_as_listed
