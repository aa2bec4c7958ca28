import { Refusal } from '../base/refusals.ts';
import type { NetworkName } from '../base/settings.ts';
import type { Chain } from '../chain/port.ts';
import type { Ordinals } from '../ordinals/port.ts';
import { anchorAddress } from '../protocol/keys.ts';
import type { Signer } from '../signer/port.ts';
import { readyAnchors } from '../store/anchors.ts';
import type { Database } from '../store/port.ts';
import { checkSettings } from './check-settings.ts';
import { readSettings, type Settings } from './settings.ts';
import { openAdapters, openStore } from './wire.ts';

export interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do about it; null when all is well. */
  readonly advice: string | null;
}

export interface CheckedParts {
  readonly chain: Pick<Chain, 'tip' | 'blockHash' | 'feeRates'>;
  readonly ordinals: Pick<Ordinals, 'status'>;
  readonly signer: Pick<Signer, 'publicKeys'>;
  /** Opens the database; throws when that fails. */
  readonly database: () => Promise<Database>;
}

/** First blocks of the networks; a custom signet has signet's. */
const GENESIS: Readonly<Record<NetworkName, readonly string[]>> = {
  mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  testnet: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  ],
  signet: ['00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

/** `ordbook check`: prints what each part says and what to do. Resolves to the exit code: 0 when all is well. */
export async function runCheck(env: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(env);
  checkSettings(settings);
  const { chain, ordinals, signer } = openAdapters(settings);
  let close = async () => {};
  const database = async () => {
    const store = await openStore(settings);
    close = store.close;
    return store.db;
  };
  const findings = await checkParts(settings, { chain, ordinals, signer, database });
  await close();
  for (const { part, ok, detail, advice } of findings)
    process.stdout.write(
      `${ok ? 'ok  ' : 'NO  '} ${part.padEnd(9)} ${detail}${advice ? `\n     → ${advice}` : ''}\n`,
    );
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

/** Asks every part; one that is away does not keep the others from answering. */
export async function checkParts(settings: Settings, parts: CheckedParts): Promise<Finding[]> {
  return [
    await finding('node', 'is bitcoind up, and are host, user and password in CHAIN_RPC_URL right?', () =>
      checkNode(settings, parts),
    ),
    await finding('index', 'is `ord server` up at ORD_URL, with JSON enabled?', () => checkIndex(parts)),
    await finding(
      'signer',
      'start `ordbook signer` on SIGNER_SOCKET, as a user whose socket this one may open',
      () => checkSigner(settings, parts),
    ),
    await finding(
      'database',
      'is PostgreSQL up, and are user, password and name in DATABASE_URL right?',
      () => checkDatabase(settings, parts),
    ),
  ];
}

type Answer = Omit<Finding, 'part'>;

async function finding(part: string, advice: string, ask: () => Promise<Answer>): Promise<Finding> {
  try {
    return { part, ...(await ask()) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Refusal) && part !== 'database') throw error;
    return { part, ok: false, detail, advice };
  }
}

const good = (detail: string): Answer => ({ ok: true, detail, advice: null });
const bad = (detail: string, advice: string): Answer => ({ ok: false, detail, advice });

async function checkNode(settings: Settings, { chain }: CheckedParts): Promise<Answer> {
  const [tip, genesis] = await Promise.all([chain.tip(), chain.blockHash(0)]);
  if (!GENESIS[settings.NETWORK].includes(genesis ?? ''))
    return bad(
      `follows another network: its first block is ${genesis}`,
      `point CHAIN_RPC_URL at a node of ${settings.NETWORK}`,
    );
  const { minimum, estimate } = await chain.feeRates(settings.FEE_TARGET_BLOCKS);
  if (minimum > settings.TRANSFER_FEE_RATE)
    return bad(
      `height ${tip.height}; its mempool asks ${minimum} sat/vB, transfers pay ${settings.TRANSFER_FEE_RATE}`,
      "purchases of several listings are refused while this lasts; wait, or raise the node's maxmempool",
    );
  return good(`height ${tip.height}, fee estimate ${estimate ?? 'none yet'} sat/vB`);
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

async function checkDatabase(settings: Settings, { database }: CheckedParts): Promise<Answer> {
  const db = await database();
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'anchors'))
    return good('reachable and empty: `ordbook start` makes its tables');
  const ready = await readyAnchors(db, settings.ANCHOR_SATS);
  if (ready < settings.ANCHOR_POOL_TARGET / 4)
    return bad(
      `reachable; ${ready} of ${settings.ANCHOR_POOL_TARGET} anchors are ready`,
      'send coins to the anchor address; the service splits them once they are confirmed',
    );
  return good(`reachable; ${ready} anchors are ready`);
}
