import type { SignedKeySet } from '@ordbook/protocol/key-set';
import { Registry } from 'prom-client';
import { DAY_MS, systemClock } from '../base/clock.ts';
import { type OpenParts, openParts } from '../base/open-parts.ts';
import { VERSION } from '../base/version.ts';
import { bitcoind } from '../chain/bitcoind.ts';
import { gateWaits } from '../signer/gate/gate-signer.ts';
import {
  type Books,
  countedGateSigner,
  countedMarketFills,
  countedPolicySigner,
  countedSigner,
  openBooks,
} from '../signer/limits/counted.ts';
import { journalPathOf, openJournal } from '../signer/limits/journal-file.ts';
import type { Wait } from '../signer/limits/ledger.ts';
import { fillLimits, type Limit, marketLimits, type Past } from '../signer/limits/limits.ts';
import { marketFills } from '../signer/market/market-fills.ts';
import { marketSigner } from '../signer/market/market-signer.ts';
import { policySigner } from '../signer/policy/policy-signer.ts';
import type { Passphrase } from '../signer/signing/encrypted-keys.ts';
import { readKeyFile, readRoleKeyFile } from '../signer/signing/keys.ts';
import type { SignerKeys } from '../signer/signing/role-keys.ts';
import { type SignerAddress, signerAddress } from '../signer/transport/address.ts';
import { GATE_MESSAGES, MARKET_FILL_MESSAGES, POLICY_MESSAGES } from '../signer/transport/fill-messages.ts';
import { MESSAGES, type MessageTable } from '../signer/transport/messages.ts';
import { type SignerLog, serveSigner } from '../signer/transport/process.ts';
import { type PublishedSettings, SETTINGS_MESSAGES } from '../signer/transport/settings-messages.ts';
import type { SocketGroup } from '../signer/transport/socket.ts';
import { socketGroup } from '../signer/transport/socket-group.ts';
import type { By } from '../trading/operation/act.ts';
import { chainRead } from './chain-read.ts';
import { checkSettings } from './check-settings.ts';
import { openIndex } from './indexes.ts';
import { readKeySet, signerKeys } from './key-set-file.ts';
import { payableAddresses } from './payout-addresses.ts';
import { collectionsFile } from './policy-collections.ts';
import { listOf, type Settings } from './settings.ts';
import { checkSignerBounds, signerBounds } from './signer-bounds.ts';
import type { SignerRole } from './signer-roles.ts';
import { readTiers } from './tiers.ts';
import { installCertificateMetric, tlsFiles } from './tls-files.ts';

export interface SignerOptions {
  readonly role: SignerRole;
  readonly socket: string;
  readonly keys: string;
  /** Path of the journal. Default: beside the keys. */
  readonly journal?: string;
  /** The journal was lost: start a new one, in which a share of each limit counts as used. */
  readonly newJournal?: boolean;
  /** Who starts the new journal, and why: for the log. */
  readonly by?: By;
  /** Path of the policy signer's list of collections, which the publisher of the key set has signed. */
  readonly collections?: string;
  /** Asks for the passphrase of an encrypted key file that KEY_PASSPHRASE does not give. */
  readonly passphrase?: Passphrase;
}

interface Part {
  /** Its public keys. */
  readonly keys: object;
  /** The key that its journal belongs to. */
  readonly key: string;
  readonly limits: readonly Limit[];
  readonly messages: MessageTable;
  /** The signer that is served; its methods count what they sign. */
  readonly countedIn: (books: Books) => object;
  /** What it does not sign because its journal was lost. */
  readonly waitsOf?: (past: Past) => Wait[];
}

/** Starts the signer of one role. Throws an Error when a setting, a file or the socket is wrong. */
export function startSigner(options: SignerOptions, settings: Settings, log: SignerLog): Promise<OpenParts> {
  return openParts(async (opened) => {
    const { role, socket } = options;
    const own = role === 'policy' ? [] : (['CHAIN_RPC_URL'] as const);
    const feeless = role === 'gate' ? (['FEE_ADDRESS'] as const) : [];
    checkSettings(settings, [...own, ...feeless, 'ORD_URL', 'TOKEN_KEYS', 'SIGNER_ENDPOINT', 'DATABASE_URL']);
    const keySet = settings.KEY_SET === '' ? null : await readKeySet(settings.KEY_SET, settings.NETWORK);
    const parts = { market: marketRole, policy: policyRole, gate: gateRole };
    const { keys, key, limits, messages, countedIn, waitsOf } = await parts[role](options, settings);
    const address = signerAddress(socket, tlsFiles(settings), `ordbook:signer:${role}`);
    const group = await groupOf(settings, address);
    const path = options.journal ?? journalPathOf(options.keys);
    const renew = options.newJournal ? systemClock.now() : null;
    const journal = await openJournal({ path, key, heightPath: `${options.keys}.height` }, { renew });
    const books = openBooks({ journal, limits, clock: systemClock, log, network: settings.NETWORK });
    opened.add(books.ledger, ({ close }) => close());
    const certificates = new Registry();
    installCertificateMetric(settings, certificates, 'ordbook_signer');
    const metrics = async () => `${await books.decisions.metrics()}\n${await certificates.metrics()}`;
    const published = publishedSettings(role, settings, keySet);
    const serving = {
      ...address,
      log,
      messages: { ...messages, ...SETTINGS_MESSAGES },
      socketGroup: group,
      metrics,
    };
    const waits = () => [...books.ledger.waits(), ...(waitsOf?.(journal.past()) ?? [])];
    const served = { ...countedIn(books), settings: async () => ({ ...published, waits: waits() }) };
    opened.add(await serveSigner(served, serving), ({ close }) => close());
    log.info(
      {
        role,
        socket,
        group: group?.name,
        keys,
        journal: path,
        version: VERSION,
        network: settings.NETWORK,
        keySet: published.keySet?.number,
      },
      'the signer is listening',
    );
    const { lostAt } = journal.past();
    if (lostAt !== null && lostAt > systemClock.now().getTime() - DAY_MS)
      log.warn(
        { journal: path, by: options.by, lostAt: new Date(lostAt).toISOString() },
        'a new journal was started: half of each limit counts as used for up to a day',
      );
    return opened;
  });
}

function publishedSettings(
  role: SignerRole,
  settings: Settings,
  keySet: SignedKeySet | null,
): PublishedSettings {
  return {
    role,
    version: VERSION,
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
    payoutAddresses: (role === 'gate' ? null : payableAddresses(settings)) ?? null,
    admissionTiers: settings.ADMISSION_TIERS,
    leastFeeBps: settings.SIGNER_LEAST_FEE_BPS,
    maxFeeRate: settings.MAX_FEE_RATE,
    transferFeeRates: transferFeeRates(settings),
    ...(role === 'policy' ? { reads: chainRead(settings) } : {}),
    keySet: keySet && { publisher: keySet.publisher, number: keySet.number },
  };
}

/** Where the passphrase of an encrypted key file comes from: the setting, else the terminal. */
function passphraseOf({ passphrase }: SignerOptions, { KEY_PASSPHRASE }: Settings): Passphrase | undefined {
  return KEY_PASSPHRASE === '' ? passphrase : async () => KEY_PASSPHRASE;
}

async function groupOf(
  { SIGNER_SOCKET_GROUP: name }: Settings,
  address: SignerAddress,
): Promise<SocketGroup | null> {
  if (name === '') return null;
  if (!('socketPath' in address))
    throw new Error(`SIGNER_SOCKET_GROUP is ${name}, but the signer listens over TLS; leave it empty`);
  return socketGroup(name);
}

async function marketRole(options: SignerOptions, settings: Settings): Promise<Part> {
  checkSignerBounds(settings);
  const tiers = readTiers(settings.ADMISSION_TIERS);
  const policy = {
    ...(await readKeyFile(options.keys, passphraseOf(options, settings))),
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
    payoutAddresses: payableAddresses(settings),
    leastFeeBps: settings.SIGNER_LEAST_FEE_BPS,
    // change below dust goes to the miners, so the rate of a small package may be above the requested one
    maxFeeRate: 2 * settings.MAX_FEE_RATE,
    transferFeeRates: transferFeeRates(settings),
  };
  const signer = marketSigner(policy);
  const keys = await signer.publicKeys();
  const part = { keys, key: keys.market, limits: marketLimits(signerBounds(settings), tiers) };
  if (settings.KEY_SET === '')
    return { ...part, messages: MESSAGES, countedIn: (books) => countedSigner(signer, keys, books) };
  const all = await keysOf(settings, options.role);
  const fills = marketFills({ ...policy, keys: all, tiers });
  return {
    ...part,
    messages: { ...MESSAGES, ...MARKET_FILL_MESSAGES },
    countedIn: (books) => ({
      ...countedSigner(signer, keys, books),
      ...countedMarketFills(fills, all, books),
    }),
  };
}

/** Throws an Error that says what to do when there is no key set. */
async function keySetOf({ KEY_SET: path, NETWORK }: Settings, role: SignerRole): Promise<SignedKeySet> {
  if (path === '')
    throw new Error(
      `the ${role} signer needs KEY_SET: write the key set with \`ordbook keys publish\`, and set KEY_SET to its file`,
    );
  return readKeySet(path, NETWORK);
}

/** The keys of all signers. */
async function keysOf(settings: Settings, role: SignerRole): Promise<SignerKeys> {
  return signerKeys(await keySetOf(settings, role), settings.KEY_SET);
}

function transferFeeRates(settings: Settings): number[] {
  return [settings.TRANSFER_FEE_RATE, ...listOf(settings.EARLIER_TRANSFER_FEE_RATES).map(Number)];
}

async function policyRole(options: SignerOptions, settings: Settings): Promise<Part> {
  const { keys: keyFile, collections } = options;
  if (!collections) throw new Error('the policy signer needs --collections <file>');
  const { publisher } = await keySetOf(settings, 'policy');
  const seenPath = `${keyFile}.collections`;
  const described = collectionsFile({ path: collections, seenPath, network: settings.NETWORK, publisher });
  await described();
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  const chain = bitcoind({ url: settings.CHAIN_RPC_URL, timeoutMs });
  const tiers = readTiers(settings.ADMISSION_TIERS);
  const signer = policySigner({
    policy: await readRoleKeyFile(keyFile, 'policy', passphraseOf(options, settings)),
    keys: await keysOf(settings, 'policy'),
    tiers,
    leastFeeBps: settings.SIGNER_LEAST_FEE_BPS,
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
    payoutAddresses: payableAddresses(settings),
    maxFeeRate: 2 * settings.MAX_FEE_RATE,
    chain,
    ordinals: settings.ORD_URL === '' ? null : openIndex(settings, chain),
    collections: described,
    now: () => new Date(),
  });
  const keys = await signer.publicKeys();
  return {
    keys,
    key: keys.policy,
    limits: fillLimits(signerBounds(settings)),
    messages: POLICY_MESSAGES,
    countedIn: (books) => countedPolicySigner(signer, books),
  };
}

async function gateRole(options: SignerOptions, settings: Settings): Promise<Part> {
  const gate = await readRoleKeyFile(options.keys, 'gate', passphraseOf(options, settings));
  const keys = await keysOf(settings, 'gate');
  const tiers = readTiers(settings.ADMISSION_TIERS);
  return {
    keys: { gate: keys.gate },
    key: keys.gate,
    limits: fillLimits(signerBounds(settings)),
    messages: GATE_MESSAGES,
    countedIn: (books) => countedGateSigner({ gate, network: settings.NETWORK, tiers, keys }, books),
    waitsOf: ({ lostAt }) => gateWaits(lostAt, tiers, systemClock.now()),
  };
}
