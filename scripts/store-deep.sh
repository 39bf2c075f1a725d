#!/usr/bin/env bash
# Stress tests of stores: 150 kills of a learner in three sync modes, three writers and a reader at
# once, merging two stores of a million positions, and a full disk if one can be mounted (Linux, as
# root).
#
#   scripts/store-deep.sh [KILLS]
#
# Needs cargo; takes two to four minutes with 150 kills, and the time to build a test.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-150}
program=${QUINCUNX:-target/release/quincunx}
[[ -x $program ]] || cargo build --release --locked
folder=$(mktemp -d)
mounted=
trap '[[ -z $mounted ]] || umount "$mounted"; rm -rf "$folder"' EXIT

# The number of games of a series, from its last line.
games() { sed -n 's/^\([0-9,]*\) games in the series.*/\1/p' | tr -d ,; }
told() { sed -n 's/^\([0-9,]*\) games, .*/\1/p' "$1" | tail -1 | tr -d ,; }
learn() { "$program" learn morris --trials 0 --plies 20 --every 1 "$@"; }
# The same, replacing a background shell, so that its process ID is the program's.
become_learner() { exec "$program" learn morris --trials 0 --plies 20 --every 1 "$@"; }
# What was reported before a kill must exist after it. The series is asked for as few games as
# possible.
check() { # store, seed, log
    "$program" experience check --store "$1" >/dev/null
    local was found
    was=$(told "$3")
    found=$(learn --store "$1" --seed "$2" --games 1 | games)
    ((found >= ${was:-0})) || { echo "seed $2: $was games were reported, $found exist"; exit 1; }
}

echo "kills"
for every in 1 10 1000000; do
    for ((i = 0; i < kills / 3; i++)); do
        become_learner --store "$folder/kills-$every" --games 1000000 --sync-every "$every" >"$folder/log" 2>&1 &
        id=$!
        sleep "0.$((RANDOM % 40 + 10))"
        kill -9 "$id"
        wait "$id" 2>/dev/null || true
        check "$folder/kills-$every" 1 "$folder/log"
    done
    count=$(learn --store "$folder/kills-$every" --games 1 | games)
    echo "  --sync-every $every: $((kills / 3)) kills, $count games, none lost"
done

echo "three writers and a reader"
started=$(date +%s%N)
ids=()
for seed in 1 2 3; do
    become_learner --store "$folder/shared" --games 1000000 --seed "$seed" >"$folder/log-$seed" 2>&1 &
    ids+=($!)
done
reads=0
while (($(date +%s%N) - started < 10000000000)); do
    "$program" experience show morris --store "$folder/shared" >/dev/null 2>&1 && reads=$((reads + 1))
done
kill -9 "${ids[@]}"
((reads > 0)) || { echo "the store was never read"; exit 1; }
wait "${ids[@]}" 2>/dev/null || true
all=0
for seed in 1 2 3; do
    check "$folder/shared" "$seed" "$folder/log-$seed"
    all=$((all + $(told "$folder/log-$seed")))
done
echo "  $all games and $reads readings in 10 s, none lost"

echo "two stores of a million positions"
merged=$(POSITIONS=1000000 cargo test --release --locked --test shell stores_with_nothing -- --nocapture)
grep "bytes a position" <<<"$merged" | sed 's/^/  /'

echo "a full disk"
mkdir "$folder/disk"
if mount -t tmpfs -o size=2m none "$folder/disk" 2>/dev/null; then
    mounted=$folder/disk
    if learn --store "$mounted/store" --games 1000000 >"$folder/log" 2>"$folder/error"; then
        echo "  it never filled up"
        exit 1
    fi
    cat "$folder/error"
    "$program" experience check --store "$mounted/store"
    echo "  told after $(told "$folder/log") games; the rest is intact"
else
    echo "  no file system can be mounted here"
fi
