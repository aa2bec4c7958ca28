/** What the follower keeps of the chain: its blocks, and where every inscription is. */

import { satributesOf } from '@ordbook/protocol/bitcoin/satributes';
import { outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Inscription } from '../ordinals/port.ts';
import type { Check } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';

interface Block {
  readonly height: number;
  readonly hash: string;
  /** The stored block below it; null: this is the first. */
  readonly below: number | null;
}

/** Blocks compared, from the tip downwards: a reorg deeper than these cannot be undone. */
const COMPARED_BLOCKS = 1_000;

export const blockCheck: Check<Block> = {
  what: 'blocks',
  async read(db, range) {
    const rows =
      'keys' in range
        ? sql`height = any(${range.keys}::integer[])`
        : sql`height > ${range.after ?? -1}::integer`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: blocks } = await sql<Block>`
      select height, hash, (select max(b.height) from blocks b where b.height < blocks.height) as below from blocks
      where ${rows} and height > (select max(height) from blocks) - ${COMPARED_BLOCKS}::integer
      order by height ${end}`.execute(db);
    return blocks;
  },
  keyOf: ({ height }) => String(height),
  async examine({ chain }, blocks) {
    const hashes = await Promise.all(blocks.map(({ height }) => chain.blockHash(height)));
    return blocks.flatMap(({ height, hash, below }, i): Suspicion[] => {
      if (below !== null && below !== height - 1) {
        const message = `block ${height - 1} is not stored, and those around it are`;
        return [{ key: String(height), code: 'block_unknown', subject: `block ${height - 1}`, message }];
      }
      if (hashes[i] === hash) return [];
      const message = `block ${height} is stored as ${hash}, and the node has ${hashes[i] ?? 'none'} there`;
      return [{ key: String(height), code: 'block_unknown', subject: `block ${height}`, message }];
    });
  },
};

interface Located {
  readonly key: number;
  readonly id: string;
  readonly txid: string;
  readonly vout: number;
  readonly satOffset: Sats;
  readonly valueSats: Sats;
  readonly ownerAddress: string | null;
  readonly number: number;
  readonly contentType: string | null;
  readonly satributes: readonly string[];
  readonly sat: number | null;
  readonly genesisHeight: number;
  /** It was last sold for what its last confirmed sale says. */
  readonly isAsSold: boolean;
}

export const locationCheck: Check<Located> = {
  what: 'inscription locations',
  async read(db, range) {
    const rows =
      'keys' in range ? sql`i.key = any(${range.keys}::bigint[])` : sql`i.key > ${range.after ?? -1}::bigint`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: located } = await sql<Located>`
      select i.key, i.id, l.txid, l.vout, l.sat_offset, l.value_sats, l.owner_address, i.number, i.content_type,
        i.satributes, i.sat, i.genesis_height, i.last_sale_sats is not distinct from (
          select s.price_sats from sales s where s.state = 'confirmed' and s.id in (
            select own.id from sales own where own.inscription_id = i.id
            union all select b.sale_id from sale_items b where b.inscription_id = i.id
          ) order by s.block_height desc, s.block_position desc limit 1) as is_as_sold
      from inscriptions i join locations l on l.inscription_key = i.key
      where ${rows} order by i.key ${end}`.execute(db);
    return located;
  },
  keyOf: ({ key }) => String(key),
  async examine({ ordinals }, rows) {
    const indexed = await ordinals.inscriptions(
      rows.map(({ id }) => id),
      { undisputed: true },
    );
    return rows.flatMap((row, i) => locationFaults(row, indexed[i] ?? null));
  },
};

function locationFaults(row: Located, indexed: Inscription | null): Suspicion[] {
  const at = `${outpointText(row)}, offset ${row.satOffset}`;
  if (!indexed)
    return [
      fault(row, `it is stored on ${at}, and the index does not know it, or two indexes differ about it`),
    ];
  const isThere = sameOutpoint(indexed.location, row) && indexed.offset === row.satOffset;
  if (!isThere)
    return [
      fault(
        row,
        `it is stored on ${at}, and the index has it on ${outpointText(indexed.location)}, offset ${indexed.offset}`,
      ),
    ];
  if (indexed.address !== row.ownerAddress)
    return [fault(row, `its owner is stored as ${row.ownerAddress}, and the index has ${indexed.address}`)];
  const facts = (one: Pick<Located, 'number' | 'contentType' | 'sat' | 'genesisHeight'>, value: Sats) =>
    [one.number, one.contentType, one.sat, one.genesisHeight, value].join();
  const isSame =
    facts(row, row.valueSats) === facts(indexed, indexed.outputValueSats ?? 0) &&
    row.satributes.join() === satributesOf(indexed.sat, indexed.charms).join();
  if (!isSame) return [fault(row, 'what is stored of it is not what the index says')];
  return row.isAsSold ? [] : [fault(row, 'it is shown as last sold for another price than its last sale')];
}

function fault(row: Located, message: string, code: FindingCode = 'location_differs'): Suspicion {
  return {
    key: String(row.key),
    code,
    subject: `inscription ${row.id}`,
    message,
    outpoint: outpointText(row),
  };
}
