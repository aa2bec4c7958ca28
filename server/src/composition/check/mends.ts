/** The commands that mend what `ordbook check` finds, for the way in which the parts were installed. */
import type { Settings } from '../settings.ts';
import type { SignerRole } from '../signer-roles.ts';

/** Where the settings came from. */
export interface SettingsSource {
  /** The files of `--settings`, with every name in them, also of those in comments. */
  readonly files: readonly { readonly path: string; readonly names: ReadonlySet<string> }[];
  /** What the environment had before them; it wins. */
  readonly environment: ReadonlySet<string>;
}

/** How the part that reads a setting is changed and started. */
export interface Mends {
  /** Gives a setting a value, as a command or a line of a file. */
  set(name: string, value: string): string;
  /** Starts the part again, or for the first time. */
  readonly restart: string;
}

export const ENVIRONMENT_ONLY: SettingsSource = { files: [], environment: new Set() };

/** The setting that says where a signer listens. */
export const ENDPOINTS = {
  market: 'SIGNER_ENDPOINT',
  policy: 'POLICY_SIGNER_ENDPOINT',
  gate: 'GATE_SIGNER_ENDPOINT',
} as const satisfies Record<SignerRole, keyof Settings>;

/** Needs no quotes in a shell, or contains a command. */
const IS_PLAIN = /^[\w.:/@,+…-]*$|\$\(/;

/** What the service and the signers of the compose file have in common is in one file. */
const COMMON = /^(NETWORK|FEE_ADDRESS|ADMISSION_TIERS|KEY_SET|SIGNER_TLS_\w+|SIGNER_LEAST_FEE_BPS)$/;

/** The policy signer's own node and index. */
const OWN_CHAIN = /^(CHAIN_RPC_URL|ORD_URL)$/;

/** For the service. */
export function serviceMends(
  settings: Settings,
  source: SettingsSource = ENVIRONMENT_ONLY,
): Pick<Mends, 'set'> {
  if (runnerOf(settings, 'market') === 'compose') return { set: setInCompose };
  return { set: (name, value) => setIn(fileOf(name, source), name, value) };
}

/** For a signer, which reads none of the service's own settings: see its unit or container. */
export function signerMends(settings: Settings, role: SignerRole): Mends {
  const fileOfSigner = (name: string) =>
    role === 'policy' && OWN_CHAIN.test(name) ? 'policy.env' : 'signers.env';
  switch (runnerOf(settings, role)) {
    case 'systemd':
      return {
        set: (name, value) => setIn(`/etc/ordbook/${fileOfSigner(name)}`, name, value),
        restart: `\`sudo systemctl restart ordbook-signer-${role}\``,
      };
    case 'compose':
      return {
        set: (name, value) => setIn(fileOfSigner(name), name, value),
        restart: `\`docker compose up --detach ${role}\``,
      };
    default: {
      const where = settings[ENDPOINTS[role]] || `<where ${ENDPOINTS[role]} says>`;
      return {
        set: (name, value) => setIn(null, name, value),
        restart: `\`ordbook signer --role ${role} --socket ${where} --keys <its key file>\``,
      };
    }
  }
}

/** Who runs a signer: the units or the compose file of `ordbook init`, or the operator in another way. */
function runnerOf(settings: Settings, role: SignerRole): 'systemd' | 'compose' | 'other' {
  const endpoint = settings[ENDPOINTS[role]];
  if (endpoint === `/run/ordbook-${role}/signer.sock`) return 'systemd';
  return endpoint.startsWith(`https://${role}:`) ? 'compose' : 'other';
}

/** The file to change; null: the environment has the value, or there is no file. */
function fileOf(name: string, { files, environment }: SettingsSource): string | null {
  if (environment.has(name)) return null;
  return (files.findLast(({ names }) => names.has(name)) ?? files.at(-1))?.path ?? null;
}

function setIn(file: string | null, name: string, value: string): string {
  if (file === null) return `\`export ${name}=${IS_PLAIN.test(value) ? value : `'${value}'`}\``;
  // a file runs no command
  return value.includes('$(') ? `\`echo "${name}=${value}" >>${file}\`` : `\`${name}=${value}\` in ${file}`;
}

function setInCompose(name: string, value: string): string {
  return setIn(COMMON.test(name) ? 'signers.env' : 'service.env', name, value);
}
