import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { Refusal } from '@ordbook/protocol/refusals';
import { base64 } from '@scure/base';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../../src/audit/audit.ts';
import { inscriptionsByIds } from '../../../src/store/chain/inscriptions.ts';
import { settlementOfOffer } from '../../../src/store/offer/settlements.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { readOffers } from '../../../src/trading/offer/book.ts';
import { rejectOffer } from '../../../src/trading/offer/close.ts';
import { readPsbtOffers, submitPsbtOffer } from '../../../src/trading/offer/psbt-offer.ts';
import { readPsbtOffer } from '../../../src/trading/offer/read-psbt-offer.ts';
import { MOST_PSBTS_ON_INSCRIPTION } from '../../../src/trading/offer/room.ts';
import { acceptOffer, makeCounter, makeOffer, offerNow } from '../../support/bidding.ts';
import { type Desk, openDesk, POSTAGE_SATS } from '../../support/desk.ts';
import { type PsbtBid, psbtOffer } from '../../support/psbt-offers.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { refusalOf, refusedWith } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let member: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  [buyer, seller, member] = (await desk.traders(['p2tr', 'p2wpkh', 'p2wpkh'], 12)) as [
    Trader,
    Trader,
    Trader,
  ];
  ids = await desk.inscribe(seller, 20);
});
afterAll(() => desk?.close());
vi.setConfig({ testTimeout: 90_000 });

/** Sends it, and returns how the owner names it. */
async function sent(inscriptionId: string, bid: PsbtBid = {}) {
  return {
    inscriptionId,
    offerId: await submitPsbtOffer(desk.ctx, await psbtOffer(desk, buyer, inscriptionId, bid)),
  };
}

describe('an offer that came as a PSBT', () => {
  test('is in the book with what its owner gets, is accepted as any other, and is a sale', async () => {
    const id = next();
    const offer = await sent(id, { priceSats: 51_234 });
    const { offers, topOfferSats } = await readOffers(desk.ctx, member.caller, id);
    expect(topOfferSats).toBe(51_234);
    expect(offers).toMatchObject([
      {
        id: offer.offerId,
        kind: 'buyer_offer',
        buyerAddress: buyer.ordinals.address,
        sellerAddress: seller.ordinals.address,
        priceSats: 51_234,
        fees: { sellerReceiveSats: 51_234, buyerPayTotalSats: 51_234, marketplaceRevenueSats: 0 },
      },
    ]);
    const { settlementTxid, payoutTxid } = await acceptOffer(desk, seller, offer);
    await desk.mine();
    expect((await inscriptionsByIds(desk.ctx.db, [id]))[0]!.ownerAddress).toBe(buyer.ordinals.address);
    const proceeds = await desk.ctx.chain.unspent({ txid: payoutTxid!, vout: 0 });
    expect(proceeds!.script).toBe(scriptOf(seller.payment.address, 'regtest'));
    expect(proceeds!.valueSats).toBeGreaterThan(51_234 + POSTAGE_SATS - 2_000);
    expect(await settlementOfOffer(desk.ctx.db, offer.offerId)).toMatchObject({ state: 'confirmed' });
    const sales = await salesPage(desk.ctx.db, { collectionSlug: 'embers', limit: 10 } as never);
    expect(JSON.stringify(sales)).toContain(settlementTxid);
  });

  test('is left as it is when it is sent again, and its file is shown until it is closed', async () => {
    const id = next();
    const psbt = await psbtOffer(desk, buyer, id);
    const offerId = await submitPsbtOffer(desk.ctx, psbt);
    expect(await submitPsbtOffer(desk.ctx, `${psbt}\n`)).toBe(offerId);
    const [file] = await readPsbtOffers(desk.ctx);
    expect(await submitPsbtOffer(desk.ctx, file!)).toBe(offerId);
    await rejectOffer(desk.ctx, seller.caller, {
      inscriptionId: id,
      offerId,
      walletBindingId: seller.walletBindingId,
    });
    expect(await readPsbtOffers(desk.ctx)).toEqual([]);
    expect((await refusalOf(submitPsbtOffer(desk.ctx, psbt))).code).toBe('offer_closed');
  });

  test('falls when the buyer spends a coin of it, and is back when a reorg gives the coin back', async () => {
    const id = next();
    const [coin] = await desk.coinsOf(buyer);
    const offer = await sent(id, { coins: [coin!] });
    await spendCoins(desk, buyer, [coin!]);
    await desk.mine();
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'invalidated' });
    await desk.reorg(1);
    // the spend is in the mempool again
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'invalidated' });
    await desk.mine();
  });

  test('cannot be countered, since its buyer has no account', async () => {
    const offer = await sent(next());
    expect((await refusalOf(makeCounter(desk, seller, offer))).code).toBe('unknown_offer');
  });

  test('takes the place of the lowest of its kind, and never that of a member', async () => {
    const id = next();
    const own = await makeOffer(desk, member, id, { priceSats: 10_000 });
    const made = [];
    for (let i = 0; i < MOST_PSBTS_ON_INSCRIPTION; i += 1)
      made.push(await sent(id, { priceSats: 20_000 + i }));
    expect((await refusalOf(sent(id, { priceSats: 19_999 }))).code).toBe('too_many_offers');
    await sent(id, { priceSats: 30_000 });
    expect(await offerNow(desk, made[0]!)).toMatchObject({ state: 'cancelled' });
    expect(await offerNow(desk, made[1]!)).toMatchObject({ state: 'active' });
    expect(await offerNow(desk, own)).toMatchObject({ state: 'active' });
  });

  test('leaves nothing for the audit to find', async () => {
    await sent(next());
    const { failureDepth } = desk.ctx.settings;
    const { findings } = await audit({ ...desk.ctx, network: 'regtest', failureDepth }, { pauseMs: 0 });
    expect(findings).toEqual([]);
  });
});

describe('an offer that came as a PSBT is refused', () => {
  const cases: [string, string, PsbtBid][] = [
    [
      'of another version',
      'bad_psbt',
      {
        change: (draft) => {
          draft.version = 1;
        },
      },
    ],
    [
      'with a lock time',
      'bad_psbt',
      {
        change: (draft) => {
          draft.lockTime = 5;
        },
      },
    ],
    [
      'with another sequence',
      'bad_psbt',
      {
        change: ({ inputs }) => {
          inputs[1]!.sequence = 0;
        },
      },
    ],
    ['without a payment', 'bad_psbt', { change: ({ inputs }) => void inputs.pop() }],
    ['that pays the owner nothing', 'bad_psbt', { change: ({ outputs }) => void outputs.splice(1, 1) }],
    [
      'that pays the owner only the postage',
      'bad_price',
      {
        change: ({ outputs }) => {
          outputs[1]!.valueSats = POSTAGE_SATS;
        },
      },
    ],
    [
      'that returns the coin to the owner',
      'bad_psbt',
      {
        change: ({ outputs }) => {
          outputs[0]!.script = outputs[1]!.script;
        },
      },
    ],
    [
      'that splits the coin',
      'bad_psbt',
      {
        change: ({ outputs }) => {
          outputs[0]!.valueSats -= 1;
        },
      },
    ],
    ['that spends a coin twice', 'bad_psbt', { change: ({ inputs }) => void inputs.push(inputs[1]!) }],
    [
      'that pays more than it spends',
      'bad_psbt',
      {
        change: ({ outputs }) => {
          outputs[2]!.valueSats *= 2;
        },
      },
    ],
    [
      'that pays dust',
      'bad_psbt',
      {
        change: ({ outputs }) => {
          outputs[2]!.valueSats = 1;
        },
      },
    ],
    ['below what nodes relay', 'bad_psbt', { feeRate: 0.3 }],
    [
      'whose payment is not signed',
      'bad_signature',
      {
        change: ({ inputs }) => {
          inputs[1]!.isSigned = false;
        },
      },
    ],
    [
      'whose owner has signed',
      'bad_signature',
      { after: (transaction) => transaction.updateInput(0, { tapKeySig: new Uint8Array(64) }, true) },
    ],
    ['below the minimum', 'bad_price', { priceSats: 500 }],
    [
      'for another amount than is on the coin',
      'bad_psbt',
      {
        change: ({ inputs, outputs }) => {
          inputs[0]!.valueSats += 1;
          outputs[0]!.valueSats += 1;
        },
      },
    ],
    [
      'whose coin does not exist',
      'coins_spent',
      {
        change: ({ inputs }) => {
          inputs[1]!.vout = 77;
        },
      },
    ],
    [
      'for a coin without an inscription',
      'not_offerable',
      {
        change: ({ inputs }) => {
          inputs[0] = { ...inputs[0]!, ...plain };
        },
      },
    ],
  ];
  let plain: { txid: string; vout: number; valueSats: number };
  beforeAll(async () => {
    const { txid } = await desk.miner.pay([{ address: seller.ordinals.address, sats: POSTAGE_SATS }]);
    plain = { txid, vout: 0, valueSats: POSTAGE_SATS };
    await desk.mine();
  });

  test.each(cases)('%s', async (_, code, bid) => {
    const psbt = await psbtOffer(desk, buyer, ids[0]!, bid);
    const sentence = await refusedWith(desk, code as never, () => submitPsbtOffer(desk.ctx, psbt));
    // its buyer has seen none
    expect(sentence).not.toContain('preflight');
  });

  test('however its bytes are damaged, with a sentence and not with an error', async () => {
    const bytes = base64.decode(await psbtOffer(desk, buyer, ids[0]!));
    for (let at = 0; at < bytes.length; at += 1)
      for (const byte of [0, 1, 0x4c, 0xfd, 0xff]) {
        const damaged = Uint8Array.from(bytes).with(at, byte);
        for (const psbt of [damaged, damaged.subarray(0, at)])
          try {
            readPsbtOffer(base64.encode(psbt), 'regtest');
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
      }
  });

  test('that is no PSBT, too large, of a collection that is not traded, by a banned address, or while offers are paused', async () => {
    const refused = (psbt: string, code: string) =>
      refusedWith(desk, code as never, () => submitPsbtOffer(desk.ctx, psbt));
    await refused('cHNidA==', 'bad_psbt');
    await refused('%', 'bad_psbt');
    await refused('A'.repeat(40_001), 'too_large');
    const psbt = await psbtOffer(desk, buyer, ids[0]!);
    // one more field at the end of the last map
    const odd = [...base64.decode(psbt).slice(0, -1), 1, 0x60, 1, 0, 0];
    await refused(base64.encode(Uint8Array.from(odd)), 'bad_psbt');
    await sql`update collections set trading_enabled = false`.execute(desk.ctx.db);
    await refused(psbt, 'trading_disabled');
    await sql`update collections set trading_enabled = true`.execute(desk.ctx.db);
    const by = { reason: 'theft', actor: 'a', since: new Date() };
    await desk.ctx.db
      .insertInto('bans')
      .values({ subject: buyer.ordinals.address, ...by })
      .execute();
    await refused(psbt, 'banned');
    await sql`delete from bans`.execute(desk.ctx.db);
    await desk.ctx.db
      .insertInto('pauses')
      .values({ scope: 'flow:offer', ...by })
      .execute();
    await refused(psbt, 'paused');
    await sql`delete from pauses`.execute(desk.ctx.db);
    await submitPsbtOffer(desk.ctx, psbt);
  });

  test('whose coin holds two inscriptions or runes, or whose collection has royalties', async () => {
    const psbt = await psbtOffer(desk, buyer, ids[0]!);
    const { ordinals, settings } = desk.ctx;
    const seen = (change: object): TradingContext['ordinals'] => ({
      ...ordinals,
      outputs: async (outpoints, ...more) =>
        (await ordinals.outputs(outpoints, ...more)).map((output) => output && { ...output, ...change }),
    });
    const code = async (change: Partial<TradingContext>) =>
      (await refusalOf(submitPsbtOffer({ ...desk.ctx, ...change }, psbt))).code;
    expect(await code({ ordinals: seen({ inscriptionIds: ids.slice(0, 2) }) })).toBe('not_offerable');
    expect(await code({ ordinals: seen({ hasRunes: true }) })).toBe('not_offerable');
    await sql`update collections set payout_address = ${buyer.payment.address}`.execute(desk.ctx.db);
    const fees = { ...settings.fees, sellerRoyaltyBps: 500 };
    expect(await code({ settings: { ...settings, fees } })).toBe('not_offerable');
    await sql`update collections set payout_address = null`.execute(desk.ctx.db);
    await sql`delete from collection_members`.execute(desk.ctx.db);
    expect(await code({})).toBe('not_found');
  });
});
