#!/usr/bin/env bash
# Runs the checks that are too long for .ci/run, one after another.
#
#   scripts/deep.sh [--help | --list | STEP...]
#
# Without STEP runs all of them, some hours; what each takes on an idle core once everything is built,
# as far as it was measured:
#
#   perft            2 min    leaf counts up to 13 billion
#   store            4 min    kills of a learner, and a full disk
#   fuzz            20 min    the protocol and all notation
#   soundness        9 min    claims of the search, ten times over
#   curves          30 min    learning curves
#   marks            ? min    marks of moves with little time and with more
#   proof            6 min    boards below the answers of a proof, by another solver; needs cc
#   build-coerceo    2 min    tables, into target/deep/tables
#   build-trimok     5 min
#   build-morris    40 min    takes 4 GB of disk
#   build-end       55 min    Morris and Trimok in plies to the end, into target/deep/end; takes 12 GB of disk
#   tables-coerceo   2 min    each entry against the rules
#   tables-trimok    3 min    against known values and another solver
#   tables-morris     ? min    against listed values
#   certified         4 min    values of whole sets against tests/certificates
#   second-reader     ? min    the same, and the rules, by another program; needs numpy and zstandard
#   tables-match    10 min    with tables against without
#   perfect           ? min    Morris played by the tables; needs the Python package zstandard
#
# A step that has passed at this commit is not run again, so the same command resumes after an
# interruption; with changes that are not committed all are. Logs, and how long each step took, are in
# target/deep/COMMIT; --list prints what is there. Continues after a failure, and exits 1 at the end if
# there was one. The steps with tables need those of the steps before them.
set -euo pipefail
cd "$(dirname "$0")/.."

program=target/release/quincunx
tables=target/deep/tables
end=target/deep/end
commit=$(git rev-parse --short HEAD)
place=target/deep/$commit
git diff --quiet HEAD || place+=-dirty
described=$(sed -n 's/^#   \([a-z-]* \{2,\}[0-9?]* min.*\)/\1/p' "$0")
all=$(cut -d' ' -f1 <<<"$described")

# build_tables GAME [ARGUMENT...]: tables stay from commit to commit, as their files do.
build_tables() { "$program" tablebase build "$@" --path "$tables"; }

# certified COMMAND...: runs it with each certificate; GAME and TABLES in it become the game and the folder.
certified() {
    local file name folder words
    for file in tests/certificates/*.txt; do
        name=$(basename "$file" .txt) folder=$tables
        [[ $name != *-end ]] || folder=$end
        words=("${@/GAME/${name%-end}}")
        "${words[@]/TABLES/$folder}" "$file"
    done
}

run() {
    case $1 in
        perft) scripts/perft-deep.sh ;;
        store) scripts/store-deep.sh ;;
        fuzz) scripts/fuzz.sh ;;
        soundness) scripts/soundness-deep.sh ;;
        curves) CURVES=$place/curves scripts/learning-curves.sh ;;
        marks) scripts/marks.py "$program" --as-nodes --others 20ms ;;
        proof) scripts/verify_proof.py "$program" ;;
        build-coerceo) build_tables coerceo ;;
        build-trimok) build_tables trimok ;;
        build-morris) build_tables morris ;;
        build-end) for game in trimok morris; do "$program" tablebase build "$game" --metric end --path "$end"; done ;;
        tables-coerceo) scripts/tables-deep-coerceo.sh "$tables" ;;
        tables-trimok) scripts/tables-deep-trimok.sh "$end" ;;
        tables-morris) scripts/tables-deep.sh "$tables" ;;
        certified) certified "$program" tablebase certify --path TABLES --game GAME --check ;;
        second-reader) certified scripts/verify_tables.py TABLES ;;
        tables-match) scripts/tables-match.sh "$program" "$tables" ;;
        perfect) scripts/perfect_morris.py "$program" "$tables" ;;
    esac
}

if [[ ${1:-} == --help ]]; then
    sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"
    exit
fi
if [[ ${1:-} == --list ]]; then
    while read -r step rest; do
        state=-
        [[ -e $place/$step.log ]] && state="not passed"
        [[ -e $place/$step.seconds ]] && state="passed in $(<"$place/$step.seconds") s"
        printf '%-15s %-20s %s\n' "$step" "$state" "$rest"
    done <<<"$described"
    exit
fi
steps=("$@")
[[ $# -gt 0 ]] || mapfile -t steps <<<"$all"
for step in "${steps[@]}"; do
    grep -qxe "$step" <<<"$all" || { echo "deep.sh: there is no step $step" >&2; exit 2; }
done

mkdir -p "$place" "$tables"
[[ $place != *-dirty ]] || rm -rf "$place"/{*.seconds,curves}
cargo build --release --locked --quiet
failed=()
for step in "${steps[@]}"; do
    [[ -e $place/$step.seconds ]] && { echo "$step: has passed"; continue; }
    echo "$step: $(sed -n "s/^$step  *//p" <<<"$described")"
    begin=$SECONDS
    # `run` stands alone, or a failure within it would not end it.
    set +e
    (set -e; run "$step") >"$place/$step.log" 2>&1
    code=$?
    set -e
    if [[ $code == 0 ]]; then
        echo "$((SECONDS - begin))" >"$place/$step.seconds"
        echo "$step: passed in $((SECONDS - begin)) s"
    else
        echo "$step: FAILED with $code after $((SECONDS - begin)) s, see $place/$step.log"
        failed+=("$step")
    fi
done
[[ ${#failed[@]} == 0 ]] || { echo "failed: ${failed[*]}"; exit 1; }
