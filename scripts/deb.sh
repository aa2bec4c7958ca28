#!/usr/bin/env bash
# Makes the Debian package of ordbook from the tarballs of scripts/pack.sh: scripts/deb.sh <folder with the tarballs>
# leaves ordbook_<version>-1_all.deb there. Options of dpkg-deb may follow, such as -z1 for a quick one. It has the
# program with everything that its npm-shrinkwrap.json names, units, users, manual page and completions. It starts
# nothing: `ordbook init` makes keys and settings first.
set -euo pipefail
cd "$(dirname "$0")/.."
packages="$(realpath "${1:?name the folder of scripts/pack.sh}")"
version=$(node -p "require('./server/package.json').version")
homepage=$(node -p "require('./package.json').repository.url.replace(/^git\+|\.git$/g, '')")
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root="$work/root"
umask 022
# install <mode> <file> <path>: - for stdin
put() { install -D -m "$1" "${2/#-/\/dev/stdin}" "$root/$3"; }

program="$root/usr/lib/ordbook"
mkdir -p "$root/usr/bin" "$root/DEBIAN"
scripts/install-packed.sh "$packages" "$program"
# what no process reads
rm -rf "$program/src" "$program/node_modules/.bin"
find "$program" -regex '.*\.\(map\|[cm]?ts\|sh\|markdown\|md\)' ! -path "$program/README.md" -delete
find "$program/node_modules" -mindepth 1 -name '.*' -prune -exec rm -rf {} +
find "$program/node_modules" -name '*.html' ! -path '*/@ordbook/*/dist/*' -delete
find "$program" -type f -exec chmod 0644 {} +
find "$program" -type f -exec awk 'FNR == 1 { if (/^#!/) printf "%s%c", FILENAME, 0; nextfile }' {} + | xargs --null chmod 0755
ln -s ../lib/ordbook/dist/cli/main.js "$root/usr/bin/ordbook"

for unit in deploy/systemd/*.service; do put 0644 "$unit" "usr/lib/systemd/system/${unit##*/}"; done
put 0755 deploy/backup/backup.sh usr/lib/ordbook/backup.sh
put 0644 - usr/lib/sysusers.d/ordbook.conf <<'USERS'
u ordbook - "ordbook service" - -
u ordbook-market - "ordbook market signer" - -
u ordbook-policy - "ordbook policy signer" - -
u ordbook-gate - "ordbook gate signer" - -
USERS

npx tsx --conditions=source scripts/command-line.ts "$work"
gzip -9n "$work/ordbook.1"
put 0644 "$work/ordbook.1.gz" usr/share/man/man1/ordbook.1.gz
put 0644 "$work/ordbook.bash" usr/share/bash-completion/completions/ordbook
put 0644 "$work/_ordbook" usr/share/zsh/vendor-completions/_ordbook

gzip -9n <CHANGELOG.md | put 0644 - usr/share/doc/ordbook/changelog.gz
gzip -9n <<LOG | put 0644 - usr/share/doc/ordbook/changelog.Debian.gz
ordbook ($version-1) stable; urgency=medium

  * Version $version: see changelog.gz.

 -- $maintainer  $(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")
LOG
node - "$program/npm-shrinkwrap.json" <<'COPYRIGHT' | cat - LICENSE | put 0644 - usr/share/doc/ordbook/copyright
const { packages } = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'));
console.log('ordbook is under the licence below. /usr/lib/ordbook/node_modules has, each with its licence beside it');
console.log('(Apache-2.0 is in /usr/share/common-licenses/Apache-2.0 too):\n');
for (const [path, { version, license }] of Object.entries(packages).slice(1))
  console.log(`  ${path.split('node_modules/').at(-1)} ${version}: ${license}`);
console.log('');
COPYRIGHT
put 0644 - usr/share/lintian/overrides/ordbook <<'OVERRIDES'
# the exact versions that were tested, as npm-shrinkwrap.json pins them
ordbook: embedded-javascript-library *
# it is in no archive that has bugs to close
ordbook: initial-upload-closes-no-bugs *
OVERRIDES

put 0755 - DEBIAN/postinst <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  systemd-sysusers ordbook.conf
  if [ -d /run/systemd/system ]; then systemctl --system daemon-reload || true; fi
fi
SCRIPT
put 0755 - DEBIAN/prerm <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop ordbook.service 'ordbook-signer-*.service' || true
fi
SCRIPT
put 0644 - DEBIAN/control <<CONTROL
Package: ordbook
Version: $version-1
Architecture: all
Maintainer: $maintainer
Installed-Size: $(du --summarize --apparent-size --block-size 1024 "$root" | cut -f1)
Depends: nodejs (>= 20.19), systemd | systemd-standalone-sysusers
Recommends: postgresql-client, age
Suggests: bitcoind, caddy | nginx, postgresql
Section: net
Priority: optional
Homepage: $homepage
Description: self-hosted trading engine for Bitcoin inscriptions
 A marketplace for inscriptions on a node of its own: listings, purchases,
 offers and collection offers, settled by PSBTs, with three signers that
 trust neither the service nor each other.
 .
 "ordbook init" makes keys, settings and units. Nothing is started before.
CONTROL
(cd "$root" && find usr -type f -print0 | sort --zero-terminated | xargs --null md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group "${@:2}" --build "$root" "$packages/ordbook_$version-1_all.deb" >/dev/null
echo "$packages/ordbook_$version-1_all.deb"
