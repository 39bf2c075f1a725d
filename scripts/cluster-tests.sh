#!/usr/bin/env bash
# Runs the drivers of scripts/cluster with Dask on the loopback interface, kills workers and drivers
# midway, and compares the results with one machine's; takes a minute or two. The packages go into
# target/cluster. If openssl or Python's venv is missing and it has permission, it installs Debian's
# packages. $PROGRAM is the program, by default target/release/quincunx.
set -euo pipefail
cd "$(dirname "$0")/.."

install="apt-get update && apt-get install -y --no-install-recommends openssl python3-venv"
place=target/cluster
wanted=scripts/cluster/requirements.txt

if ! { python3 -c 'import ensurepip, venv' && command -v openssl; } >/dev/null 2>&1; then
    if [[ $(id -u) == 0 ]] && grep -qs '^ID=debian' /etc/os-release; then
        eval "$install" >&2
    else
        echo "Python cannot make environments, or there is no openssl. As root on Debian: $install" >&2
        exit 1
    fi
fi
if ! cmp -s "$wanted" "$place/requirements.txt"; then
    rm -rf "$place"
    python3 -m venv "$place"
    "$place/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
    cp "$wanted" "$place/requirements.txt"
fi
export PROGRAM=${PROGRAM:-target/release/quincunx}
exec "$place/bin/python" scripts/cluster/check.py "$@"
