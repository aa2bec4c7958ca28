import type { Outpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/base/clock.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { delistListings, expireListings } from '../../../src/trading/listing/delist.ts';
import { preflightListing, submitListing } from '../../../src/trading/listing/list.ts';
import { createPublisher } from '../../../src/trading/listing/publish.ts';
import { type Desk, OTHER_SLUG, openDesk, SLUG } from '../../support/desk.ts';
import { list, listingBody, refusedWith, signedListing } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let stranger: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  [seller, stranger] = (await desk.traders(['p2wpkh', 'p2tr'])) as [Trader, Trader];
  ids = await desk.inscribe(seller, 40);
});
afterAll(() => desk?.close());

/** A context in which one method of a port answers otherwise. */
function withOrdinals(change: Partial<TradingContext['ordinals']>): TradingContext {
  return { ...desk.ctx, ordinals: { ...desk.ctx.ordinals, ...change } };
}

describe('a listing', () => {
  test('is in the book as soon as its coin and its anchor are confirmed', async () => {
    const [ref] = await list(desk, seller, [next()]);
    expect(await desk.listing(ref!.listingId)).toMatchObject({
      state: 'buyable',
      listedAt: desk.clock.now(),
      expiresAt: null,
    });
  });

  test('leaves the inscription where it is: nothing is broadcast', async () => {
    const id = next();
    const before = await desk.ctx.ordinals.inscription(id);
    await list(desk, seller, [id]);
    expect(await desk.call('getrawmempool')).toEqual([]);
    await desk.mine();
    expect((await desk.ctx.ordinals.inscription(id))?.location).toEqual(before?.location);
  });

  test('of several items is made with one anchor each, all or none', async () => {
    const three = [next(), next(), next()];
    const refs = await list(desk, seller, three);
    expect(refs.map(({ inscriptionId }) => inscriptionId)).toEqual(three);
    const stored = await Promise.all(refs.map(({ listingId }) => desk.listing(listingId)));
    expect(new Set(stored.map(({ anchorId }) => anchorId)).size).toBe(3);

    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next(), next()]));
    const broken = {
      ...body,
      signed: [body.signed[0]!, { ...body.signed[1]!, psbts: body.signed[0]!.psbts }],
    };
    await refusedWith(desk, 'bad_psbt', () => submitListing(desk.ctx, seller.caller, broken));
  });

  test('submitted again answers the same ids and stores nothing more', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next(), next()]));
    const first = await submitListing(desk.ctx, seller.caller, body);
    const before = await desk.dump();
    expect(await submitListing(desk.ctx, seller.caller, body)).toEqual(first);
    expect(await desk.dump()).toBe(before);
  });

  test('submitted twice at the same moment is made once', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const answers = await Promise.allSettled([
      submitListing(desk.ctx, seller.caller, body),
      submitListing(desk.ctx, seller.caller, body),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const again = await submitListing(desk.ctx, seller.caller, body);
    for (const answer of answers)
      if (answer.status === 'fulfilled') expect(answer.value).toEqual(again);
      else expect(answer.reason).toMatchObject({ status: 409 });
  });

  test('waits for its anchor while a reorg has unconfirmed that', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const anchorId = body.anchors[0]!.anchorUtxoId;
    const anchor = await desk.ctx.db
      .selectFrom('anchors')
      .selectAll()
      .where('id', '=', anchorId)
      .executeTakeFirstOrThrow();
    const set = (confirmedHeight: number | null) =>
      desk.ctx.db.updateTable('anchors').set({ confirmedHeight }).where('id', '=', anchorId).execute();
    await set(null);
    const { listings } = await submitListing(desk.ctx, seller.caller, body);
    expect(await desk.listing(listings[0]!.listingId)).toMatchObject({
      state: 'pending_public',
      listedAt: null,
    });
    await set(anchor.confirmedHeight);
    await createPublisher(desk.ctx, 10)();
    expect(await desk.listing(listings[0]!.listingId)).toMatchObject({ state: 'buyable' });
  });
});

describe('durationDays', () => {
  test('counts from the moment the listing is buyable, and expires it by the clock', async () => {
    const [ref] = await list(desk, seller, [next()], 50_000, 30);
    const listed = await desk.listing(ref!.listingId);
    expect(listed.expiresAt?.getTime()).toBe(desk.clock.now().getTime() + 30 * DAY_MS);
    desk.clock.step(30 * DAY_MS - 1);
    await expireListings(desk.ctx);
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable' });
    desk.clock.step(1);
    await expireListings(desk.ctx);
    expect(await desk.listing(ref!.listingId)).toMatchObject({
      state: 'expired',
      closedAt: desk.clock.now(),
      transferSignature: '',
      saleSignature: '',
      recoverySignature: '',
    });
  });

  test('that is over frees the inscription to be listed again', async () => {
    const id = next();
    await list(desk, seller, [id], 50_000, 1);
    desk.clock.step(DAY_MS);
    await expireListings(desk.ctx);
    const [again] = await list(desk, seller, [id]);
    expect(await desk.listing(again!.listingId)).toMatchObject({ state: 'buyable' });
  });
});

describe('a listing is refused', () => {
  const preflight = (trader: Trader, body = listingBody(seller, [ids.at(-1)!]), ctx = desk.ctx) =>
    preflightListing(ctx, trader.caller, body);

  test("with somebody else's wallet, and with an unknown one", async () => {
    await refusedWith(desk, 'not_owner', () => preflight(stranger));
    const unknown = { ...listingBody(seller, [ids.at(-1)!]), walletBindingId: seller.caller.profileId };
    await refusedWith(desk, 'not_owner', () => preflight(seller, unknown));
  });

  test('when the inscription is at another address', async () => {
    const sentence = await refusedWith(desk, 'not_owner', () =>
      preflight(stranger, listingBody(stranger, [ids.at(-1)!])),
    );
    expect(sentence).toContain(seller.ordinals.address);
  });

  test('with a key that does not derive the ordinals address', async () => {
    const body = { ...listingBody(seller, [ids.at(-1)!]), ordinalsPublicKey: stranger.ordinals.publicKey };
    await refusedWith(desk, 'bad_public_key', () => preflight(seller, body));
  });

  test('in an unknown collection, and in one that the inscription is not in', async () => {
    const body = listingBody(seller, [ids.at(-1)!]);
    await refusedWith(desk, 'not_found', () => preflight(seller, { ...body, slug: 'nowhere' }));
    await refusedWith(desk, 'not_found', () => preflight(seller, { ...body, slug: OTHER_SLUG }));
  });

  test('when the inscription is unknown', async () => {
    await refusedWith(desk, 'not_found', () =>
      preflight(seller, listingBody(seller, [`${'00'.repeat(32)}i0`])),
    );
  });

  test('while trading in the collection is switched off', async () => {
    const set = (tradingEnabled: boolean) =>
      desk.ctx.db.updateTable('collections').set({ tradingEnabled }).where('slug', '=', SLUG).execute();
    await set(false);
    await refusedWith(desk, 'trading_disabled', () => preflight(seller));
    await set(true);
  });

  test('below the minimum price, and not at it', async () => {
    const minimum = desk.ctx.settings.listingMinimumSats;
    await refusedWith(desk, 'bad_price', () =>
      preflight(seller, listingBody(seller, [ids.at(-1)!], minimum - 1)),
    );
    await list(desk, seller, [next()], minimum);
  });

  test('when its output holds more than the postage cap, and not at the cap', async () => {
    const cap = desk.ctx.settings.maxPostageSats;
    const [over] = await desk.inscribe(seller, 1, cap + 1);
    await refusedWith(desk, 'not_listable', () => preflight(seller, listingBody(seller, [over!])));
    const [at] = await desk.inscribe(seller, 1, cap);
    await list(desk, seller, [at!]);
  });

  test('when runes lie on its output', async () => {
    const ctx = withOrdinals({
      outputs: async (outpoints) =>
        (await desk.ctx.ordinals.outputs(outpoints)).map((output) => output && { ...output, hasRunes: true }),
    });
    const sentence = await refusedWith(desk, 'not_listable', () => preflight(seller, undefined, ctx));
    expect(sentence).toContain('runes');
  });

  test('while the inscription has a live listing', async () => {
    const id = next();
    const late = await signedListing(desk.ctx, seller, listingBody(seller, [id]));
    await list(desk, seller, [id], 60_000);
    await refusedWith(desk, 'already_listed', () => submitListing(desk.ctx, seller.caller, late));
    await refusedWith(desk, 'already_listed', () => preflight(seller, listingBody(seller, [id])));
  });

  test('with others, which the refusal does not name', async () => {
    const [free, taken] = [next(), next()];
    const both = await signedListing(desk.ctx, seller, listingBody(seller, [free, taken]));
    const one = await signedListing(desk.ctx, seller, listingBody(seller, [taken]));
    expect(one.anchors).toEqual([both.anchors[1]]);
    await submitListing(desk.ctx, seller.caller, one);
    const sentence = await refusedWith(desk, 'already_listed', () =>
      submitListing(desk.ctx, seller.caller, both),
    );
    expect(sentence).toContain(`inscription ${taken} is already listed`);
  });

  test('with the anchor of a listing that has ended', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const { listings } = await submitListing(desk.ctx, seller.caller, body);
    const { slug, walletBindingId } = body;
    await delistListings(desk.ctx, seller.caller, { slug, walletBindingId, listings });
    const dearer = { ...body, items: [{ ...body.items[0]!, priceSats: 60_000 }] };
    await refusedWith(desk, 'stale', () => submitListing(desk.ctx, seller.caller, dearer));
  });

  test('when it is submitted again with another price or duration', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]), 1);
    await submitListing(desk.ctx, seller.caller, body);
    for (const change of [
      { durationDays: 30 as const },
      { items: [{ ...body.items[0]!, priceSats: 60_000 }] },
    ])
      await refusedWith(desk, 'already_listed', () =>
        submitListing(desk.ctx, seller.caller, { ...body, ...change }),
      );
  });

  test('while the inscription is being moved in the mempool', async () => {
    const id = next();
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [id]));
    const ctx = { ...desk.ctx, chain: { ...desk.ctx.chain, unspents: async () => [null] } };
    await refusedWith(desk, 'stale', () => preflight(seller, listingBody(seller, [id]), ctx));
    await refusedWith(desk, 'stale', () => submitListing(ctx, seller.caller, body));
  });

  test('when a block moves the inscription between two readings of the index', async () => {
    const body = listingBody(seller, [next()]);
    const outputs = async (outpoints: readonly Outpoint[]) =>
      (await desk.ctx.ordinals.outputs(outpoints)).map(
        (output) => output && { ...output, inscriptionIds: [] },
      );
    const ctx = { ...desk.ctx, ordinals: { ...desk.ctx.ordinals, outputs } };
    await refusedWith(desk, 'stale', () => preflight(seller, body, ctx));
  });

  test('when its anchors are not those of the preflight', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const other = await signedListing(
      desk.ctx,
      stranger,
      listingBody(stranger, await desk.inscribe(stranger)),
    );
    await refusedWith(desk, 'malformed', () =>
      submitListing(desk.ctx, seller.caller, { ...body, anchors: [] }),
    );
    const foreign = [{ ...body.anchors[0]!, anchorUtxoId: other.anchors[0]!.anchorUtxoId }];
    await refusedWith(desk, 'stale', () =>
      submitListing(desk.ctx, seller.caller, { ...body, anchors: foreign }),
    );
    const unknown = [{ ...body.anchors[0]!, anchorUtxoId: seller.caller.profileId }];
    await refusedWith(desk, 'stale', () =>
      submitListing(desk.ctx, seller.caller, { ...body, anchors: unknown }),
    );
  });

  test('when its entries are of other inscriptions than its items', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const inscriptionId = ids.at(-1)!;
    const renamed = {
      anchors: body.anchors.map((entry) => ({ ...entry, inscriptionId })),
      signed: body.signed.map((entry) => ({ ...entry, inscriptionId })),
    };
    for (const change of [{ anchors: renamed.anchors }, { signed: renamed.signed }, { signed: [] }])
      await refusedWith(desk, 'malformed', () =>
        submitListing(desk.ctx, seller.caller, { ...body, ...change }),
      );
  });

  test('when the price is not the one that was signed', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const cheaper = {
      ...body,
      items: body.items.map((item) => ({ ...item, priceSats: item.priceSats - 1 })),
    };
    await refusedWith(desk, 'bad_psbt', () => submitListing(desk.ctx, seller.caller, cheaper));
  });

  test('while fewer anchors are free than it needs', async () => {
    const set = (from: 'free' | 'unsafe', to: 'free' | 'unsafe') =>
      desk.ctx.db.updateTable('anchors').set({ state: to }).where('state', '=', from).execute();
    await set('free', 'unsafe');
    await refusedWith(desk, 'no_anchor', () => preflight(seller));
    await set('unsafe', 'free');
  });

  test('while the node or the index is away, or the index is behind', async () => {
    const away = async () => refuse('unavailable', 'gone');
    await refusedWith(desk, 'unavailable', () =>
      preflight(seller, undefined, { ...desk.ctx, chain: { ...desk.ctx.chain, unspents: away } }),
    );
    await refusedWith(desk, 'unavailable', () =>
      preflight(seller, undefined, withOrdinals({ outputs: away })),
    );
    await refusedWith(desk, 'unavailable', () =>
      preflight(seller, undefined, withOrdinals({ blockHash: async () => null })),
    );
  });
});

describe('a reservation of anchors', () => {
  test('is used again for the same outputs, and not for anything else', async () => {
    const [one, two] = [next(), next()];
    const [first] = (await preflightListing(desk.ctx, seller.caller, listingBody(seller, [one]))).listings;
    const again = (await preflightListing(desk.ctx, seller.caller, listingBody(seller, [two, one], 60_000)))
      .listings;
    expect(again[1]!.anchorUtxoId).toBe(first!.anchorUtxoId);
    expect(again[0]!.anchorUtxoId).not.toBe(first!.anchorUtxoId);
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [two]));
    const swapped = [{ ...body.anchors[0]!, anchorUtxoId: first!.anchorUtxoId }];
    await refusedWith(desk, 'stale', () =>
      submitListing(desk.ctx, seller.caller, { ...body, anchors: swapped }),
    );
  });

  test('lapses after its time, and a submit that comes too late is refused when another has them', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    desk.clock.step(desk.ctx.settings.reservationMs + 1);
    const free = await desk.ctx.db.selectFrom('anchors').select('id').where('state', '=', 'free').execute();
    const taken = await desk.inscribe(stranger, 1);
    for (let i = 0; i <= free.length; i += 1) {
      const other = await preflightListing(desk.ctx, stranger.caller, listingBody(stranger, taken));
      if (other.listings[0]!.anchorUtxoId === body.anchors[0]!.anchorUtxoId) break;
    }
    await refusedWith(desk, 'stale', () => submitListing(desk.ctx, seller.caller, body));
  });
});
