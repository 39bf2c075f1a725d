#!/usr/bin/env bash
# Measures the figures of benches/README.md and puts them there, each with its commit and date.
#
#   scripts/figures.sh [--small] [PART...]
#
# Without PART measures all of them, which takes some seven hours. What each takes on an idle core, once
# everything is built:
#
#   nodes            2 min    processor time of a node
#   evaluate         2 min    time of an evaluation
#   perft            5 min    moves a second
#   endings          4 min    solving the last cells of Hexceed
#   threads          5 min    what a second thread is worth
#   latency          2 min    time from `stop` to the answer
#   punctual        10 min    games lost on time at 100 ms + 1 ms
#   strength      5 hours     matches against the build before all networks; builds it
#   tables-coerceo   2 min    building tables
#   tables-trimok    5 min
#   tables-morris   40 min    takes 4 GB of disk
#   learning        30 min    learning curves
#   marks          ? hours    how often marks of moves agree
#
# Parts that are measured at this commit are not measured again: their figures are in
# target/figures/COMMIT. Interrupted matches and learning curves go on where they stopped, all else
# begins anew.
# --small measures as little as possible, to see that a part works, and leaves the page alone. Needs
# cargo, python3 and, for strength, git.
set -euo pipefail
cd "$(dirname "$0")/.."

page=benches/README.md
before_networks=b6c9e96
parts=$(sed -n 's/^#   \([a-z-]\{5,\}\)  .*/\1/p' "$0")
program=target/release/quincunx
commit=$(git rev-parse --short HEAD)
git diff --quiet HEAD -- . ":!$page" || commit+=-dirty
place=target/figures/$commit

small=
if [[ ${1:-} == --small ]]; then
    small=yes place=$place-small
    shift
fi

# scale MUCH LITTLE: MUCH, or LITTLE with --small.
scale() { [[ $small ]] && echo "$2" || echo "$1"; }

# table NAME...: the head of a table.
table() {
    printf '| %s ' "$@" && echo '|'
    printf '%s' "${@/*/|---}" && echo '|'
}

# raw COMMAND...: what it prints, as it is.
raw() {
    echo '```text'
    "$@"
    echo '```'
}

# processor COMMAND...: the seconds of processor time that it takes.
processor() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&4; } 4>&2 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}

# criterion BENCH FACTOR UNIT: its medians of throughput, in FACTOR elements a second.
criterion() {
    local options=()
    [[ $small ]] && options=(--warm-up-time 0.1 --measurement-time 0.2 --sample-size 10)
    cargo bench --locked --bench "$1" -- "${options[@]}" | awk -v to="$2" '
        BEGIN { unit["elem/s"] = 1; unit["Kelem/s"] = 1e3; unit["Melem/s"] = 1e6; unit["Gelem/s"] = 1e9 }
        # A name stands before its time, or alone if it is long.
        /^[^ ]/ { name = $0; sub(/ +time:.*/, "", name) }
        # What has changed since the last time has no name.
        name != "" && match($0, /thrpt: +\[[^]]*\]/) {
            split(substr($0, RSTART, RLENGTH), word, / +/)
            rate = word[4] * unit[word[5]]
            printf "| %s | %.3g |\n", name, (to > 0 ? rate / to : 1e9 / rate)
            name = ""
        }'
}

part_nodes() {
    local nodes game best run seconds
    nodes=$(scale 2000000 50000)
    echo "Nanoseconds of processor time a node: $nodes nodes from the start, one thread, the least of three runs."
    echo
    table game "ns a node"
    for game in $games; do
        best=
        for run in 1 2 3; do
            seconds=$(processor "$program" --game "$game" "go nodes $nodes")
            best=$(printf '%s\n' $best "$seconds" | sort -g | head -1)
        done
        awk -v game="$game" -v s="$best" -v n="$nodes" 'BEGIN { printf "| %s | %.0f |\n", game, s / n * 1e9 }'
    done
}

part_evaluate() {
    echo "Nanoseconds an evaluation (\`cargo bench --bench evaluate\`, medians)."
    echo
    table evaluation ns
    criterion evaluate 0
}

part_perft() {
    echo "Millions a second, one thread (\`cargo bench --bench perft\`, medians): leaves made, leaves with the last ply counted"
    echo "in bulk, and positions whose moves are listed or that are evaluated."
    echo
    table what "millions a second"
    criterion perft 1000000
}

part_endings() {
    echo "Medians of random positions, one thread (\`cargo bench --bench endings\`)."
    echo
    raw cargo bench --locked --quiet --bench endings -- --from 9 --most "$(scale 12 9)" --positions "$(scale 20 2)"
}

part_threads() {
    echo "Two threads against one, geometric means (\`cargo bench --bench threads\`)."
    echo
    raw cargo bench --locked --quiet --bench threads -- --rounds "$(scale 3 1)" | grep -v '^  '
}

part_latency() {
    echo "Over pipes (\`cargo bench --bench latency\`)."
    echo
    raw cargo bench --locked --quiet --bench latency -- --rounds "$(scale 20 1)"
}

# play GAME NAME COLUMNS ARGUMENT...: a row for the results of a match, or of the rest of it. COLUMNS
# may name what is reported of the player `new`, and how many games were `late`.
play() {
    local game=$1 record=$place/$2-$1.games columns=$3 results
    shift 3
    if [[ -s $record ]]; then set -- --resume "$record"; else set -- "$game" "$@" --record "$record"; fi
    results=$("$program" match "$@" --json)
    python3 -c '
import json, sys
game, columns, results = sys.argv[1:]
results = json.loads(results.splitlines()[-1])
new = next(player for player in results["players"] if player["name"] == "new")
late = sum(player["forfeits"]["time forfeit"] for player in results["players"])
strength = {key: float("nan") if value is None else value for key, value in new["strength"].items()}
print("|", game, "|", results["games"], "|", columns.format(late=late, **new | strength), "|")
' "$game" "$columns" "$results"
}

part_punctual() {
    local game
    echo "Games at 100 ms + 1 ms, the program against itself, and how many of them were lost on time."
    echo
    table game games "lost on time"
    for game in $games; do
        play "$game" punctual "{late}" --tc 100ms+1ms --rounds "$(scale 100 1)" \
            --engine "name=new,cmd=$program" --engine "name=old,cmd=$program"
    done
}

part_strength() {
    local old game
    old=$(scripts/match.sh --build "$before_networks")
    echo "Against the build before all networks ($before_networks), two programs over pipes: 50 ms a move, one thread, 16 MiB, openings of 6"
    echo "random plies within 100 hundredths, each from both sides."
    echo
    table game games "won, drawn, lost" Elo
    for game in $games; do
        play "$game" strength "+{won} ={drawn} -{lost} | {elo:+.0f} +/- {elo_error:.0f}" \
            --movetime 50 --rounds "$(scale 200 1)" --random-plies 6 --balance 100 \
            --engine "name=new,cmd=$program,option.Hash=16" --engine "name=old,cmd=$old,option.Hash=16"
    done
}

# tables GAME ARGUMENT...: builds tables, and says what they take.
tables() {
    local game=$1 folder=$place/tables-$1 seconds
    shift
    # The time of an interrupted build would be lost.
    rm -rf "$folder"
    mkdir -p "$folder"
    echo "Built with two threads (\`tablebase build $game${*:+ $*}\`)."
    echo
    table "seconds of processor time" files kB
    seconds=$(processor "$program" tablebase build "$game" --path "$folder" --threads 2 "$@")
    echo "| ${seconds%.*} | $(find "$folder" -name '*.qtb' | wc -l) | $(du -s --block-size=1kB "$folder" | cut -f 1) |"
}

part_tables-coerceo() { tables coerceo $(scale "" "--pairs single"); }
part_tables-trimok() { tables trimok --metric end $(scale "" "--pairs 1-1"); }
part_tables-morris() { tables morris $(scale "" "--pairs 3-3"); }

part_learning() {
    echo "Score against random play of a learner that does not search, by the number of games learned"
    echo "(\`scripts/learning-curves.sh -n 0\`)."
    echo
    # Curves of another commit are not these.
    CURVES=$place/curves raw scripts/learning-curves.sh -n 0 $(scale "" "-m 100 -t 40 morris hexceed")
}

part_marks() {
    echo "Moves marked ? or ?? with as many nodes as one thread searches in 100 ms, and how many of those that were judged again have the"
    echo "same mark, or the one beside it, with the nodes of 20 ms and of 1 s (\`scripts/marks.py --as-nodes\`, which says how many these are)."
    echo
    # With 1 it says that too few agree.
    scripts/marks.py "$program" $(scale "--as-nodes" "--marks 1 --limit 1000 --others 200 5000") || [[ $? == 1 ]]
}

# publish PART: puts what was measured into its block of the page.
publish() {
    PART=$1 python3 - "$page" "$place/$1.md" <<'PYTHON'
import os, sys
page, figures = (open(path).read() for path in sys.argv[1:])
begin, end = f"<!-- {os.environ['PART']} -->\n", f"<!-- end of {os.environ['PART']} -->"
before, rest = page.split(begin)
_, after = rest.split(end)
open(sys.argv[1], "w").write(before + begin + figures + end + after)
PYTHON
}

for part in "$@"; do
    declare -F "part_$part" >/dev/null || { echo "figures: no part $part; parts are:" $parts >&2; exit 2; }
done
mkdir -p "$place"
cargo build --release --locked --quiet
games=$("$program" ugi <<<quit | sed -n 's/^option name UCI_Variant .* default [a-z]* //p' | sed 's/var //g')
[[ $games ]] || { echo "figures: $program announces no games" >&2; exit 1; }
for part in "${@:-$parts}"; do
    for part in $part; do
        if [[ ! -s $place/$part.md ]]; then
            echo "== $part, $(date +%H:%M)" >&2
            load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
            "part_$part" >"$place/$part.part"
            {
                echo "*Commit $commit, $(date +%F), $(nproc) cores, load before $load.*"
                echo
                cat "$place/$part.part"
            } >"$place/$part.md"
            rm "$place/$part.part"
        fi
        if [[ $small ]]; then cat "$place/$part.md"; else publish "$part"; fi
    done
done
