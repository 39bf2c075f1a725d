#!/usr/bin/env bash
# Makes the packages of the program for Linux on x86-64, with their SHA-256 sums: a wheel, a Debian package
# and an archive, in target/packages; takes two builds of the program.
#
#   scripts/package.sh [PROFILE]
#
# Packages run on any x86-64 and with any libc. They hold two static programs: bin/quincunx is what
# `cargo install` makes of the packed crate, for any x86-64, and becomes libexec/.../quincunx on a
# processor that has x86-64-v3 (src/processor.rs). The wheel also holds the Python module, one build for any
# x86-64, which needs the libc of its name. PROFILE is one of Cargo.toml's, by default dist.
# Archive and Debian package of the same files are the same to the byte: all have the date
# $SOURCE_DATE_EPOCH, by default that of the last commit. Needs python3 with venv, from which pip gets
# maturin, and dpkg-deb.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "package: $*" >&2
    exit 2
}

[[ $# -le 1 ]] || fail "one profile at most, not \"$*\""
profile=${1:-dist}
[[ $profile == release ]] || { grep -qxF "[profile.$profile]" Cargo.toml && [[ ! $profile =~ ^(dev|test|bench)$ ]]; } ||
    fail "\"$profile\" is not a profile of Cargo.toml for programs that last"
[[ $(uname -sm) == "Linux x86_64" ]] || fail "packages are made on Linux x86_64, not on $(uname -sm)"
for tool in cargo dpkg-deb python3; do
    command -v "$tool" >/dev/null || fail "$tool is missing"
done
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || fail "no commit to take the date from: set SOURCE_DATE_EPOCH"
[[ $SOURCE_DATE_EPOCH =~ ^[0-9]+$ ]] || fail "SOURCE_DATE_EPOCH is \"$SOURCE_DATE_EPOCH\", not seconds"
export SOURCE_DATE_EPOCH

version=$(cargo metadata --locked --no-deps --format-version=1 | python3 -c 'import json, sys; print(json.load(sys.stdin)["packages"][0]["version"])')
work=$PWD/target/package
crate=$work/quincunx-$version
tree=$crate-x86_64-linux
packages=$PWD/target/packages
static="-C target-feature=+crt-static -C strip=symbols"
rm -rf "$crate" "$tree" "$packages"
mkdir -p "$packages"

echo "package: the program for x86-64-v3" >&2
cargo rustc --locked --quiet --profile "$profile" --bin quincunx -- $static
install -D "target/$profile/quincunx" "$tree/libexec/quincunx-$version-x86-64-v3/quincunx"

echo "package: the program for any x86-64, from the packed crate" >&2
cargo package --locked --no-verify --allow-dirty --quiet
# With the time of now, for cargo builds again what is newer than before.
tar -xmf "$crate.crate" -C "$work"
# The target is named for the flags not to apply to macros, which cannot be static.
export RUSTFLAGS=$static CARGO_TARGET_DIR=$work/build CARGO_BUILD_TARGET=x86_64-unknown-linux-gnu
cargo install --locked --force --quiet --profile "$profile" --path "$crate" --root "$work/installed"
program=$work/installed/bin/quincunx

echo "package: the wheel" >&2
man=$tree/share/man/man1 doc=$tree/share/doc/quincunx
"$program" man --dir "$man"
gzip -9n "$man"/*
completions() { # SHELL FILE
    mkdir -p "$(dirname "$tree/share/$2")"
    "$program" completions "$1" >"$tree/share/$2"
}
completions bash bash-completion/completions/quincunx
completions fish fish/vendor_completions.d/quincunx.fish
completions zsh zsh/vendor-completions/_quincunx
mkdir -p "$doc"
cp README.md protocol.md "$doc"
gzip -9nc CHANGELOG.md >"$doc/CHANGELOG.md.gz"
cat LICENSE-MIT LICENSE-APACHE >"$doc/copyright"
scripts/licences.py | gzip -9n >"$doc/THIRD-PARTY.gz"

maturin=$work/maturin-1.16.0
[[ -x $maturin/bin/maturin ]] || {
    python3 -m venv "$maturin"
    "$maturin/bin/pip" install --quiet --disable-pip-version-check "maturin==${maturin##*-}"
}
# A crate within another one is not packed with it.
mkdir -p "$crate/python/quincunx"
cp -r python/{Cargo.lock,Cargo.toml,pyproject.toml,src} "$crate/python"
# A module that was built in place stays where it is.
cp python/quincunx/{*.py,*.pyi,py.typed} "$crate/python/quincunx"
data=$crate/python/quincunx.data
mkdir "$data"
cp -r "$tree" "$data/data"
install -D "$program" "$data/scripts/quincunx"
grep -qxF "version = \"$version\"" python/Cargo.toml || fail "python/Cargo.toml does not have version $version"
# What is linked at run time cannot be static.
(cd "$crate/python" && RUSTFLAGS="-C strip=symbols" "$maturin/bin/maturin" build --quiet --locked --profile "$profile" --out "$packages")
install -D "$program" "$tree/bin/quincunx"

echo "package: the archive and the Debian package" >&2
tar -cf - -C "$work" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX "${tree##*/}" | gzip -9n >"$packages/${tree##*/}.tar.gz"
root=$work/debian
rm -rf "$root"
mkdir -p "$root/DEBIAN"
cp -r "$tree" "$root/usr"
chmod -R u=rwX,go=rX "$root"
description=$(sed -n 's/^description = "\(.*\)"$/\1/p' Cargo.toml)
cat >"$root/DEBIAN/control" <<END
Package: quincunx
Version: $version
Architecture: amd64
Maintainer: The Quincunx developers <quincunx@quincunx.invalid>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Section: misc
Priority: optional
Description: engine for five abstract board games, with a board in the browser
 ${description}.
END
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group --build "$root" "$packages/quincunx_${version}_amd64.deb" >/dev/null

cd "$packages"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
