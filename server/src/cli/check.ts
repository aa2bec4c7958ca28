import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';
import { operatorSentence, Refusal } from '@ordbook/protocol/refusals';
import type { Chain } from '../chain/port.ts';
import { askRedis, openAdapters, openFillSigners, openStore } from '../composition/build-service.ts';
import { checkSettings, scanWarning } from '../composition/check-settings.ts';
import { readSettings, type Settings, tradingSettings } from '../composition/settings.ts';
import { readTiers } from '../composition/tiers.ts';
import type { Ordinals } from '../ordinals/port.ts';
import type { Prices } from '../price/port.ts';
import type { GateSigner, PolicySigner } from '../signer/fill-port.ts';
import type { Signer } from '../signer/port.ts';
import type { Database } from '../store/port.ts';
import { poolStatus, remedy } from '../trading/operator-coins/pools.ts';

export interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do about it; null when nothing. Advice on a part that is ok is a warning. */
  readonly advice: string | null;
}

export interface CheckedParts {
  readonly chain: Pick<Chain, 'tip' | 'blockHash' | 'feeRates' | 'addressCoins'>;
  readonly ordinals: Pick<Ordinals, 'status'>;
  readonly signer: Pick<Signer, 'publicKeys'>;
  /** null when collection offers are off. */
  readonly fills: {
    readonly policy: Pick<PolicySigner, 'publicKeys'>;
    readonly gate: Pick<GateSigner, 'publicKeys'>;
  } | null;
  readonly prices: Prices | null;
  /** Throws when Redis does not respond; null when it is not used. */
  readonly redis: (() => Promise<void>) | null;
  /** Opens the database. Throws when that fails. */
  readonly database: () => Promise<Database>;
}

/** Genesis block hashes of the networks. Custom signets share signet's. */
const GENESIS: Readonly<Record<NetworkName, readonly string[]>> = {
  mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  testnet: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  ],
  signet: ['00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

/**
 * `ordbook check`: prints the state of each part and what to do. Resolves to the exit code: 0 when every part
 * is ok.
 */
export async function runCheck(env: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(env);
  checkSettings(settings);
  let opened: ReturnType<typeof openStore> | undefined;
  const database = async () => {
    opened ??= openStore(settings);
    return (await opened).db;
  };
  const findings = await checkParts(settings, {
    ...openAdapters(settings),
    fills: openFillSigners(settings),
    redis: settings.REDIS_URL ? () => askRedis(settings.REDIS_URL) : null,
    database,
  });
  await opened?.then(
    (store) => store.close(),
    () => undefined,
  );
  for (const one of findings) process.stdout.write(findingLine(one));
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

/** A finding as `ordbook check` prints it: `ok`, `warn` or `NO`, with the advice on its own line. */
export function findingLine({ part, ok, detail, advice }: Finding): string {
  const verdict = ok ? (advice === null ? 'ok' : 'warn') : 'NO';
  const line = `${verdict.padEnd(4)} ${part.padEnd(9)} ${detail}\n`;
  return advice === null ? line : `${line}     → ${advice}\n`;
}

/** Checks every part. An unreachable part does not block the others. */
export async function checkParts(settings: Settings, parts: CheckedParts): Promise<Finding[]> {
  const { fills, prices, redis } = parts;
  return [
    await finding(
      'node',
      'check that bitcoind is running, and that host, user and password in CHAIN_RPC_URL are right',
      () => checkNode(settings, parts),
    ),
    ...(await balanceFindings(settings, parts)),
    await finding('index', 'check that `ord server` is running at ORD_URL with JSON enabled', () =>
      checkIndex(parts),
    ),
    await finding(
      'signer',
      'start `ordbook signer` on SIGNER_ENDPOINT, and let this user open its socket',
      () => checkSigner(settings, parts),
    ),
    await finding(
      'database',
      'check that PostgreSQL is running, and that user, password and name in DATABASE_URL are right',
      () => checkDatabase(parts),
    ),
    ...(fills
      ? [
          await finding('policy', 'start `ordbook signer --role policy` on POLICY_SIGNER_ENDPOINT', () =>
            checkKeys(fills.policy),
          ),
          await finding('gate', 'start `ordbook signer --role gate` on GATE_SIGNER_ENDPOINT', () =>
            checkKeys(fills.gate),
          ),
        ]
      : []),
    await finding(
      'pools',
      "start the signers and the database first: the pools' coins are found by the signers' keys",
      () => checkPools(settings, parts),
    ),
    ...(prices ? [await finding('prices', 'check PRICE_URL', () => checkPrices(prices))] : []),
    ...(redis
      ? [
          await finding(
            'redis',
            'check that Redis is running at REDIS_URL; until then each replica counts limits for itself',
            () => checkRedis(redis),
          ),
        ]
      : []),
  ];
}

type Answer = Omit<Finding, 'part'>;

/** Parts that fail with errors of their driver instead of refusals. */
const OWN_ERRORS = ['database', 'pools', 'redis'];

async function finding(part: string, advice: string, ask: () => Promise<Answer>): Promise<Finding> {
  try {
    return { part, ...(await ask()) };
  } catch (error) {
    const detail = operatorSentence(error);
    if (!(error instanceof Refusal) && !OWN_ERRORS.includes(part)) throw error;
    return { part, ok: false, detail, advice };
  }
}

const good = (detail: string): Answer => ({ ok: true, detail, advice: null });
const bad = (detail: string, advice: string): Answer => ({ ok: false, detail, advice });

async function checkNode(settings: Settings, { chain }: CheckedParts): Promise<Answer> {
  const [tip, genesis] = await Promise.all([chain.tip(), chain.blockHash(0)]);
  if (!GENESIS[settings.NETWORK].includes(genesis ?? ''))
    return bad(
      `follows another network: its genesis block is ${genesis}`,
      `point CHAIN_RPC_URL at a node of ${settings.NETWORK}`,
    );
  const { minimum, estimate } = await chain.feeRates(settings.FEE_TARGET_BLOCKS);
  if (minimum > settings.TRANSFER_FEE_RATE)
    return bad(
      `height ${tip.height}; its mempool minimum is ${minimum} sat/vB, transfers pay ${settings.TRANSFER_FEE_RATE}`,
      "multi-listing purchases are refused until it falls; wait, or raise the node's maxmempool",
    );
  return good(`height ${tip.height}, fee estimate ${estimate ?? 'none yet'} sat/vB`);
}

/** Checks the source of balances: an Esplora server is asked; without one on mainnet there is a warning. */
async function balanceFindings(settings: Settings, { chain }: CheckedParts): Promise<Finding[]> {
  const warning = scanWarning(settings);
  if (warning) return [{ part: 'balances', ok: true, ...warning }];
  if (settings.ESPLORA_URL === '') return [];
  const advice = `check that the Esplora server at ESPLORA_URL is running and of ${settings.NETWORK}`;
  return [
    await finding('balances', advice, async () => {
      const { confirmedSats } = await chain.addressCoins(settings.FEE_ADDRESS);
      return good(`the Esplora server responds: FEE_ADDRESS holds ${confirmedSats} confirmed sats`);
    }),
  ];
}

async function checkIndex({ chain, ordinals }: CheckedParts): Promise<Answer> {
  const [{ height, version }, tip] = await Promise.all([ordinals.status(), chain.tip()]);
  const behind = tip.height - height;
  if (behind > 1)
    return bad(`ord ${version}, ${behind} blocks behind the node`, 'wait until it has caught up');
  return good(`ord ${version}, height ${height}`);
}

async function checkSigner(settings: Settings, { signer }: CheckedParts): Promise<Answer> {
  return good(`anchor address ${anchorAddress(await signer.publicKeys(), settings.NETWORK)}`);
}

async function checkDatabase({ database }: CheckedParts): Promise<Answer> {
  return (await isEmpty(await database()))
    ? good('reachable and empty: `ordbook start` creates the tables')
    : good('reachable');
}

async function isEmpty(db: Database): Promise<boolean> {
  return !(await db.introspection.getTables()).some(({ name }) => name === 'anchors');
}

async function checkKeys(signer: { publicKeys(): Promise<object> }): Promise<Answer> {
  const keys = Object.entries(await signer.publicKeys());
  return good(keys.map(([name, key]) => `${name} key ${key}`).join(', '));
}

async function checkPools(settings: Settings, { signer, fills, database }: CheckedParts): Promise<Answer> {
  const db = await database();
  if (await isEmpty(db)) return good('none yet');
  const parts = { db, keys: await signer.publicKeys(), settings: tradingSettings(settings) };
  const collectionOffers = fills && {
    tiers: readTiers(settings.ADMISSION_TIERS),
    keys: await fills.gate.publicKeys(),
  };
  const pools = await poolStatus({ ...parts, ...(collectionOffers ? { collectionOffers } : {}) }, new Date());
  const figures = pools.map(({ pool, ready, target }) => `${pool}: ${ready} of ${target} ready`).join('; ');
  const low = pools.filter(({ isLow }) => isLow);
  if (low.length === 0) return good(figures);
  return bad(figures, [...new Set(low.map(remedy))].join('; then '));
}

async function checkPrices(prices: Prices): Promise<Answer> {
  const usd = await prices.btcUsd(new Date());
  return usd === null
    ? bad('no price now', 'check that PRICE_URL is right and reachable; until then sales have no priceUsd')
    : good(`a bitcoin costs ${usd} USD`);
}

async function checkRedis(redis: () => Promise<void>): Promise<Answer> {
  await redis();
  return good('reachable');
}
