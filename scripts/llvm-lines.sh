#!/usr/bin/env bash
# Usage: scripts/llvm-lines.sh [FILE]
#
# Prints how much of each module the compiler has to translate: the lines of LLVM IR of a release build of the
# library before any optimization, and the copies of functions that they are in. A copy that names several
# modules counts for the highest of them, which asked for it: a list of a game's moves that the shell sorts
# counts for the shell. With FILE the copies are written there, the longest first.
#
# Fails if there are more lines or copies than the limits below, which keep generic code that is not hot from
# being compiled once for each game. Installs cargo-llvm-lines if it is missing (a minute); takes a minute or
# two beside what compiling the dependencies takes.
set -euo pipefail
cd "$(dirname "$0")/.."

most_lines=1410000
most_copies=42000

command -v cargo-llvm-lines >/dev/null || cargo install --locked --quiet cargo-llvm-lines
table=$(mktemp)
trap 'rm -f "$table"' EXIT
# These names, unlike the usual ones, tell for which types a function was copied.
cargo llvm-lines --release --lib -- -C symbol-mangling-version=v0 | sed 's/\[[0-9a-f]\{8,16\}\]//g' >"$table"
[[ -z ${1-} ]] || cp "$table" "$1"
awk -v most_lines="$most_lines" -v most_copies="$most_copies" '
    BEGIN {
        floors = "cli board train proof puzzles arena learn protocol engine experience store wire tablebase search games network notation kernel"
        count = split(floors, floor, " ")
        print "module           lines    copies"
    }
    $1 ~ /^[0-9]+$/ {
        lines = $1
        copies = $2 ~ /^\(/ ? $4 : $2
        if (/\(TOTAL\)$/) { all_lines = lines; all_copies = copies; next }
        owner = "(crates)"
        for (i = 1; i <= count; i++)
            if (index($0, "quincunx::" floor[i] "::")) { owner = floor[i]; break }
        lines_of[owner] += lines
        copies_of[owner] += copies
    }
    END {
        floor[++count] = "(crates)"
        for (i = 1; i <= count; i++) printf "%-12s %9d %9d\n", floor[i], lines_of[floor[i]], copies_of[floor[i]]
        printf "%-12s %9d %9d\n", "all", all_lines, all_copies
        printf "%-12s %9d %9d\n", "at most", most_lines, most_copies
        exit !(all_lines > 0 && all_lines <= most_lines && all_copies <= most_copies)
    }' "$table"
