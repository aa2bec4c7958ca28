import type { TradeStory } from '@ordbook/client';

type Kind = TradeStory['kind'];
export type Role = 'transfer' | 'funding' | 'sale' | 'payout';

export interface Sent {
  readonly role: Role;
  readonly txid: string;
  /** Of its block; null: none has it. */
  readonly height: number | null;
}

/** What is sent before the sale, in order; the last one repeats. docs/protocol has the transactions of each kind. */
const BEFORE: Readonly<Record<Kind, readonly Role[]>> = {
  listing: ['transfer'],
  purchase: ['transfer'],
  offer: [],
  counter: ['transfer', 'funding'],
  fill: ['funding'],
  'collection offer': ['funding'],
};

/** The transactions of a trade: first what is spent, then what spends it. */
export function stagesOf({
  kind,
  settlementTxid,
  transactions,
}: Pick<TradeStory, 'kind' | 'settlementTxid' | 'transactions'>): readonly [
  readonly Sent[],
  readonly Sent[],
] {
  const named = transactions.findIndex(({ txid }) => txid === settlementTxid);
  const sale = named < 0 ? transactions.length - 1 : named;
  const roles = BEFORE[kind];
  const sent = transactions.map((one, place) => ({
    ...one,
    role: place > sale ? 'payout' : (place < sale && (roles[place] ?? roles.at(-1))) || 'sale',
  })) satisfies Sent[];
  const cut = sale === 0 && sent.length > 1 ? 1 : sale;
  return [sent.slice(0, cut), sent.slice(cut)];
}

/** Where a package waits. */
export interface Place {
  /** What it pays, sat/vB. */
  readonly rate: number;
  /** Which of the next blocks takes it, from 0, when nothing better comes. */
  readonly block: number;
  /** The least that each of the next blocks takes, sat/vB; 0: it has room. */
  readonly least: readonly number[];
}

/** What a block holds. Source: BIP 141. */
const BLOCK_VBYTES = 1_000_000;
/** Blocks that are shown. */
const BLOCKS = 3;

/** `waiting`: rates that others pay, sat/vB, each with the vB that pay it. */
export function placeAt(rate: number, waiting: readonly (readonly [number, number])[]): Place {
  const ordered = [...waiting].sort(([one], [other]) => other - one);
  const least = Array.from({ length: BLOCKS }, () => 0);
  let [filled, ahead] = [0, 0];
  for (const [paid, vbytes] of ordered) {
    if (paid > rate) ahead += vbytes;
    const [from, to] = [filled, filled + vbytes].map((sum) => Math.floor(sum / BLOCK_VBYTES));
    for (let block = from!; block < Math.min(to!, BLOCKS); block += 1) least[block] = paid;
    filled += vbytes;
  }
  return { rate, block: Math.floor(ahead / BLOCK_VBYTES), least };
}

/**
 * Reads from an Esplora server where these transactions wait, as one package. Throws what `fetch` throws, and an
 * Error when the server does not know one of them. Retry-safe.
 */
export async function readPlace(
  esploraUrl: string,
  txids: readonly string[],
  signal: AbortSignal,
): Promise<Place> {
  const read = async <Value>(path: string) => {
    const response = await fetch(`${esploraUrl}${path}`, { signal });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return (await response.json()) as Value;
  };
  const sent = await Promise.all(
    txids.map((txid) => read<{ readonly fee: number; readonly weight: number }>(`/tx/${txid}`)),
  );
  const sum = (of: 'fee' | 'weight') => sent.reduce((total, one) => total + one[of], 0);
  const { fee_histogram } = await read<{ readonly fee_histogram: [number, number][] }>('/mempool');
  return placeAt(sum('fee') / (sum('weight') / 4), fee_histogram);
}
