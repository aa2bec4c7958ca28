#!/usr/bin/env bash
# Puts a real bitcoind (Bitcoin Knots, from Debian sid) into a cache outside the clone and prints the path of
# an executable `bitcoind` there; `bitcoin-cli` is beside it. Nothing is installed on the system: the
# package and every library it needs, libc included, are unpacked into one folder and started through their
# own dynamic loader.
#
#   scripts/fetch-bitcoind.sh            # prints .../bitcoin-knots-<version>/bitcoind
#   BITCOIND=/path/to/bitcoind           # use this one, fetch nothing
#   ORDBOOK_CACHE=/path                  # default ~/.cache/ordbook
set -euo pipefail
program=bitcoind
setting=BITCOIND
. "$(dirname "$0")/fetch.sh"

use_given
use_cached 'bitcoin-knots-*/bitcoind'
require_debian "a Debian system is needed"
begin_fetch

# Uses the mirror of this system; apt reads both formats of its source lists.
mirror=$(
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$3 == "main" && $2 !~ /security/ && $1 ~ /\/debian\/?$/ { print $1; exit }'
)
[ -n "$mirror" ] || give_up "this system's apt sources name no Debian archive"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r "$keyring" ] || give_up "$keyring is missing (package debian-archive-keyring)"

# With an empty package status apt resolves every library, including those that the system has in an older
# version.
: >"$work/status"
echo "deb [signed-by=$keyring] $mirror sid main" >"$work/sources.list"
own_apt=(
  -o "Dir::State=$work"
  -o "Dir::State::lists=$work/lists"
  -o "Dir::State::status=$work/status"
  -o "Dir::State::extended_states=$work/extended_states"
  -o "Dir::Cache=$work"
  -o "Dir::Etc::sourcelist=$work/sources.list"
  -o "Dir::Etc::sourceparts=/dev/null"
  -o "Dir::Etc::preferences=/dev/null"
  -o "Dir::Etc::preferencesparts=/dev/null"
  -o "Acquire::Languages=none"
  -o "APT::Sandbox::User="
  -o "APT::Update::Error-Mode=any"
  -o "Debug::NoLocking=1"
)

echo "fetch-bitcoind: reading Debian sid's package list" >&2
apt-get -q "${own_apt[@]}" update >"$work/log" 2>&1 || {
  tail -n 5 "$work/log" >&2
  give_up "sid's package list could not be read or verified (a newer debian-archive-keyring may be needed)"
}
version=$(candidate_version bitcoin-knots "${own_apt[@]}")
[ -n "$version" ] || give_up "sid has no package bitcoin-knots for this machine"
echo "fetch-bitcoind: downloading bitcoin-knots $version and its libraries" >&2
unpack_package bitcoin-knots "${own_apt[@]}"

loader=$(find "$work/root" -name 'ld-linux-*.so.*' ! -type l | head -n 1)
[ -n "$loader" ] || give_up "the unpacked libc has no dynamic loader"
for binary in bitcoind bitcoin-cli; do
  [ -x "$work/root/usr/bin/$binary" ] || continue
  cat >"$work/$binary" <<WRAPPER
#!/bin/sh
root="\$(dirname "\$(readlink -f "\$0")")/root"
loader="\$root${loader#"$work/root"}"
exec "\$loader" --library-path "\$(dirname "\$loader")" "\$root/usr/bin/$binary" "\$@"
WRAPPER
  chmod +x "$work/$binary"
done
"$work/bitcoind" -version >/dev/null || give_up "the unpacked bitcoind does not start"

find "$work" -mindepth 1 -maxdepth 1 ! -name root ! -name bitcoind ! -name bitcoin-cli -exec rm -rf {} +
keep_as "bitcoin-knots-$version" bitcoind
