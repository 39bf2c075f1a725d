#!/usr/bin/env bash
# Compares the speed of two builds: alternating runs of `bench`, medians, equal nodes required.
#
#   scripts/bench-against.sh OLD NEW [RUNS] [BENCH ARGUMENT...]
#
# OLD and NEW are programs; the default is 7 runs of each. Further arguments go to `bench`, such as
# a game or "--deeper 1". Takes RUNS times two benches, some 20 seconds by default. Exits 1 if the
# builds do not visit the same nodes, since their speeds cannot be compared then, 2 if something does
# not work.
set -euo pipefail

fail() {
    echo "bench-against: $*" >&2
    exit 2
}

[[ $# -ge 2 ]] || fail "OLD NEW [RUNS] [BENCH ARGUMENT...]"
old=$1 new=$2 runs=${3:-7}
[[ $runs =~ ^[1-9][0-9]*$ ]] || fail "\"$runs\" is no number of runs"
shift $(($# < 3 ? $# : 3))

# speed PROGRAM: "NODES NODES_PER_SECOND"
speed() {
    local program=$1
    shift
    "$program" bench "$@" | awk -F': ' '
        /^Nodes searched/ { nodes = $2 }
        /^Nodes\/second/ { speed = $2 }
        END { if (nodes == "") exit 1; print nodes, speed }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

old_speeds=() new_speeds=()
for ((run = 1; run <= runs; run++)); do
    old_run=$(speed "$old" "$@") || fail "$old does not run its bench"
    new_run=$(speed "$new" "$@") || fail "$new does not run its bench"
    read -r old_nodes old_speed <<<"$old_run"
    read -r new_nodes new_speed <<<"$new_run"
    if [[ $old_nodes != "$new_nodes" ]]; then
        echo "bench-against: $old visits $old_nodes nodes, $new $new_nodes" >&2
        exit 1
    fi
    old_speeds+=("$old_speed") new_speeds+=("$new_speed")
    echo "run $run: $old_speed, $new_speed nodes/s"
done
old_median=$(printf '%s\n' "${old_speeds[@]}" | median)
new_median=$(printf '%s\n' "${new_speeds[@]}" | median)
awk -v old="$old_median" -v new="$new_median" -v nodes="$old_nodes" -v runs="$runs" 'BEGIN {
    printf "%d nodes, medians of %d runs: %.0f and %.0f nodes/s, %+.1f %%\n",
        nodes, runs, old, new, 100 * (new / old - 1)
}'
