import type { SignerRole } from '../../composition/signer-roles.ts';
import { SIGNER_ROLES } from '../../composition/signer-roles.ts';

/**
 * What every unit forbids its process. Memory that is both writable and executable stays allowed, because
 * JavaScript needs it; so do calls of the group @system-service, of which the signers need chown.
 */
const SANDBOX = [
  'NoNewPrivileges=true',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'ProtectSystem=strict',
  'ProtectHome=true',
  'PrivateTmp=true',
  'PrivateDevices=true',
  'ProtectKernelTunables=true',
  'ProtectKernelModules=true',
  'ProtectKernelLogs=true',
  'ProtectControlGroups=true',
  'ProtectClock=true',
  'ProtectHostname=true',
  'ProtectProc=invisible',
  'RestrictNamespaces=true',
  'RestrictRealtime=true',
  'RestrictSUIDSGID=true',
  'LockPersonality=true',
  'RemoveIPC=true',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'UMask=0077',
];

/** A process that ended, or that says nothing for half a minute because it hangs, starts again. */
const RESTARTS = ['Restart=always', 'RestartSec=2', 'WatchdogSec=30', 'NotifyAccess=all'];

/** Young objects take 8 MiB; by default 32 MiB on Node 22 and 64 on Node 24 (docs/performance.md). */
export const MEMORY_OPTIONS = '--max-semi-space-size=4';

/**
 * The policy signer asks its own node, and its index if it has one; the others have no network, unless on
 * another machine.
 */
const NETWORK_OF: Readonly<Record<SignerRole, readonly string[]>> = {
  market: ['PrivateNetwork=true', 'RestrictAddressFamilies=AF_UNIX'],
  policy: ['RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6'],
  gate: ['PrivateNetwork=true', 'RestrictAddressFamilies=AF_UNIX'],
};

/** Where systemd puts the credentials of a process; systemd replaces it. */
const CREDENTIALS = `\${CREDENTIALS_DIRECTORY}`;

/** The unit files by name: one for the service, and one for each signer, each with a user of its own. */
export function units(roles: readonly SignerRole[] = SIGNER_ROLES): Readonly<Record<string, string>> {
  return {
    'ordbook.service': serviceUnit(roles),
    ...Object.fromEntries(roles.map((role) => [`${unitOf(role)}.service`, signerUnit(role)])),
  };
}

/** Name of a signer's unit. */
export const unitOf = (role: SignerRole) => `ordbook-signer-${role}`;

function serviceUnit(roles: readonly SignerRole[]): string {
  const signers = roles.map((role) => ` ${unitOf(role)}.service`).join('');
  return unit('The service: API and follower. It holds no keys.', {
    Unit: [
      'Description=ordbook service',
      `After=network-online.target postgresql.service${signers}`,
      `Wants=network-online.target${signers}`,
    ],
    Service: [
      'User=ordbook',
      'Group=ordbook',
      '# /run/ordbook/admin.sock, which only this user may open',
      'RuntimeDirectory=ordbook',
      'RuntimeDirectoryMode=0700',
      `Environment=NODE_OPTIONS=${MEMORY_OPTIONS}`,
      'EnvironmentFile=/etc/ordbook/signers.env',
      '# it has secrets: only root can read it there, and it is in no environment that others could read',
      'LoadCredential=service.env:/etc/ordbook/service.env',
      `ExecStart=/usr/bin/env ordbook --settings ${CREDENTIALS}/service.env start`,
      ...RESTARTS,
      'TimeoutStopSec=30',
      ...SANDBOX,
      'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6',
    ],
    Install: ['WantedBy=multi-user.target'],
  });
}

/** `url`: where it listens for a service on another machine; absent: on a unix socket. */
export function signerUnit(role: SignerRole, url?: string): string {
  const own = role === 'policy' ? ['LoadCredential=policy.env:/etc/ordbook/policy.env'] : [];
  const settings = role === 'policy' ? ` --settings ${CREDENTIALS}/policy.env` : '';
  const list = role === 'policy' ? ' --collections /etc/ordbook/collections.json' : '';
  const name = `ordbook-${role}`;
  return unit(`The ${role} signer, as a user of its own.`, {
    Unit: [`Description=ordbook ${role} signer`, 'After=network.target'],
    Service: [
      `User=${name}`,
      `Group=${name}`,
      ...(url === undefined ? socketOf(name) : []),
      `# the keys, and the journal of what it has signed`,
      `StateDirectory=${name}`,
      'StateDirectoryMode=0700',
      `Environment=NODE_OPTIONS=${MEMORY_OPTIONS}`,
      'EnvironmentFile=/etc/ordbook/signers.env',
      ...own,
      `ExecStart=/usr/bin/env ordbook${settings} signer --role ${role} --socket ${url ?? `/run/${name}/signer.sock`} --keys /var/lib/${name}/keys.json${list}`,
      ...RESTARTS,
      ...SANDBOX,
      ...(url === undefined ? NETWORK_OF[role] : NETWORK_OF.policy),
    ],
    Install: ['WantedBy=multi-user.target'],
  });
}

const socketOf = (name: string) => [
  'SupplementaryGroups=ordbook',
  `# /run/${name}/signer.sock, which the group of SIGNER_SOCKET_GROUP may open`,
  `RuntimeDirectory=${name}`,
  'RuntimeDirectoryMode=0711',
];

function unit(head: string, sections: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.entries(sections).map(([name, lines]) => [`[${name}]`, ...lines].join('\n'));
  return `# ${head} Made by \`ordbook init\`.\n${texts.join('\n\n')}\n`;
}

const TLS_OF_SERVICE = `# the service reaches signers on other machines over TLS
install -d -m 0755 /etc/ordbook/tls
install -m 0600 -o ordbook -g ordbook tls/service/*.pem /etc/ordbook/tls/
`;

const KEYS_INSTALLED =
  "echo 'the keys are in /var/lib/ordbook-* now: once they are backed up, remove keys/ here'\n";

/** The script that puts everything where the units look for it. It runs as root and replaces nothing. */
export function installScript(
  roles: readonly SignerRole[] = SIGNER_ROLES,
  { hasTls = false }: { readonly hasTls?: boolean } = {},
): string {
  return `#!/bin/sh
# Puts what \`ordbook init\` made where the units look for it, each part with a user of its own. Run it as root.
# It replaces no file. Made by \`ordbook init\`.
set -eu
cd "$(dirname "$0")"
roles='${roles.join(' ')}'

fail() {
  echo "install.sh: $1" >&2
  exit 1
}
[ "$(id -u)" = 0 ] || fail 'run it as root'
command -v ordbook >/dev/null || fail 'there is no command ordbook; install the package first'
for file in signers.env policy.env service.env key-set.json collections.json; do
  [ ! -e "/etc/ordbook/$file" ] || fail "/etc/ordbook/$file exists; move it away to install again"
done
for role in $roles; do
  [ ! -e "/var/lib/ordbook-$role/keys.json" ] || fail "/var/lib/ordbook-$role/keys.json exists; keys are never replaced"
done
for unit in systemd/*.service; do
  [ ! -e "/etc/systemd/system/\${unit#systemd/}" ] || fail "/etc/systemd/system/\${unit#systemd/} exists; move it away to install again"
done

getent group ordbook >/dev/null || groupadd --system ordbook
for user in ordbook $(for role in $roles; do echo "ordbook-$role"; done); do
  getent passwd "$user" >/dev/null && continue
  getent group "$user" >/dev/null || groupadd --system "$user"
  useradd --system --gid "$user" --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
done

install -d -m 0755 /etc/ordbook
install -m 0644 key-set.json collections.json /etc/ordbook/
# systemd reads these as root, and gives each process what is its own
install -m 0600 signers.env policy.env service.env /etc/ordbook/
for role in $roles; do
  user="ordbook-$role"
  install -d -m 0700 -o "$user" -g "$user" "/var/lib/$user"
  install -m 0600 -o "$user" -g "$user" "keys/$role/keys.json"* "/var/lib/$user/"
done
${hasTls ? TLS_OF_SERVICE : ''}install -d -m 0755 /etc/systemd/system
for unit in systemd/*.service; do
  # the Debian package has the same
  cmp -s "$unit" "/usr/lib/systemd/system/\${unit#systemd/}" || install -m 0644 "$unit" /etc/systemd/system/
done
systemctl daemon-reload
${roles.length > 0 ? KEYS_INSTALLED : ''}echo 'installed; next: systemctl enable --now ${roles.length > 0 ? roles.map(unitOf).join(' ') : 'ordbook'}'
`;
}
