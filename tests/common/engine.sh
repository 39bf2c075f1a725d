#!/bin/sh
# An engine for tests of the client side: its n-th search finds the move mN, and it ends at `crash`.
while read -r line; do
    case $line in
    go*) n=$((n + 1)); echo "info depth $n" ;;
    stop) echo "bestmove m$n" ;;
    isready) echo readyok ;;
    bad) echo info string error bad-argument: no ;;
    crash) exit 3 ;;
    quit) exit 0 ;;
    esac
done
