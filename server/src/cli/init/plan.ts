import { createHmac, randomBytes } from 'node:crypto';
import type { SignedKeySet } from '@ordbook/protocol/key-set';
import type { NetworkName } from '@ordbook/protocol/network';
import type { SignerRole } from '../../composition/signer-roles.ts';
import { type Answers, remoteSigners } from './answers.ts';

/** Default RPC ports of Bitcoin Core; the test network is testnet4. */
export const RPC_PORTS: Readonly<Record<NetworkName, number>> = {
  mainnet: 8332,
  testnet: 48332,
  signet: 38332,
  regtest: 18443,
};

/** Ports of the signers in the network of the compose file. */
export const SIGNER_PORTS: Readonly<Record<SignerRole, number>> = { market: 9441, policy: 9442, gate: 9443 };

/** The network between proxy and service in the compose file. */
export const PROXY_SUBNET = '10.89.1.0/24';

/** Secrets that init makes besides the keys of the signers. */
export interface Passwords {
  readonly node: string;
  /** Of the policy signer's user at the node. */
  readonly policyNode: string;
  readonly database: string;
  /** The first of TOKEN_KEYS. */
  readonly token: string;
  /** Salt of the node's `rpcauth`. */
  readonly salt: string;
}

/** Fresh random passwords, in hex. */
export function makePasswords(): Passwords {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  return { node: hex(24), policyNode: hex(24), database: hex(24), token: hex(32), salt: hex(16) };
}

/** What all files are made from. */
export interface Plan {
  readonly answers: Answers;
  readonly passwords: Passwords;
  /** Version of the program, which is also the tag of its image. */
  readonly version: string;
  /** User and group of the processes in the compose file. */
  readonly user: { readonly uid: number; readonly gid: number };
}

/** Settings by name. */
export type SettingValues = Readonly<Record<string, string>>;

/** The settings that service and signers have in common. */
export function commonSettings({ answers }: Plan): SettingValues {
  const { network, feeAddress, payouts, target } = answers;
  return {
    NETWORK: network,
    FEE_ADDRESS: feeAddress,
    ADMISSION_TIERS: network === 'regtest' ? '0:1:20:1' : '0:144:20:3',
    KEY_SET: target === 'systemd' ? '/etc/ordbook/key-set.json' : '/etc/ordbook/public/key-set.json',
    ...(target === 'systemd' ? { SIGNER_SOCKET_GROUP: 'ordbook' } : tlsSettings('/etc/ordbook/tls')),
    PAYOUT_ADDRESSES: payouts,
    SIGNER_LEAST_FEE_BPS: '100',
  };
}

/** Where a process finds its certificate, its key and the authority. */
function tlsSettings(folder: string): SettingValues {
  return {
    SIGNER_TLS_CERT: `${folder}/certificate.pem`,
    SIGNER_TLS_KEY: `${folder}/key.pem`,
    SIGNER_TLS_CA: `${folder}/authority.pem`,
  };
}

/** The settings of a signer on another machine. */
export function machineSettings(plan: Plan): SettingValues {
  const { SIGNER_SOCKET_GROUP: _, ...common } = commonSettings(plan);
  return { ...common, ...tlsSettings('/etc/ordbook/tls') };
}

/** Users of the node that init makes: of the service, with every method, and of the policy signer. */
const NODE_USERS = { service: 'ordbook', policy: 'ordbook-policy' } as const;

/** What the policy signer asks the node. */
export const POLICY_METHODS = [
  'getblockchaininfo',
  'getblockhash',
  'gettxout',
  'gettxspendingprevout',
] as const;

/**
 * The chain as the service or the policy signer sees it: each with a user of its own, if init makes them. The
 * signer needs no index: custody proofs show it what it signs for.
 */
export function chainSettings({ answers, passwords }: Plan, of: keyof typeof NODE_USERS): SettingValues {
  const { target, node, index, network } = answers;
  const host = target === 'systemd' ? '127.0.0.1' : 'bitcoind';
  const user = `${NODE_USERS[of]}:${of === 'service' ? passwords.node : passwords.policyNode}`;
  return {
    CHAIN_RPC_URL: node || `http://${user}@${host}:${RPC_PORTS[network]}`,
    ...(of === 'service' ? { ORD_URL: target === 'systemd' ? index : 'http://ord:8081' } : {}),
  };
}

/** The settings of the service alone. */
export function serviceSettings(plan: Plan): SettingValues {
  const { answers, passwords } = plan;
  const { target, database, domain, esplora } = answers;
  const remote = remoteSigners(answers);
  const endpoint = (role: SignerRole) =>
    remote[role] ??
    (target === 'systemd' ? `/run/ordbook-${role}/signer.sock` : `https://${role}:${SIGNER_PORTS[role]}`);
  const host = target === 'systemd' ? '127.0.0.1' : 'postgres';
  return {
    ...chainSettings(plan, 'service'),
    ...(esplora === '' ? {} : { ESPLORA_URL: esplora }),
    DATABASE_URL: database || `postgres://ordbook:${passwords.database}@${host}:5432/ordbook`,
    SIGNER_ENDPOINT: endpoint('market'),
    POLICY_SIGNER_ENDPOINT: endpoint('policy'),
    GATE_SIGNER_ENDPOINT: endpoint('gate'),
    ...(Object.keys(remote).length > 0 ? tlsSettings('/etc/ordbook/tls') : {}),
    ...(target === 'systemd' ? {} : { HOST: '0.0.0.0' }),
    PUBLIC_URL: `https://${domain}`,
    DOMAIN: domain,
    TOKEN_KEYS: `first:${passwords.token}`,
    TRUSTED_PROXIES: target === 'systemd' ? '127.0.0.1,::1' : PROXY_SUBNET,
    ...(target === 'systemd' ? { ADMIN_LISTEN: '/run/ordbook/admin.sock' } : {}),
  };
}

/**
 * The node's users in its settings: `rpcauth` (salt and HMAC-SHA256 of the password), and what the policy
 * signer's user may call.
 */
export function nodeUsers({ node, policyNode, salt }: Passwords): string[] {
  const auth = (user: string, password: string) =>
    `rpcauth=${user}:${salt}$${createHmac('sha256', salt).update(password).digest('hex')}`;
  return [
    auth(NODE_USERS.service, node),
    auth(NODE_USERS.policy, policyNode),
    `rpcwhitelist=${NODE_USERS.policy}:${POLICY_METHODS.join(',')}`,
    '# users without a list may call everything',
    'rpcwhitelistdefault=0',
  ];
}

/** What init has made, for its summary. */
export interface MadeFolder {
  readonly plan: Plan;
  readonly keySet: SignedKeySet;
  readonly anchorAddress: string;
  /** Its keys are from a backup. */
  readonly isRebuilt: boolean;
}
