/**
 * `ordbook check`: independent probes, all at once, each with a bound on its time. One that fails does not
 * block the others, and all that is wrong is reported together.
 */
import { existsSync } from 'node:fs';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { SignedKeySet } from '@ordbook/protocol/key-set';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import { operatorSentence } from '@ordbook/protocol/refusals';
import { VERSION } from '../../base/version.ts';
import { type NodeFacts, nodeFacts } from '../../chain/node-facts.ts';
import type { Chain } from '../../chain/port.ts';
import type { Ordinals } from '../../ordinals/port.ts';
import type { Prices } from '../../price/port.ts';
import { MARKET_PEER } from '../../signer/transport/client.ts';
import { GATE_PEER, POLICY_PEER } from '../../signer/transport/fill-clients.ts';
import { settingsClient } from '../../signer/transport/settings-messages.ts';
import { migrationState } from '../../store/database/migrate.ts';
import { readRights } from '../../store/database/rights.ts';
import type { Database } from '../../store/port.ts';
import { poolStatus, remedy } from '../../trading/operator-coins/pools.ts';
import { askRedis, openAdapters, openFillSigners, openStore, signerAt } from '../build-service.ts';
import { scanWarning } from '../check-settings.ts';
import { readKeySet } from '../key-set-file.ts';
import { type Settings, tradingSettings } from '../settings.ts';
import { readTiers } from '../tiers.ts';
import { checkDatabase, isCurrent, notCreatedYet } from './database.ts';
import { type Finding, type Found, ok, orWell, warning, wrong } from './finding.ts';
import { checkIndex } from './index-server.ts';
import { ENVIRONMENT_ONLY, type Mends, type SettingsSource, serviceMends, signerMends } from './mends.ts';
import { checkNode } from './node.ts';
import { settingsForCheck } from './settings.ts';
import { type CheckedSigner, checkSigner } from './signers.ts';
import { checkStoredTerms } from './stored-terms.ts';

/** Longer than any part may take, ms; a probe that takes longer has failed. */
const PROBE_MS = 30_000;

export interface CheckedParts {
  readonly nodeFacts: () => Promise<NodeFacts>;
  readonly chain: Pick<Chain, 'tip' | 'blockHash' | 'feeRates' | 'addressCoins'>;
  readonly ordinals: Pick<Ordinals, 'status' | 'blockHash' | 'pair'>;
  readonly signer: CheckedSigner<OperatorKeys>;
  /** null when collection offers are off. */
  readonly fills: {
    readonly policy: CheckedSigner;
    readonly gate: CheckedSigner<{ readonly gate: string }>;
  } | null;
  readonly prices: Prices | null;
  /** Throws when Redis does not respond; null when it is not used. */
  readonly redis: (() => Promise<void>) | null;
  /** Opens the database. Throws when that fails. */
  readonly database: () => Promise<Database>;
  /** null: the service has none. undefined: it cannot be read, which is a finding of its own. */
  readonly keySet: SignedKeySet | null | undefined;
}

/** Checks the settings and every part that they name. Does not throw for anything that is wrong. */
export async function checkEverything(
  env: NodeJS.ProcessEnv,
  source: SettingsSource = ENVIRONMENT_ONLY,
): Promise<Finding[]> {
  const { settings, unusable, found } = settingsForCheck(env, source);
  const head = found.map((one) => ({ subject: 'settings', ...one }));
  const opened: { store?: ReturnType<typeof openStore> } = {};
  try {
    const keySet = await keySetOf(settings, serviceMends(settings, source));
    const parts = partsFor(settings, unusable, keySet.set, opened);
    return [...head, ...keySet.findings, ...(await checkParts(settings, parts, { unusable }))];
  } finally {
    await opened.store?.then(
      (store) => store.close(),
      () => undefined,
    );
  }
}

async function keySetOf(
  settings: Settings,
  mends: Pick<Mends, 'set'>,
): Promise<{ set: CheckedParts['keySet']; findings: Finding[] }> {
  if (settings.KEY_SET === '') return { set: null, findings: [] };
  try {
    const set = await readKeySet(settings.KEY_SET, settings.NETWORK);
    return { set, findings: [] };
  } catch (error) {
    const fault = wrong(
      operatorSentence(error),
      'the file of `ordbook keys publish`',
      `${mends.set('KEY_SET', '<its path>')}, or write one: \`ordbook keys publish --help\``,
    );
    return { set: undefined, findings: [{ subject: 'key set', ...fault }] };
  }
}

function partsFor(
  settings: Settings,
  unusable: ReadonlySet<string>,
  keySet: CheckedParts['keySet'],
  opened: { store?: ReturnType<typeof openStore> },
): CheckedParts {
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  const usable = { ...settings };
  // adapters are built for all parts; those whose settings are wrong are not asked
  for (const name of ['CHAIN_RPC_URL', 'ORD_URL', 'ESPLORA_URL', 'PRICE_URL'] as const)
    if (unusable.has(name)) usable[name] = 'http://127.0.0.1:9';
  if (unusable.has('SIGNER_ENDPOINT')) usable.SIGNER_ENDPOINT = '';
  const tls = ['SIGNER_TLS_CERT', 'SIGNER_TLS_KEY', 'SIGNER_TLS_CA'].some((name) => unusable.has(name));
  const lacksFills = tls || unusable.has('POLICY_SIGNER_ENDPOINT') || unusable.has('GATE_SIGNER_ENDPOINT');
  const signers = lateSigners(usable);
  return {
    nodeFacts: () => nodeFacts({ url: usable.CHAIN_RPC_URL, timeoutMs }),
    ...openAdapters({ ...usable, SIGNER_ENDPOINT: '' }),
    signer: signers.market,
    fills:
      lacksFills || settings.POLICY_SIGNER_ENDPOINT === '' || settings.GATE_SIGNER_ENDPOINT === ''
        ? null
        : { policy: signers.policy, gate: signers.gate },
    redis: settings.REDIS_URL ? () => askRedis(settings) : null,
    async database() {
      opened.store ??= openStore(settings);
      return (await opened.store).db;
    },
    keySet,
  };
}

/** Clients that are built when they are asked, so that a wrong TLS file is a finding of its signer. */
function lateSigners(settings: Settings) {
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  const at = (name: Parameters<typeof signerAt>[1]) => ({ ...signerAt(settings, name), timeoutMs });
  return {
    market: {
      publicKeys: async () => openAdapters(settings).signer.publicKeys(),
      settings: async () => settingsClient(at('SIGNER_ENDPOINT'), MARKET_PEER)(),
    },
    policy: {
      publicKeys: async () => openFillSigners(settings)!.policy.publicKeys(),
      settings: async () => settingsClient(at('POLICY_SIGNER_ENDPOINT'), POLICY_PEER)(),
    },
    gate: {
      publicKeys: async () => openFillSigners(settings)!.gate.publicKeys(),
      settings: async () => settingsClient(at('GATE_SIGNER_ENDPOINT'), GATE_PEER)(),
    },
  };
}

interface Probe {
  readonly subject: string;
  /** Settings without which it cannot be asked. */
  readonly needs: readonly string[];
  /** What to do when it throws. */
  readonly shouldBe: string;
  readonly mend: string;
  readonly ask: () => Promise<Found[]>;
}

interface CheckOptions {
  /** Settings whose values are wrong. */
  readonly unusable?: ReadonlySet<string>;
}

/** Checks every part whose settings are usable, all at once. */
export async function checkParts(
  settings: Settings,
  parts: CheckedParts,
  { unusable = new Set() }: CheckOptions = {},
): Promise<Finding[]> {
  const probes = probesOf(settings, parts).filter(({ needs }) => !needs.some((name) => unusable.has(name)));
  return (await Promise.all(probes.map(findingsOf))).flat();
}

async function findingsOf({ subject, ask, shouldBe, mend }: Probe): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not respond within ${PROBE_MS / 1_000} s`)), PROBE_MS);
  });
  try {
    return (await Promise.race([ask(), late])).map((found) => ({ subject, ...found }));
  } catch (error) {
    return [{ subject, ...wrong(operatorSentence(error), shouldBe, mend) }];
  } finally {
    clearTimeout(timer);
  }
}

function probesOf(settings: Settings, parts: CheckedParts): Probe[] {
  const { fills, prices, redis, keySet } = parts;
  const expected = { version: VERSION, keySet };
  const signer = (role: 'market' | 'policy' | 'gate', setting: string, checked: CheckedSigner): Probe => ({
    subject: `${role} signer`,
    needs: [setting],
    shouldBe: `a signer that responds at ${setting}`,
    mend: signerMends(settings, role).restart,
    ask: async () => [
      ...(await checkSigner(settings, checked, { role, ...expected })),
      ...(role === 'market' ? [await anchorFound(settings, parts)] : []),
    ],
  });
  return [
    {
      subject: 'node',
      needs: ['CHAIN_RPC_URL'],
      shouldBe: 'a running bitcoind at CHAIN_RPC_URL that takes its user and password',
      mend: 'start it (`systemctl start bitcoind`); compare user and password with rpcauth in bitcoin.conf',
      ask: () => checkNode(settings, parts),
    },
    ...balanceProbes(settings, parts),
    {
      subject: 'index',
      needs: ['ORD_URL'],
      shouldBe: 'a running ord server at ORD_URL with JSON enabled',
      mend: '`ord --index-sats --index-addresses --index-runes server`',
      ask: () => checkIndex(settings, parts),
    },
    signer('market', 'SIGNER_ENDPOINT', parts.signer),
    ...(fills
      ? [
          signer('policy', 'POLICY_SIGNER_ENDPOINT', fills.policy),
          signer('gate', 'GATE_SIGNER_ENDPOINT', fills.gate),
        ]
      : []),
    {
      subject: 'database',
      needs: ['DATABASE_URL', 'DATA_DIR'],
      shouldBe: 'a PostgreSQL at DATABASE_URL, or a folder in DATA_DIR that no other process uses',
      mend: '`sudo systemctl start postgresql`, or stop the other process',
      ask: async () =>
        settings.DATA_DIR !== '' && !existsSync(settings.DATA_DIR)
          ? [notCreatedYet(settings.DATA_DIR)]
          : checkDatabase(settings, parts.database, parts),
    },
    {
      subject: 'pools',
      needs: ['DATABASE_URL', 'DATA_DIR', 'SIGNER_ENDPOINT', 'ADMISSION_TIERS'],
      shouldBe: 'pools whose coins are known',
      mend: "mend the signers and the database first: the pools' coins are found by the signers' keys",
      ask: () => checkPools(settings, parts),
    },
    {
      subject: 'terms',
      needs: ['DATABASE_URL', 'DATA_DIR', 'SIGNER_ENDPOINT'],
      shouldBe: 'partners, creators and fees that the signers sign for',
      mend: 'mend the database first',
      ask: () => checkTerms(settings, parts),
    },
    ...(prices
      ? [
          {
            subject: 'prices',
            needs: ['PRICE_URL'],
            shouldBe: 'a price source at PRICE_URL',
            mend: '`curl "$PRICE_URL"`; until then sales have no priceUsd',
            ask: () => checkPrices(prices),
          },
        ]
      : []),
    {
      subject: 'limits',
      needs: ['REDIS_URL'],
      shouldBe:
        'a running Redis or Valkey at REDIS_URL; until then each process counts rate limits for itself',
      mend: '`redis-cli -u "$REDIS_URL" ping`',
      ask: async () => {
        if (!redis) return [ok('each process counts for itself; with several replicas, set REDIS_URL')];
        await redis();
        return [ok('Redis counts for all replicas together')];
      },
    },
  ];
}

async function anchorFound({ NETWORK }: Settings, { signer }: CheckedParts): Promise<Found> {
  return ok(`anchor address ${anchorAddress(await signer.publicKeys(), NETWORK)}`);
}

/** Checks the source of balances: an Esplora server is asked; without one on mainnet there is a warning. */
function balanceProbes(settings: Settings, { chain }: CheckedParts): Probe[] {
  const scan = scanWarning(settings);
  const probe = { subject: 'balances', needs: ['ESPLORA_URL', 'FEE_ADDRESS'] };
  const needed = 'an Esplora server that responds';
  const mend = `\`curl "$ESPLORA_URL/blocks/tip/height"\`; it must be an Esplora server of ${settings.NETWORK}`;
  if (scan)
    return [
      { ...probe, shouldBe: needed, mend, ask: async () => [warning(scan.detail, needed, scan.advice)] },
    ];
  if (settings.ESPLORA_URL === '') return [];
  const ask = async () => {
    const { confirmedSats } = await chain.addressCoins(settings.FEE_ADDRESS);
    return [ok(`the Esplora server responds: FEE_ADDRESS holds ${confirmedSats} confirmed sats`)];
  };
  return [{ ...probe, shouldBe: needed, mend, ask }];
}

async function checkPools(settings: Settings, { signer, fills, database }: CheckedParts): Promise<Found[]> {
  if (settings.DATA_DIR !== '' && !existsSync(settings.DATA_DIR)) return [ok('none yet')];
  const db = await currentDatabase(database);
  if (db === 'empty') return [ok('none yet')];
  // whatever is unreachable is a finding of its own
  const [keys, gateKeys] = await Promise.all(
    [signer, fills?.gate].map(async (one) => one?.publicKeys().catch(() => null)),
  );
  if (db === null || !keys || gateKeys === null) return [];
  const parts = { db, keys: keys as OperatorKeys, settings: tradingSettings(settings) };
  const collectionOffers = gateKeys && {
    tiers: readTiers(settings.ADMISSION_TIERS),
    keys: gateKeys as { readonly gate: string },
  };
  const pools = await poolStatus({ ...parts, ...(collectionOffers ? { collectionOffers } : {}) }, new Date());
  const figures = pools.map(({ pool, ready, target }) => `${pool}: ${ready} of ${target} ready`).join('; ');
  const low = pools.filter(({ isLow }) => isLow);
  return orWell(
    low.length === 0
      ? []
      : [
          wrong(
            figures,
            'pools with at least a quarter of their targets',
            [...new Set(low.map(remedy))].join('; then '),
          ),
        ],
    figures,
  );
}

/** Nothing while a part cannot be asked: that is a finding of its own. */
async function checkTerms(settings: Settings, { signer, fills, database }: CheckedParts): Promise<Found[]> {
  if (settings.DATA_DIR !== '' && !existsSync(settings.DATA_DIR)) return [];
  // a signer that is unreachable, or too old to say, is a finding of its own
  const asked = await Promise.all(
    [signer, fills?.policy].map(async (one) => one?.settings().catch(() => null)),
  );
  const signers = asked.filter((one) => one !== null && one !== undefined);
  const db = await currentDatabase(database);
  if (db === null || db === 'empty' || signers.length === 0) return [];
  return checkStoredTerms(settings, db, signers);
}

/** The database, when it can be read and has the tables of this version; null when not. */
async function currentDatabase(database: CheckedParts['database']): Promise<Database | 'empty' | null> {
  try {
    const db = await database();
    if ((await readRights(db)).closedTables.length > 0) return null;
    const state = await migrationState(db);
    return state.isEmpty ? 'empty' : isCurrent(state) ? db : null;
  } catch {
    return null;
  }
}

async function checkPrices(prices: Prices): Promise<Found[]> {
  const usd = await prices.btcUsd(new Date());
  return usd === null
    ? [warning('no price now', 'a price', '`curl "$PRICE_URL"`; until then sales have no priceUsd')]
    : [ok(`a bitcoin costs ${usd} USD`)];
}
