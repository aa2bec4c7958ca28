/**
 * What mainnet takes: machines, options, what is open, and what to fund. Figures that nobody here has
 * measured say so; those of other projects name the source and its version or year.
 */
import { fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import { ADMISSION_SATS, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { revocationSats } from '../../trading/operator-coins/anchors.ts';
import { MAX_SPLIT_OUTPUTS } from '../../trading/operator-coins/fan-out-bounds.ts';
import { admissionFanOutFee } from '../../trading/operator-coins/pools.ts';
import type { Settings } from '../settings.ts';

export interface PlanLine {
  readonly of: 'node' | 'policy node' | 'index' | 'service' | 'network' | 'tested' | 'to fund';
  readonly what: string;
  readonly figure: string;
  /** Where the figure is from, and of when. */
  readonly source: string;
}

const CORE = 'bitcoind -help of 31.99';
const ORD = 'ord 0.29.1 --help';
const UNKNOWN = 'unknown: not measured here';
const PUBLIC = 'public reports of 2025, not measured here';
const STACK = 'npm run test:stack, November 2026';

/** What does not depend on the operator. */
const STATED: readonly PlanLine[] = [
  line(
    'node',
    'disk: blocks',
    'more than 650 GB, and at most 210 GB more a year',
    `${PUBLIC}; the bound is 4 MB x 52,560 blocks`,
  ),
  line('node', 'disk: coins (chainstate)', 'about 12 GB', PUBLIC),
  line('node', 'disk: transaction index', UNKNOWN, 'read it with `du -sh indexes/txindex`'),
  line(
    'node',
    'memory',
    '1 GiB for -dbcache, 300 MB for the mempool, and what connections take',
    `${CORE}: the defaults`,
  ),
  line(
    'node',
    'hours until it is in sync',
    UNKNOWN,
    'its disk decides; a larger -dbcache helps during the first sync',
  ),
  line(
    'node',
    'options',
    'txindex=1 prune=0 blocksonly=0 maxmempool=1000',
    'docs/install.md; `ordbook check` looks at the first three',
  ),
  line(
    'policy node',
    'disk',
    '550 MiB of blocks at least (prune=550), and the coins',
    `bitcoind -help; coins: ${PUBLIC}`,
  ),
  line(
    'policy node',
    'options',
    'prune=10000, no txindex',
    'docs/settings.md: the node of the policy signer may be pruned',
  ),
  line(
    'index',
    'disk',
    UNKNOWN,
    'of --index-sats, --index-addresses and --index-runes together; give it a disk of its own',
  ),
  line(
    'index',
    'memory',
    'a quarter of the machine for its cache, unless --index-cache-size says otherwise',
    ORD,
  ),
  line(
    'index',
    'hours until it is in sync',
    UNKNOWN,
    'it prints its progress; it begins once the node has its transaction index',
  ),
  line(
    'index',
    'options',
    '--index-sats --index-addresses --index-runes server --polling-interval 1s',
    'docs/install.md, docs/operations.md',
  ),
  line(
    'index',
    'reorg that it can undo',
    '9 to 18 blocks, by height',
    'src/index/reorg.rs of ord 0.29.1, with --savepoint-interval 10 and --max-savepoints 2',
  ),
  line(
    'service',
    'memory at rest',
    '121 MiB on Node 20, 135 MiB on Node 22',
    'npm run bench -- memory; docs/performance.md',
  ),
  line(
    'service',
    'PostgreSQL',
    '14 GB of tables for 10,000,000 inscriptions, 1,000,000 listings and 5,000,000 sales',
    'npm run bench -- scale; docs/performance.md',
  ),
  line('network', 'open to everybody', '443 of your proxy', 'docs/install.md'),
  line('network', 'open if you serve the Bitcoin network', '8333 of the node', 'Bitcoin Core'),
  line(
    'network',
    'on loopback or a private network only',
    '8332 of the node, ord, PostgreSQL, the service, its admin listener, signers',
    'docs/install.md',
  ),
  line('tested', 'node', 'Bitcoin Core 31.99 (development version); 28 is the oldest that works', STACK),
  line('tested', 'index', 'ord 0.29.1', STACK),
];

function line(of: PlanLine['of'], what: string, figure: string, source: string): PlanLine {
  return { of, what, figure, source };
}

export interface Expected {
  /** Open at the same time. */
  readonly listings: number;
  /** sat/vB. */
  readonly feeRate: number;
}

/**
 * The plan: what is stated, then what to fund for these listings and this fee rate, by the rules of the
 * pools. Each listing has an anchor while it is open, and the pool keeps `ANCHOR_POOL_TARGET` beside.
 */
export function planFor(settings: Settings, tiers: readonly Tier[], expected: Expected): PlanLine[] {
  const funds = fundsFor(settings, tiers, expected);
  const { listings, feeRate } = expected;
  const sats = (amount: Sats) => `${amount.toLocaleString('en')} sats`;
  const fund = (what: string, amount: Sats, source: string) => line('to fund', what, sats(amount), source);
  const rate = `${feeRate} sat/vB`;
  return [
    ...STATED,
    fund('anchors of open listings', funds.listings, `${listings} x ANCHOR_SATS`),
    fund('anchors kept ready', funds.ready, 'ANCHOR_POOL_TARGET x ANCHOR_SATS'),
    fund('fees to make them', funds.fanOuts, `fan-out transactions of ${MAX_SPLIT_OUTPUTS} at ${rate}`),
    fund(
      'admission coins',
      funds.admissions,
      `ADMISSION_TIERS, ${ADMISSION_SATS} sats each, and a transaction at ${rate}`,
    ),
    fund(
      'fees if no listing sells',
      funds.revocations,
      `one revocation each at ${rate}, at most REVOKE_MAX_FEE_RATE`,
    ),
    fund('bumps of a day', funds.bumps, '10 x BUMP_MAX_SATS'),
    fund('all of it', sumSats(Object.values(funds)), 'to the anchor address that `ordbook check` names'),
  ];
}

function fundsFor(settings: Settings, tiers: readonly Tier[], { listings, feeRate }: Expected) {
  const { ANCHOR_SATS, ANCHOR_POOL_TARGET, BUMP_MAX_SATS, REVOKE_MAX_FEE_RATE } = settings;
  const anchors = listings + ANCHOR_POOL_TARGET;
  const full = Math.floor(anchors / MAX_SPLIT_OUTPUTS);
  const rest = anchors % MAX_SPLIT_OUTPUTS;
  // each has a change output
  const fees = [...Array.from({ length: full }, () => MAX_SPLIT_OUTPUTS), ...(rest > 0 ? [rest] : [])];
  const admissions = tiers.reduce((total, { coins }) => total + coins, 0);
  return {
    listings: listings * ANCHOR_SATS,
    ready: ANCHOR_POOL_TARGET * ANCHOR_SATS,
    fanOuts: sumSats(fees.map((count) => fanOutFee(1, count + 1, feeRate))),
    admissions: admissions === 0 ? 0 : admissions * ADMISSION_SATS + admissionFanOutFee(admissions, feeRate),
    revocations: listings * revocationSats({ revokeMaxFeeRate: REVOKE_MAX_FEE_RATE }, feeRate),
    bumps: 10 * BUMP_MAX_SATS,
  };
}

/** The plan as a text, a block for each part. */
export function planText(plan: readonly PlanLine[]): string {
  let part = '';
  return plan
    .map(({ of, what, figure, source }) => {
      const head = of === part ? '' : `${of}\n`;
      part = of;
      return `${head}  ${what}: ${figure}\n      (${source})\n`;
    })
    .join('');
}
