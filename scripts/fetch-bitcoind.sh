#!/usr/bin/env bash
# Puts a real bitcoind (Bitcoin Knots, from Debian sid) into a cache outside the clone and prints the path of an
# executable `bitcoind` there; `bitcoin-cli` stands beside it. Nothing is installed on the system: the package and
# every library it needs, libc included, are unpacked into one folder and started through their own dynamic loader.
#
#   scripts/fetch-bitcoind.sh            # prints .../bitcoin-knots-<version>/bitcoind
#   BITCOIND=/path/to/bitcoind           # use this one, fetch nothing
#   ORDBOOK_CACHE=/path                  # default ~/.cache/ordbook
set -euo pipefail

cache="${ORDBOOK_CACHE:-$HOME/.cache/ordbook}"

give_up() {
  echo "fetch-bitcoind: $1" >&2
  echo "fetch-bitcoind: set BITCOIND=/path/to/bitcoind to use a node that you have." >&2
  exit 1
}

if [ -n "${BITCOIND:-}" ]; then
  [ -x "$BITCOIND" ] || give_up "BITCOIND=$BITCOIND is not an executable file"
  echo "$BITCOIND"
  exit 0
fi

cached=$(find "$cache" -mindepth 2 -maxdepth 2 -path '*/bitcoin-knots-*/bitcoind' -perm -u+x 2>/dev/null | sort -V | tail -n 1)
if [ -n "$cached" ]; then
  echo "$cached"
  exit 0
fi

for tool in apt-get apt-cache dpkg-deb; do
  command -v "$tool" >/dev/null || give_up "needs a Debian system ($tool is missing)"
done

# The mirror is the one this system already uses; apt reads both formats of its sources for us.
mirror=$(
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$3 == "main" && $2 !~ /security/ && $1 ~ /\/debian\/?$/ { print $1; exit }'
)
[ -n "$mirror" ] || give_up "this system's apt sources name no Debian archive"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r "$keyring" ] || give_up "$keyring is missing (package debian-archive-keyring)"

mkdir -p "$cache"
work=$(mktemp -d "$cache/fetching.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/lists/partial "$work"/archives/partial "$work"/root
# An empty package status makes apt resolve every library, also those the system has in an older version.
: >"$work/status"
echo "deb [signed-by=$keyring] $mirror sid main" >"$work/sources.list"

own_apt=(
  -q
  -o "Dir::State=$work"
  -o "Dir::State::lists=$work/lists"
  -o "Dir::State::status=$work/status"
  -o "Dir::State::extended_states=$work/extended_states"
  -o "Dir::Cache=$work"
  -o "Dir::Cache::archives=$work/archives"
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
apt-get "${own_apt[@]}" update >"$work/log" 2>&1 || {
  tail -n 5 "$work/log" >&2
  give_up "sid's package list could not be read or verified; a newer debian-archive-keyring may be needed"
}
version=$(apt-cache "${own_apt[@]}" policy bitcoin-knots | awk '$1 == "Candidate:" { print $2 }')
case "$version" in
  '' | '(none)') give_up "sid has no package bitcoin-knots for this machine" ;;
esac

echo "fetch-bitcoind: downloading bitcoin-knots $version and its libraries" >&2
apt-get "${own_apt[@]}" install --yes --download-only --no-install-recommends bitcoin-knots >"$work/log" 2>&1 || {
  tail -n 5 "$work/log" >&2
  give_up "the download failed"
}
for package in "$work"/archives/*.deb; do
  dpkg-deb --extract "$package" "$work/root"
done

loader=$(find "$work/root" -name 'ld-linux-*.so.*' ! -type l | head -n 1)
[ -n "$loader" ] || give_up "the unpacked libc has no dynamic loader"
for program in bitcoind bitcoin-cli; do
  [ -x "$work/root/usr/bin/$program" ] || continue
  cat >"$work/$program" <<WRAPPER
#!/bin/sh
root="\$(dirname "\$(readlink -f "\$0")")/root"
loader="\$root${loader#"$work/root"}"
exec "\$loader" --library-path "\$(dirname "\$loader")" "\$root/usr/bin/$program" "\$@"
WRAPPER
  chmod +x "$work/$program"
done
"$work/bitcoind" -version >/dev/null || give_up "the unpacked bitcoind does not start"

target="$cache/bitcoin-knots-$version"
chmod 755 "$work"
find "$work" -mindepth 1 -maxdepth 1 ! -name root ! -name bitcoind ! -name bitcoin-cli -exec rm -rf {} +
# Two fetches at once: the first to finish stays.
mv -T "$work" "$target" 2>/dev/null || [ -x "$target/bitcoind" ] || give_up "could not move the node to $target"
echo "$target/bitcoind"
