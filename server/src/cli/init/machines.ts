import { SIGNER_ROLES, type SignerRole } from '../../composition/signer-roles.ts';
import { remoteSigners } from './answers.ts';
import { shortSettingsFile } from './environment.ts';
import type { MadeFile } from './made-file.ts';
import { chainSettings, machineSettings, type Plan } from './plan.ts';
import { signerUnit, unitOf } from './units.ts';

/** The folder to copy to the machine of a signer. */
export const machineFolder = (role: SignerRole) => `machines/${role}`;

/** The signers that run beside the service. */
export function localRoles(plan: Plan): SignerRole[] {
  const remote = remoteSigners(plan.answers);
  return SIGNER_ROLES.filter((role) => remote[role] === undefined);
}

/** The signers with a machine of their own, and where they listen. */
export function remoteRoles(plan: Plan): [SignerRole, string][] {
  return Object.entries(remoteSigners(plan.answers)) as [SignerRole, string][];
}

/** By path, what the machine of each remote signer needs besides keys, key set and certificate. */
export function machineFiles(plan: Plan): Readonly<Record<string, MadeFile>> {
  return Object.fromEntries(
    remoteRoles(plan).flatMap(([role, url]) => {
      const files: Record<string, MadeFile> = {
        'signers.env': { text: shortSettingsFile(`Settings of the ${role} signer.`, machineSettings(plan)) },
        [`${unitOf(role)}.service`]: { text: signerUnit(role, url) },
        'install.sh': { text: machineScript(role) },
        ...(role === 'policy'
          ? {
              'policy.env': {
                text: shortSettingsFile(
                  'The node of the policy signer: replace it by its own, which may be pruned.',
                  chainSettings(plan, 'policy'),
                ),
                isSecret: true,
              },
            }
          : {}),
      };
      return Object.entries(files).map(([name, file]) => [`${machineFolder(role)}/${name}`, file]);
    }),
  );
}

/** The script that installs one signer on its machine. It runs as root and replaces nothing. */
function machineScript(role: SignerRole): string {
  const [user, unit] = [`ordbook-${role}`, unitOf(role)];
  const own = role === 'policy' ? ' collections.json' : '';
  return `#!/bin/sh
# Installs the ${role} signer on its own machine, where this folder was copied to. Run it as root. It replaces no
# file. Made by \`ordbook init\`.
set -eu
cd "$(dirname "$0")"
[ "$(id -u)" = 0 ] || { echo 'install.sh: run it as root' >&2; exit 1; }
command -v ordbook >/dev/null || { echo 'install.sh: install the package first' >&2; exit 1; }
for file in /etc/ordbook/signers.env /var/lib/${user}/keys.json /etc/systemd/system/${unit}.service; do
  [ ! -e "$file" ] || { echo "install.sh: $file exists; keys are never replaced" >&2; exit 1; }
done
getent passwd ${user} >/dev/null ||
  useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${user}
install -d -m 0755 /etc/ordbook /etc/ordbook/tls /etc/systemd/system
install -m 0644 signers.env key-set.json${own} /etc/ordbook/
${role === 'policy' ? 'install -m 0600 policy.env /etc/ordbook/\n' : ''}install -m 0600 -o ${user} -g ${user} tls/*.pem /etc/ordbook/tls/
install -d -m 0700 -o ${user} -g ${user} /var/lib/${user}
install -m 0600 -o ${user} -g ${user} keys.json* /var/lib/${user}/
install -m 0644 ${unit}.service /etc/systemd/system/
systemctl daemon-reload
echo 'installed; next: systemctl enable --now ${unit}, then remove this folder'
`;
}
