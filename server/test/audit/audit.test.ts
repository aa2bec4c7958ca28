import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { refuse } from '@ordbook/protocol/refusals';
import { WIF } from '@scure/btc-signer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInputsWith } from '../../../protocol/test/parties.ts';
import { REGTEST } from '../../../sandbox/src/keys.ts';
import { audit } from '../../src/audit/audit.ts';
import type { AuditedParts } from '../../src/audit/check.ts';
import type { FindingCode } from '../../src/audit/finding.ts';
import type { Database } from '../../src/store/port.ts';
import { sightings } from '../../src/trading/custody/proof.ts';
import { termsOf } from '../../src/trading/listing/list.ts';
import { type TradedDesk, tradedDesk } from './traded-desk.ts';

let traded: TradedDesk;

beforeAll(async () => {
  traded = await tradedDesk();
}, 120_000);
afterAll(() => traded.desk.close());

function parts(): AuditedParts {
  const { chain, ordinals, db, clock, settings } = traded.desk.ctx;
  return { chain, ordinals, db, clock, network: settings.network, failureDepth: settings.failureDepth };
}

const proven = () => sightings(traded.desk.ctx.chain, 'regtest');

class Undone extends Error {}

/** The codes of what an audit finds while the database is wrong. */
async function codesIn(db: Database, more: Partial<AuditedParts> = {}): Promise<FindingCode[]> {
  const { findings } = await audit({ ...parts(), ...more, db }, { pauseMs: 0 });
  return [...new Set(findings.map(({ code }) => code))];
}

/** The same, with statements run first and undone afterwards; without triggers, as a fault in the tables would be. */
async function codesAfter(statements: string, more: Partial<AuditedParts> = {}): Promise<FindingCode[]> {
  let codes: FindingCode[] = [];
  await traded.desk.ctx.db
    .transaction()
    .execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      const { numAffectedRows } = await sql.raw(statements).execute(transaction);
      expect(numAffectedRows, 'the statement makes something wrong').toBeGreaterThan(0n);
      codes = await codesIn(transaction, more);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return codes;
}

describe('an audit', () => {
  test('of a market where all is right finds nothing and has looked at everything', async () => {
    const { findings, rows } = await audit({ ...parts(), sighted: proven() }, { pauseMs: 0 });
    expect(findings).toEqual([]);
    for (const [what, count] of Object.entries(rows))
      if (what !== 'locked payments') expect(count, what).toBeGreaterThan(0);
  });

  test.each<[FindingCode, string]>([
    [
      'unmined_confirmed',
      `update purchases set confirmed_height = confirmed_height - 1 where state = 'confirmed'`,
    ],
    ['unmined_confirmed', `update fill_attempts set confirmed_height = 3 where state = 'accepted'`],
    ['unmined_confirmed', `update sales set block_height = 5 where purchase_id is null and offer_id is null`],
    ['mined_failed', `update purchases set state = 'failed' where state = 'confirmed'`],
    ['mined_failed', `update offer_settlements set state = 'failed' where state = 'confirmed'`],
    ['mined_failed', `update fill_attempts set state = 'failed', package = null where state = 'accepted'`],
    ['open_mined', `update purchases set state = 'broadcasting' where state = 'confirmed'`],
    ['open_mined', `update fill_attempts set state = 'broadcast' where state = 'accepted'`],
    ['open_lost', `update purchases set state = 'pending' where state = 'failed'`],
    ['wrong_cost', `update purchases set total_cost_sats = total_cost_sats + 1 where state = 'confirmed'`],
    [
      'wrong_output',
      `update listings set seller_receive_sats = seller_receive_sats + 1 where state = 'sold'`,
    ],
    ['wrong_output', `update listings set seller_fee_sats = 90000 where state = 'sold'`],
    [
      'wrong_output',
      `update offers set terms = jsonb_set(terms, '{payouts,0,valueSats}', '1') where state = 'accepted'`,
    ],
    [
      'wrong_output',
      `update fill_attempts set terms = jsonb_set(terms, '{sellerSats}', '1') where state = 'accepted'`,
    ],
    ['wrong_inscription', `update listing_items set sat_offset = 20000`],
    [
      'wrong_inscription',
      `update purchases set buyer_ordinals_address = (select payment_address from wallet_bindings limit 1)`,
    ],
    [
      'payout_missing',
      `update offer_settlements set payout_txid = repeat('ab', 32) where payout_txid is not null`,
    ],
    [
      'sale_differs',
      `update sales set state = 'pending' where purchase_id is not null and state = 'confirmed'`,
    ],
    ['sale_differs', `update sales set state = 'pending' where offer_id is not null`],
    ['sale_differs', `update sales set state = 'pending' where purchase_id is null and offer_id is null`],
    [
      'sale_differs',
      `update sales set sale_type = 'external' where purchase_id is null and offer_id is null`,
    ],
    ['sale_differs', `delete from sales where purchase_id is null and offer_id is null`],
    ['listing_differs', `update listings set state = 'buyable' where state = 'sold'`],
    ['listing_differs', `update listings set state = 'hidden_locked' where state = 'buyable'`],
    ['listing_differs', `update listings set sale_signature = 'aa' where state = 'cancelled'`],
    [
      'unbuyable',
      `update listings set anchor_id = (select id from anchors where spent_height is not null limit 1) where state = 'buyable'`,
    ],
    [
      'unbuyable',
      `update listings set utxo_txid = repeat('cd', 32), transfer_txid = repeat('cd', 32) where state = 'buyable'`,
    ],
    ['unbuyable', `update offer_coins set vout = vout + 1000`],
    ['unbuyable', `update collection_offer_coins set txid = repeat('cd', 32)`],
    ['overdue', `update listings set expires_at = created_at where state = 'buyable'`],
    ['overdue', `update offers set expires_at = created_at where state = 'active'`],
    ['overdue', `update collection_offers set expires_at = created_at where state = 'active'`],
    ['terms_differ', `update listings set price_sats = price_sats + 1 where state = 'buyable'`],
    [
      'terms_differ',
      `update listings set seller_receive_sats = seller_receive_sats - 1, price_sats = price_sats - 1 where state = 'buyable'`,
    ],
    [
      'terms_differ',
      `update listings set seller_payment_address = seller_ordinals_address where state = 'buyable'`,
    ],
    ['terms_differ', `update listings set seller_key = repeat('ab', 32) where state = 'buyable'`],
    ['terms_differ', `update listings set transfer_fee_sats = transfer_fee_sats + 1 where state = 'buyable'`],
    ['terms_differ', `update listings set transfer_signature = repeat('ab', 64) where state = 'buyable'`],
    ['terms_differ', `update listings set recovery_signature = transfer_signature where state = 'buyable'`],
    ['terms_differ', `update listings set sale_signature = transfer_signature where state = 'buyable'`],
    ['terms_differ', `update listings set inscription_id = repeat('ab', 32) || 'i0' where state = 'buyable'`],
    ['terms_differ', `update listings set inscription_title = 'another' where state = 'buyable'`],
    ['terms_differ', `update collection_listings set price_sats = 1`],
    ['terms_differ', `delete from collection_listings`],
    ['terms_differ', `update offers set price_sats = price_sats - 1 where state = 'active'`],
    [
      'terms_differ',
      `update offers set terms = jsonb_set(terms, '{changeSats}', '12345') where state = 'active'`,
    ],
    ['terms_differ', `update collection_offers set price_sats = price_sats + 1 where state = 'active'`],
    [
      'terms_differ',
      `update collection_offers set funding_signatures = jsonb_set(funding_signatures, '{0,signature}', '"3044"') where state = 'active'`,
    ],
    [
      'sale_differs',
      `update sales set price_sats = price_sats + 1 where purchase_id is not null and state = 'confirmed'`,
    ],
    ['sale_differs', `update sales set buyer_address = seller_address where offer_id is not null`],
    ['sale_differs', `update sales set inscription_title = 'another' where state = 'confirmed'`],
    ['offer_differs', `update offers set state = 'active' where state = 'cancelled'`],
    ['offer_differs', `update collection_offers set state = 'active' where state = 'cancelled'`],
    ['block_unknown', `delete from blocks where height = (select max(height) - 2 from blocks)`],
    ['answer_differs', `update submissions set trade_ids = array[gen_random_uuid()::text]`],
    [
      'members_differ',
      `delete from collection_members where position = (select max(position) from collection_members)`,
    ],
    ['offer_differs', `update offers set state = 'active' where state = 'accepted'`],
    ['offer_differs', `update offers set signatures = '{"settlement": []}' where state = 'cancelled'`],
    ['offer_differs', `update collection_offers set state = 'filling' where state = 'accepted'`],
    ['offer_differs', `update collection_offers set auth_secret = 'ab' where state = 'cancelled'`],
    [
      'coin_twice',
      `update purchases set state = 'pending', package = (select package from purchases where state = 'pending') where state = 'failed'`,
    ],
    [
      'coin_twice',
      `update listings set anchor_id = (select anchor_id from listings where state = 'buyable' limit 1), state = 'buyable'`,
    ],
    ['stranded_coin', `update anchors set state = 'assigned' where state = 'free' and spent_height is null`],
    [
      'stranded_coin',
      `update anchors set state = 'reserved', reserved_until = null where state = 'free' and spent_height is null`,
    ],
    ['stranded_coin', `update admissions set state = 'assigned' where spent_height is null`],
    ['stranded_coin', `update anchors set state = 'unread' where state = 'free' and spent_height is null`],
    [
      'stranded_payment',
      `insert into purchase_payments select repeat('ab', 32), 0, id from purchases where state = 'failed'`,
    ],
    ['coin_differs', `update anchors set spent_height = null where spent_height is not null`],
    [
      'coin_differs',
      `update anchors set spent_height = confirmed_height where spent_height is null and state = 'free' and confirmed_height > 100`,
    ],
    ['coin_differs', `update admissions set spent_height = null where spent_height is not null`],
    [
      'balance_differs',
      `delete from anchors where id = (select id from anchors where state = 'free' and spent_height is null limit 1)`,
    ],
    ['location_differs', `update locations set sat_offset = sat_offset + 1`],
    ['location_differs', `update locations set owner_address = null`],
    [
      'block_unknown',
      `update blocks set hash = repeat('0', 64) where height = (select max(height) - 2 from blocks)`,
    ],
  ])('finds %s after %s', async (code, statement) => {
    expect(await codesAfter(statement)).toContain(code);
  });

  test('takes a recovery as signed that release 0.1.0 asked for', async () => {
    const { desk, seller } = traded;
    const batch = await desk.ctx.db
      .selectFrom('listings')
      .select('id')
      .where('state', '=', 'buyable')
      .where('batchId', 'in', (from) =>
        from
          .selectFrom('listings')
          .select('batchId')
          .where('batchPosition', '=', 1)
          .where('state', '=', 'buyable'),
      )
      .orderBy('batchPosition')
      .execute();
    const terms = await Promise.all(batch.map(async ({ id }) => termsOf(await desk.listing(id))));
    const secret = WIF(REGTEST).decode(seller.ordinals.wif);
    const earlier = recoveryLayout(terms, desk.ctx.keys, 'DEFAULT');
    expect(layoutTxid(earlier), 'it pays another fee').not.toBe(
      layoutTxid(recoveryLayout(terms, desk.ctx.keys)),
    );
    const signed = signInputsWith(earlier, 'seller', secret);
    const cases = batch.map(({ id }, i) => `when '${id}' then '${signed[i]!.signature}'`).join(' ');
    const batchIds = batch.map(({ id }) => `'${id}'`).join();
    expect(
      await codesAfter(
        `update listings set recovery_signature = case id ${cases} end where id in (${batchIds})`,
      ),
    ).toEqual([]);
  });

  test('finds wrong_output in a block that pays another sum than the stored trade', async () => {
    const { chain } = traded.desk.ctx;
    const { db } = traded.desk.ctx;
    const { settlementTxid } = await db
      .selectFrom('fillAttempts')
      .select('settlementTxid')
      .where('state', '=', 'accepted')
      .executeTakeFirstOrThrow();
    const robbed: AuditedParts['chain'] = {
      ...chain,
      async block(hash) {
        const block = await chain.block(hash);
        const transactions = block?.transactions.map((one) =>
          one.txid === settlementTxid
            ? {
                ...one,
                outputs: one.outputs.map((output, vout) =>
                  vout === 1 ? { ...output, valueSats: 600 } : output,
                ),
              }
            : one,
        );
        return block && transactions ? { ...block, transactions } : block;
      },
    };
    const { findings } = await audit({ ...parts(), chain: robbed }, { pauseMs: 0 });
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'wrong_output',
        txid: settlementTxid,
        outpoint: `${settlementTxid}:1`,
        message: expect.stringMatching(/output 1 must pay its seller .* and pays 600 sats/),
        fix: expect.stringContaining('settle the difference'),
      }),
    ]);
  });

  test('finds index_disagrees where the index has a sold inscription elsewhere', async () => {
    const { ordinals } = traded.desk.ctx;
    const lying: AuditedParts['ordinals'] = {
      ...ordinals,
      inscriptions: async (ids) =>
        (await ordinals.inscriptions(ids)).map((found) => found && { ...found, offset: found.offset + 1 }),
    };
    const { findings } = await audit({ ...parts(), ordinals: lying }, { pauseMs: 0 });
    expect(new Set(findings.map(({ code }) => code))).toEqual(
      new Set(['index_disagrees', 'location_differs']),
    );
  });

  test('finds index_disagrees where the index has an inscription on sale on another coin than its proof', async () => {
    const { ordinals, db } = traded.desk.ctx;
    const { inscriptionId: id } = await db
      .selectFrom('listings')
      .select('inscriptionId')
      .where('state', '=', 'buyable')
      .executeTakeFirstOrThrow();
    const { location } = (await ordinals.inscription(traded.ids[10]!))!;
    const lying: AuditedParts['ordinals'] = {
      ...ordinals,
      inscriptions: async (ids) =>
        (await ordinals.inscriptions(ids)).map((one) => (one?.id === id ? { ...one, location } : one)),
    };
    const found = async (sighted: NonNullable<AuditedParts['sighted']>) => {
      const { findings } = await audit({ ...parts(), ordinals: lying, sighted }, { pauseMs: 0 });
      return findings.filter(({ code }) => code === 'index_disagrees');
    };
    const at = (await ordinals.inscription(id))!.location;
    expect(await found(proven())).toMatchObject([
      {
        subject: `inscription ${id}`,
        outpoint: `${location.txid}:${location.vout}`,
        message: `the index has it on ${location.txid}:${location.vout}, offset 0, and a custody proof shows it on ${at.txid}:${at.vout}, offset 0`,
      },
    ]);
    // that no proof can tell is no evidence
    expect(await found(async () => ({ is: 'unknown', why: 'it moved too often' }))).toEqual([]);
    expect(await found(() => refuse('unavailable', 'the node is away'))).toEqual([]);
    const elsewhere = await found(async (some) =>
      some === id ? { is: 'elsewhere', why: 'no' } : { is: 'there' },
    );
    expect(elsewhere).toMatchObject([
      { message: expect.stringContaining('and a custody proof does not: no') },
    ]);
  });

  test('finds balance_differs when the chain shows other sats at the anchor address', async () => {
    const { chain } = traded.desk.ctx;
    const poorer: AuditedParts['chain'] = {
      ...chain,
      addressCoins: async (address) => {
        const found = await chain.addressCoins(address);
        return { ...found, confirmedSats: found.confirmedSats - 1 };
      },
    };
    expect(await codesIn(traded.desk.ctx.db, { chain: poorer })).toEqual(['balance_differs']);
  });

  test('reports nothing that is right at the second look: a trade on its way', async () => {
    const { chain } = traded.desk.ctx;
    let looks = 0;
    const late: AuditedParts['chain'] = {
      ...chain,
      unspents: async (coins) => {
        looks += 1;
        const found = await chain.unspents(coins);
        return looks <= 3 ? found.map(() => null) : found;
      },
    };
    expect(await codesIn(traded.desk.ctx.db, { chain: late })).toEqual([]);
  });

  test('reports no suspicion, and cannot finish, while the store is not at the tip of the node', async () => {
    const { chain } = traded.desk.ctx;
    const ahead = { ...chain, tip: async () => ({ height: 1_000, hash: 'ab'.repeat(32) }) };
    const wrong = `update offers set expires_at = created_at where state = 'active'`;
    await expect(codesAfter(wrong, { chain: ahead })).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('leaves out what was confirmed below the height that it begins with', async () => {
    const { rows } = await audit(parts(), { pauseMs: 0, since: 1_000_000 });
    expect(rows).toMatchObject({ 'settlements of offers': 0, fills: 0, purchases: 2 });
  });

  test('ends when its progress throws', async () => {
    const stop = () => {
      throw new Undone('stopped');
    };
    await expect(audit(parts(), { pauseMs: 0, progress: stop })).rejects.toThrow('stopped');
  });
});
