#!/usr/bin/env bash
# Puts a real redis-server (this Debian's package) into a cache outside the clone and prints its path. Nothing is installed on
# the system: the package and the libraries that are missing are unpacked into one folder.
#
#   scripts/fetch-redis.sh         # prints .../redis-<version>/redis-server
#   REDIS_SERVER=/path/to/server   # use this Redis or Valkey, fetch nothing
#   ORDBOOK_CACHE=/path            # default ~/.cache/ordbook
set -euo pipefail

cache="${ORDBOOK_CACHE:-$HOME/.cache/ordbook}"

give_up() {
  echo "fetch-redis: $1; set REDIS_SERVER=/path/to/redis-server to use one that you have." >&2
  exit 1
}

if [ -n "${REDIS_SERVER:-}" ]; then
  [ -x "$REDIS_SERVER" ] || give_up "REDIS_SERVER=$REDIS_SERVER is not an executable file"
  echo "$REDIS_SERVER"
  exit 0
fi
cached=$(find "$cache" -mindepth 2 -maxdepth 2 -path '*/redis-*/redis-server' -perm -u+x 2>/dev/null | sort -V | tail -n 1)
if [ -n "$cached" ]; then
  echo "$cached"
  exit 0
fi
for tool in apt-get apt-cache dpkg-deb; do
  command -v "$tool" >/dev/null || give_up "needs a Debian system ($tool is missing)"
done

mkdir -p "$cache"
work=$(mktemp -d "$cache/fetching.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/archives/partial "$work"/root
version=$(apt-cache policy redis-server | awk '$1 == "Candidate:" { print $2 }')
case "$version" in '' | '(none)') give_up "apt knows no redis-server (apt-get update?)" ;; esac
echo "fetch-redis: downloading redis-server $version" >&2
apt-get -q -o "Dir::Cache::archives=$work/archives" -o Debug::NoLocking=1 -o APT::Sandbox::User= \
  install --yes --download-only --no-install-recommends redis-server >"$work/log" 2>&1 || {
  tail -n 5 "$work/log" >&2
  give_up "the download failed"
}
for package in "$work"/archives/*.deb; do
  dpkg-deb --extract "$package" "$work/root"
done
program=$(find "$work/root" -name redis-check-rdb -o -name redis-server ! -type l | grep -m 1 bin/)
libraries=$(find "$work/root/usr/lib" -name '*.so*' -printf '%h\n' 2>/dev/null | sort -u | sed "s|^$work|\$here|" | paste -sd:)
cat >"$work/redis-server" <<WRAPPER
#!/bin/bash
here="\$(dirname "\$(readlink -f "\$0")")"
LD_LIBRARY_PATH="$libraries" exec -a redis-server "\$here${program#"$work"}" "\$@"
WRAPPER
chmod +x "$work/redis-server"
"$work/redis-server" --version >/dev/null || give_up "the unpacked redis-server does not start"
rm -rf "$work/archives" "$work/log"
chmod 755 "$work"
target="$cache/redis-${version//:/-}"
mv -T "$work" "$target" 2>/dev/null || [ -x "$target/redis-server" ] || give_up "could not move it to $target"
echo "$target/redis-server"
