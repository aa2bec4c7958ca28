#!/usr/bin/env bash
# Puts pg_dump, pg_restore and psql of PostgreSQL 18 (Debian sid) into a cache outside the clone, and prints their
# folder. Nothing is installed on the system: the package and every library it needs are unpacked into one
# folder and started through their own dynamic loader.
#
#   scripts/fetch-postgresql-client.sh      # prints .../postgresql-client-<version>
#   POSTGRESQL_CLIENT=/path/to/folder       # use these, fetch nothing
#   ORDBOOK_CACHE=/path                     # default ~/.cache/ordbook
set -euo pipefail
program=postgresql-client
setting=POSTGRESQL_CLIENT
. "$(dirname "$0")/fetch.sh"

use_given
use_cached 'postgresql-client-*'
require_debian "a Debian system is needed"
begin_fetch

read_sid
version=$(candidate_version postgresql-client-18 "${own_apt[@]}")
[ -n "$version" ] || give_up "sid has no package postgresql-client-18"
echo "fetch-$program: downloading postgresql-client-18 $version and its libraries" >&2
unpack_package postgresql-client-18 "${own_apt[@]}"
wrap_in_own_loader pg_dump pg_restore psql
for name in pg_dump pg_restore psql; do
  "$work/$name" --version >/dev/null || give_up "the unpacked $name does not start"
done
keep_as "postgresql-client-${version//:/-}"
