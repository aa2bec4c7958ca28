import type { ExplainedTrade } from '../trading/trade/story.ts';
import type { Books } from './books.ts';

/**
 * The lines of a trade's story: its moves with times and reasons, transactions, who signed, fees, and what
 * happens next. With `json`, one line. Throws when nothing has this id or transaction.
 */
export async function showTrade(
  books: Books,
  idOrTxid: string,
  { json }: { readonly json?: boolean },
): Promise<string[]> {
  if (!/^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(idOrTxid))
    throw new Error(`${idOrTxid} is neither the id of a trade (a UUID) nor a transaction (64 hex digits)`);
  const story = await books.story(idOrTxid);
  if (!story) throw new Error(`no trade has the id or the transaction ${idOrTxid}`);
  if (json) return [JSON.stringify(story)];
  return [
    `${story.kind} ${story.id}: ${story.settlementState ?? story.state}`,
    ...facts(story).map(([name, value]) => `  ${name.padEnd(12)}  ${value}`),
    'moves',
    ...story.moves.map(
      ({ at, kind, from, to, reason }) =>
        `  ${at.toISOString()}  ${kind}: ${from === null ? to : `${from} -> ${to}`}${reason ? ` (${reason})` : ''}`,
    ),
    ...(story.transactions.length > 0 ? ['transactions, in the order of sending'] : []),
    ...story.transactions.map(
      ({ txid, height }) => `  ${txid}  ${height === null ? 'in no applied block' : `in block ${height}`}`,
    ),
    `signed by: ${story.signed}`,
    `next: ${story.next}`,
  ];
}

function facts(story: ExplainedTrade): [string, string][] {
  const sats = (value: number) => `${value.toLocaleString('en')} sats`;
  const rows: [string, string | null][] = [
    ['inscriptions', story.inscriptionIds.join(', ') || null],
    ['collection', story.collectionSlug],
    ['price', story.priceSats === null ? null : sats(story.priceSats)],
    ...Object.entries(story.fees ?? {}).map(([name, value]): [string, string | null] => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      value === null ? null : sats(Number(value)),
    ]),
    ['seller', story.sellers.join(', ') || null],
    ['buyer', story.buyer],
    ['made', story.createdAt.toISOString()],
    ['expires', story.expiresAt?.toISOString() ?? null],
    ['reason', story.reason],
    ['settlement', story.settlementTxid],
    ...story.related.map(({ kind, id }): [string, string] => [kind, id]),
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}
