/** Where the index has inscriptions, beside what custody proofs show: of a sample, those on sale first. */

import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { Refusal } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Check, Examined } from './check.ts';
import type { Suspicion } from './finding.ts';

/** Each takes a walk back to its reveal, of up to some thousand questions to the node. */
const SAMPLE = 100;

type Place = Outpoint & { readonly offset: Sats };

interface Row {
  readonly key: number;
  readonly id: string;
  /** Where the store has it, and each open listing of it. */
  readonly places: readonly Place[];
}

/** What is on sale, the newest first, then a run of the others that begins anywhere. */
const SAMPLED = sql`(
  select i.key from (
    select li.inscription_id as id, max(l.created_at) as at from listings l join listing_items li on li.listing_id = l.id
    where l.state in ('pending_public', 'buyable', 'hidden_locked') group by li.inscription_id order by at desc limit ${SAMPLE}
  ) on_sale join inscriptions i on i.id = on_sale.id
  union all (
    select key from inscriptions
    where key >= (select floor(random() * (max(key) + 1))::bigint from inscriptions) order by key limit ${SAMPLE}
  ) limit ${SAMPLE})`;

export const custodyCheck: Check<Row> = {
  what: 'custody proofs',
  async read(db, range) {
    if ('after' in range && range.after !== null) return [];
    const keys = 'keys' in range ? sql`any(${range.keys}::bigint[])` : sql`any(array${SAMPLED})`;
    const { rows } = await sql<Row>`
      select i.key, i.id, (
        select jsonb_agg(p) from (
          select l.txid, l.vout, l.sat_offset as "offset" from locations l where l.inscription_key = i.key
          union select l.utxo_txid, l.utxo_vout, li.sat_offset from listing_items li join listings l on l.id = li.listing_id
            where li.inscription_id = i.id and l.state in ('pending_public', 'buyable', 'hidden_locked')
        ) p) as places
      from inscriptions i where i.key = ${keys} order by i.key`.execute(db);
    return rows;
  },
  keyOf: ({ key }) => String(key),
  async examine(parts, rows) {
    const indexed = await parts.ordinals.inscriptions(
      rows.map(({ id }) => id),
      { undisputed: true },
    );
    const found: Suspicion[] = [];
    for (const [i, row] of rows.entries()) {
      const seen = indexed[i];
      const message = seen && (await contradiction(parts, row, { ...seen.location, offset: seen.offset }));
      if (!message) continue;
      const subject = `inscription ${row.id}`;
      const outpoint = outpointText(seen.location);
      found.push({ key: String(row.key), code: 'index_disagrees', subject, message, outpoint });
    }
    return found;
  },
};

/** null also where no proof can tell: that is no evidence. */
async function contradiction(parts: Examined, { id, places }: Row, at: Place): Promise<string | null> {
  const seen = await sighting(parts, id, at);
  if (seen?.is === 'there') return null;
  const indexed = `the index has it on ${placeText(at)}`;
  for (const place of places) {
    if (placeText(place) === placeText(at) || (await sighting(parts, id, place))?.is !== 'there') continue;
    const [coin] = await parts.chain.unspents([place]);
    if (coin) return `${indexed}, and a custody proof shows it on ${placeText(place)}`;
  }
  return seen?.is === 'elsewhere' ? `${indexed}, and a custody proof does not: ${seen.why}` : null;
}

/** null: the node cannot tell yet, e.g. of a reveal in the last blocks. */
async function sighting({ sighted }: Examined, id: string, place: Place) {
  try {
    return (await sighted?.(id, place)) ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return null;
    throw error;
  }
}

const placeText = (place: Place): string => `${outpointText(place)}, offset ${place.offset}`;
