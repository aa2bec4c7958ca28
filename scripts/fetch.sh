# Sourced by the fetch scripts. They set `program` (a name for messages) and `setting` (the variable in which
# the user may name an installed program, or empty). Then they call `use_given` and `use_cached`, and else fetch
# into "$cache".
cache="${ORDBOOK_CACHE:-$HOME/.cache/ordbook}"

give_up() {
  echo "fetch-$program: $1${setting:+; set $setting=/path/to/$program to use one that you have}." >&2
  exit 1
}

# Prints the program that the user names and ends the script; returns when none is named.
use_given() {
  local given="${!setting:-}"
  [ -n "$given" ] || return 0
  [ -x "$given" ] || give_up "$setting=$given is not an executable file"
  echo "$given"
  exit 0
}

# Prints the newest program in the cache that a pattern finds and ends the script. Returns when there is none; no
# other run then fetches the same until this one ends.
use_cached() {
  print_cached "$1"
  lock_fetch "${1%%/*}"
  print_cached "$1"
}

print_cached() {
  local found found_root
  found=$(compgen -G "$cache/$1" | sort -V | tail -n 1) || return 0
  [ -x "$found" ] || return 0
  found_root="${found#"$cache"/}"
  [ ! -e "$cache/${found_root%%/*}/.unfinished" ] || return 0
  echo "$found"
  exit 0
}

# Waits for another run that fetches the same. The lock of a killed run is free when the programs that it started
# have ended, and what it left is removed. Without flock, as on macOS, two runs fetch twice and the first one stays.
lock_fetch() {
  local name="${1//\*/}"
  fetching="$cache/fetching-$name"
  command -v flock >/dev/null || return 0
  mkdir -p "$cache/locks"
  exec 9>"$cache/locks/$name"
  flock -n 9 || {
    echo "fetch-$program: waiting for another run, which fetches it now" >&2
    flock 9
  }
  rm -rf "$fetching".??????
}

# Creates "$work", a folder in the cache that is removed when the script ends, unless it was moved away.
begin_fetch() {
  mkdir -p "$cache"
  work=$(mktemp -d "$fetching.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work"/lists/partial "$work"/archives/partial "$work"/root
}

# For what contains its own path and is built in its place: creates that folder. It does not count as fetched until
# `finish_in_place`, also when this run is killed.
begin_in_place() {
  rm -rf "$1"
  mkdir -p "$1"
  touch "$1/.unfinished"
}

# With the folder, and the path to print.
finish_in_place() {
  rm "$1/.unfinished"
  echo "$2"
}

# Fails on systems where Debian's packages cannot be unpacked, and says what to do instead.
require_debian() {
  local tool
  for tool in apt-get apt-cache dpkg-deb; do
    command -v "$tool" >/dev/null || give_up "$tool is missing; $1"
  done
}

# Prints the path of cargo, even if rustup's folder is not in PATH; fails when there is none.
find_cargo() {
  command -v cargo || { [ -x "$HOME/.cargo/bin/cargo" ] && echo "$HOME/.cargo/bin/cargo"; }
}

# Fetches a crate's source into "$work/vendor/<crate>" and compares it with its checksum: cargo, crate, version,
# checksum.
vendor_crate() {
  mkdir -p "$work/crate/src"
  touch "$work/crate/src/lib.rs"
  cat >"$work/crate/Cargo.toml" <<MANIFEST
[package]
name = "fetched"
version = "0.0.0"
edition = "2021"
[dependencies]
$2 = "=$3"
MANIFEST
  "$1" vendor --quiet --manifest-path "$work/crate/Cargo.toml" "$work/vendor" >/dev/null || give_up "cargo could not fetch $2"
  grep -q "\"package\":\"$4\"" "$work/vendor/$2/.cargo-checksum.json" || give_up "the checksum of $2 $3 is not $4"
}

# Checks the tools that build Bitcoin Core, and adds to `settings` what cmake needs to find libevent and boost. On
# Debian missing headers are unpacked into "$work"; libevent is then linked statically, so that programs need
# nothing from there.
find_core_headers() {
  local tool package missing=
  for tool in cmake g++ make; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
  [ -z "$missing" ] || give_up "missing:$missing (to build it: cmake 3.22, g++ 12, make, libevent and boost headers)"
  printf '#include <event2/event.h>\n#include <boost/multi_index_container.hpp>\n' |
    g++ -std=c++20 -fsyntax-only -x c++ - 2>/dev/null && return
  require_debian "install the headers of libevent and boost (libevent-dev, libboost-dev)"
  for package in libevent-dev libboost-dev; do
    [ -n "$(candidate_version $package)" ] || give_up "apt knows no $package (apt-get update?)"
    echo "fetch-$program: unpacking $package" >&2
    unpack_package "$package"
  done
  settings+=("-DCMAKE_PREFIX_PATH=$work/root/usr" -DLIBEVENT_STATIC_LINK=TRUE)
}

# The version of a package that apt would install; further arguments are apt's options.
candidate_version() {
  local package="$1"
  shift
  apt-cache "$@" policy "$package" | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'
}

# Reads the package list of Debian sid, and sets `own_apt`: the options of apt with which it resolves every library,
# also those that the system has in an older version. Uses the mirror of this system.
read_sid() {
  local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  # apt reads both formats of its source lists
  mirror=$(
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
      awk '$3 == "main" && $2 !~ /security/ && $1 ~ /\/debian\/?$/ { print $1; exit }'
  )
  [ -n "$mirror" ] || give_up "this system's apt sources name no Debian archive"
  [ -r "$keyring" ] || give_up "$keyring is missing (package debian-archive-keyring)"
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
  echo "fetch-$program: reading Debian sid's package list" >&2
  apt-get -q "${own_apt[@]}" update >"$work/log" 2>&1 || {
    tail -n 5 "$work/log" >&2
    give_up "sid's package list could not be read or verified (a newer debian-archive-keyring may be needed)"
  }
}

# Writes "$work/<name>" for each unpacked program that is named: it starts the program through the unpacked loader,
# with the unpacked libraries. Keeps nothing else but "$work/root".
wrap_in_own_loader() {
  local loader name binary
  loader=$(find "$work/root" -name 'ld-linux-*.so.*' ! -type l | head -n 1)
  [ -n "$loader" ] || give_up "the unpacked libc has no dynamic loader"
  find "$work" -mindepth 1 -maxdepth 1 ! -name root -exec rm -rf {} +
  for name in "$@"; do
    binary=$(find "$work/root" -path "*/bin/$name" ! -type l | head -n 1)
    [ -n "$binary" ] || continue
    cat >"$work/$name" <<WRAPPER
#!/bin/sh
here="\$(dirname "\$(readlink -f "\$0")")"
loader="\$here${loader#"$work"}"
exec "\$loader" --library-path "\$(dirname "\$loader")" "\$here${binary#"$work"}" "\$@"
WRAPPER
    chmod +x "$work/$name"
  done
}

# Unpacks a package and what it needs into "$work/root"; further arguments are apt's options.
unpack_package() {
  local package="$1" archive
  shift
  apt-get -q -o "Dir::Cache::archives=$work/archives" -o Debug::NoLocking=1 -o APT::Sandbox::User= "$@" \
    install --yes --download-only --no-install-recommends "$package" >"$work/log" 2>&1 || {
    tail -n 5 "$work/log" >&2
    give_up "the download failed"
  }
  for archive in "$work"/archives/*.deb; do dpkg-deb --extract "$archive" "$work/root"; done
}

# Moves "$work" to its place in the cache; of two concurrent fetches, the first to finish stays. Prints the
# path of the program, or of the folder when no program is named.
keep_as() {
  local target="$cache/$1" path="$cache/$1${2:+/$2}"
  chmod 755 "$work"
  mv -T "$work" "$target" 2>/dev/null || [ -x "$path" ] || give_up "it could not be moved to $target"
  echo "$path"
}
