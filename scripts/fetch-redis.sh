#!/usr/bin/env bash
# Puts a real redis-server (this Debian's package) into a cache outside the clone and prints its path. Nothing
# is installed on the system: the package and the libraries that are missing are unpacked into one folder.
#
#   scripts/fetch-redis.sh         # prints .../redis-<version>/redis-server
#   REDIS_SERVER=/path/to/server   # use this Redis or Valkey, fetch nothing
#   ORDBOOK_CACHE=/path            # default ~/.cache/ordbook
set -euo pipefail
program=redis-server
setting=REDIS_SERVER
. "$(dirname "$0")/fetch.sh"

use_given
use_cached 'redis-*/redis-server'
require_debian "a Debian system is needed"
begin_fetch

version=$(candidate_version redis-server)
[ -n "$version" ] || give_up "apt knows no redis-server (apt-get update?)"
echo "fetch-redis-server: downloading redis-server $version" >&2
unpack_package redis-server

binary=$(find "$work/root" -name redis-check-rdb -o -name redis-server ! -type l | grep -m 1 bin/)
libraries=$(find "$work/root/usr/lib" -name '*.so*' -printf '%h\n' 2>/dev/null | sort -u | sed "s|^$work|\$here|" | paste -sd:)
cat >"$work/redis-server" <<WRAPPER
#!/bin/bash
here="\$(dirname "\$(readlink -f "\$0")")"
LD_LIBRARY_PATH="$libraries" exec -a redis-server "\$here${binary#"$work"}" "\$@"
WRAPPER
chmod +x "$work/redis-server"
"$work/redis-server" --version >/dev/null || give_up "the unpacked redis-server does not start"
rm -rf "$work/archives" "$work/lists" "$work/log"
keep_as "redis-${version//:/-}" redis-server
