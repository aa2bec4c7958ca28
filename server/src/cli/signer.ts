import { createLogger } from '../api/log.ts';
import { bitcoind } from '../chain/bitcoind.ts';
import { onceFit } from '../ordinals/once-fit.ts';
import { ordServer } from '../ordinals/ord-server.ts';
import { signerAddress } from '../signer/address.ts';
import { GATE_MESSAGES, MARKET_FILL_MESSAGES, POLICY_MESSAGES } from '../signer/fill-messages.ts';
import { gateSigner } from '../signer/gate.ts';
import { readKeyFile, readRoleKeyFile } from '../signer/keys.ts';
import { localSigner } from '../signer/local.ts';
import { marketFills } from '../signer/market-fills.ts';
import { eligibleReader } from '../signer/members.ts';
import { MESSAGES, type MessageTable } from '../signer/messages.ts';
import { policySigner } from '../signer/policy-signer.ts';
import { serveSigner } from '../signer/process.ts';
import { checkSettings } from './check-settings.ts';
import { collectionsFile } from './policy-collections.ts';
import { listOf, readSettings, type Settings, tlsFiles } from './settings.ts';
import { stopOnSignal } from './start.ts';
import { readTiers } from './tiers.ts';

export const SIGNER_ROLES = ['market', 'policy', 'gate'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

export interface SignerOptions {
  readonly role: SignerRole;
  readonly socket: string;
  readonly keys: string;
  /** Of the policy role: its list of collections. */
  readonly collections?: string;
}

interface Part {
  readonly signer: { publicKeys(): Promise<object> };
  readonly messages: MessageTable;
}

/** Serves the keys of one role, on a unix socket or behind TLS, until SIGINT or SIGTERM. Settings come from the environment. */
export async function runSigner(options: SignerOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const own = options.role === 'policy' ? [] : (['CHAIN_RPC_URL', 'ORD_URL'] as const);
  const feeless = options.role === 'gate' ? (['FEE_ADDRESS'] as const) : [];
  checkSettings(settings, [...own, ...feeless, 'TOKEN_KEYS', 'SIGNER_ENDPOINT']);
  const parts = { market: marketRole, policy: policyRole, gate: gateRole };
  const { signer, messages } = await parts[options.role](options, settings);
  const log = createLogger(settings.LOG_LEVEL);
  const address = signerAddress(options.socket, tlsFiles(settings));
  const served = await serveSigner(signer, { ...address, log, messages });
  log.info(
    { role: options.role, socket: options.socket, keys: await signer.publicKeys() },
    'the signer listens',
  );
  stopOnSignal(() => served.close());
}

async function marketRole({ keys }: SignerOptions, settings: Settings): Promise<Part> {
  const policy = {
    ...(await readKeyFile(keys)),
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
    payoutAddresses: payoutAddresses(settings),
    // A leftover below dust goes to the miners: the rate of a small package may come out above the one asked for.
    maxFeeRate: 2 * settings.MAX_FEE_RATE,
  };
  const signer = localSigner(policy);
  if (settings.GATE_KEY === '') return { signer, messages: MESSAGES };
  const fills = marketFills({
    ...policy,
    gateKey: settings.GATE_KEY,
    tiers: readTiers(settings.ADMISSION_TIERS),
  });
  return { signer: { ...signer, ...fills }, messages: { ...MESSAGES, ...MARKET_FILL_MESSAGES } };
}

/** undefined: the operator names none, and the service is believed. */
function payoutAddresses(settings: Settings): string[] | undefined {
  const listed = listOf(settings.PAYOUT_ADDRESSES);
  if (listed.length === 0) return undefined;
  return settings.DONATION_ADDRESS === '' ? listed : [...listed, settings.DONATION_ADDRESS];
}

async function policyRole({ keys, collections }: SignerOptions, settings: Settings): Promise<Part> {
  if (!collections) throw new Error('the policy signer needs --collections <file>');
  const described = collectionsFile(collections);
  await described();
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  const ordinals = onceFit(ordServer({ url: settings.ORD_URL, timeoutMs }));
  const signer = policySigner({
    policy: await readRoleKeyFile(keys, 'policy'),
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
    payoutAddresses: payoutAddresses(settings),
    maxFeeRate: 2 * settings.MAX_FEE_RATE,
    chain: bitcoind({ url: settings.CHAIN_RPC_URL, timeoutMs }),
    ordinals,
    eligible: eligibleReader(ordinals, described),
    now: () => new Date(),
  });
  return { signer, messages: POLICY_MESSAGES };
}

async function gateRole({ keys }: SignerOptions, settings: Settings): Promise<Part> {
  const gate = await readRoleKeyFile(keys, 'gate');
  const signer = gateSigner({ gate, network: settings.NETWORK, tiers: readTiers(settings.ADMISSION_TIERS) });
  return { signer, messages: GATE_MESSAGES };
}
