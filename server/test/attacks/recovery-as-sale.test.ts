/**
 * Attacker: the service, taken over, with honest signers; or whoever holds the market key, with no signer at all.
 * Aim:      a listed inscription for its own postage, by using what the seller signed for the way back as a sale.
 * Guard:    a recovery is signed ALL: over its whole batch, so that its signature is good in that one transaction only.
 */

import { ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { type Layout, layout, pay, row, rows, spend } from '@ordbook/protocol/layout/layout';
import type { ListingTerms } from '@ordbook/protocol/layout/terms';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS, NETWORK, xOnly } from '../../../protocol/test/parties.ts';
import type { Listing } from '../../src/store/listing/listings.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { termsOf } from '../../src/trading/listing/list.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, honestSigner, onlySignature, signedAs } from './forging.ts';
import {
  bought,
  listed,
  OPERATOR,
  ordinalsOf,
  POSTAGE,
  passthroughOf,
  type SignedListing,
  signedListing,
  transferOf,
} from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

/** The way back as it was signed once: SINGLE|ANYONECANPAY over the leaf, the postage to the seller. */
function oldRecovery({ terms, tables }: SignedListing): Layout {
  const lock = passthroughLock(terms.sellerKey, KEYS.market);
  const coin = passthroughOf(tables.transfer);
  return layout('old recovery', [
    row(
      spend('passthrough', coin, lock, { seller: 'SINGLE|ANYONECANPAY', market: 'DEFAULT' }),
      pay('inscription', coin.valueSats, ordinalsOf('seller 1')),
    ),
  ]);
}

/** The listing, told as one for nothing but the postage, to the seller's own ordinals address. */
const forPostage = ({ terms }: SignedListing, signature: string): SignedListing => {
  const told = signedListing('seller 1', {
    ...terms,
    sellerPaymentAddress: ordinalsAddressOf(xOnly('seller 1'), NETWORK),
    sellerProceedsSats: terms.utxo.valueSats,
  });
  return { ...told, signatures: { ...told.signatures, leg: signature } };
};

describe('without the guard', () => {
  test('an honest signer completes the theft of any listed inscription, and a miner takes it', async () => {
    const listing = await listed(world, 'seller 1');
    const signature = onlySignature(oldRecovery(listing), 'seller', 'seller 1');
    const { transfers, sale } = await honestSigner().signSale(
      await bought(world, 'thief', forPostage(listing, signature)),
    );
    expect(await world.mined(...transfers, sale)).toBeNull();
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('thief') });
    expect(world.balance(ordinalsOf('seller 1'))).toBe(POSTAGE);
  });

  test('the market key alone leads the inscription anywhere', async () => {
    const listing = await listed(world, 'seller 1');
    const signature = onlySignature(oldRecovery(listing), 'seller', 'seller 1');
    expect(await world.mined(transferOf(listing), await withThief(listing, signature))).toBeNull();
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('thief') });
  });
});

/** The passthrough behind a coin of the thief, whose value pushes the inscription into the thief's output. */
async function withThief({ terms, tables }: SignedListing, signature: string): Promise<string> {
  const [own] = await world.coins({ script: OPERATOR, valueSats: 2 * POSTAGE });
  const coin = passthroughOf(tables.transfer);
  const lock = passthroughLock(terms.sellerKey, KEYS.market);
  const table = layout(
    'theft',
    rows(
      [
        spend('own coin', own!, operatorLock(KEYS), { operator: 'DEFAULT' }),
        spend('passthrough', coin, lock, { seller: 'SINGLE|ANYONECANPAY', market: 'DEFAULT' }),
      ],
      [
        pay('change', POSTAGE, ordinalsOf('thief')),
        pay('inscription', coin.valueSats, ordinalsOf('seller 1')),
        pay('loot', coin.valueSats, ordinalsOf('thief')),
      ],
    ),
  );
  return assembled(table, {
    seller: [{ inputIndex: 1, signature }],
    market: signedAs(table, 'market', 'market'),
    operator: signedAs(table, 'operator', 'anchor'),
  }).hex;
}

describe('with it', () => {
  test('no signature that a seller gives is one of a sale for the postage', async () => {
    const listing = await listed(world, 'seller 1');
    for (const signature of Object.values(listing.signatures)) {
      const theft = bought(world, 'thief', forPostage(listing, signature));
      await expect(honestSigner().signSale(await theft)).rejects.toThrow(
        'every seller has signed the transfer and the output that exactly this sale pays',
      );
    }
  });

  test('the recovery is worthless to the market key beside any other coin or output', async () => {
    const listing = await listed(world, 'seller 1');
    const bare = listing.signatures.recovery.slice(0, 128);
    // As it is, as the other type that covers all, and as one of the looser types.
    for (const signature of [`${bare}01`, bare, `${bare}83`, `${bare}81`]) {
      const stolen = await withThief(listing, signature);
      expect(await world.mined(transferOf(listing), stolen)).toMatch(/Schnorr signature/i);
    }
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('seller 1') });
  });

  test('all that the recovery can do is return the inscription', async () => {
    const listing = await listed(world, 'seller 1');
    const { terms, signatures } = listing;
    const { hex } = await honestSigner().signRecovery({
      items: [{ terms, sellerSignature: signatures.recovery }],
      bump: null,
    });
    expect(await world.mined(transferOf(listing), hex)).toBeNull();
    expect(world.holder(terms.utxo)).toMatchObject({ script: ordinalsOf('seller 1'), offset: 0 });
  });
});

describe('against the whole service, whose database was copied', () => {
  let desk: Desk;
  let seller: Trader;
  let ids: string[];
  beforeAll(async () => {
    desk = await openDesk({ anchors: 6 });
    [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
    ids = await desk.inscribe(seller, 2);
  });
  afterAll(() => desk?.close());

  /** Asks the desk's signer to sell to the thief what the row lists, as `told`, with one of its signatures. */
  const sold = async (row: Listing, told: ListingTerms, sellerSignature: string) => {
    const { ctx } = desk;
    const { terms: example } = await bought(world, 'thief', await listed(world, 'seller 1'));
    const terms = { ...example, listings: [told], payouts: [] };
    return ctx.signer.signSale({
      terms,
      transferSignatures: [row.transferSignature],
      sellerSignatures: [sellerSignature],
      buyerSignatures: signedAs(saleLayout(terms, ctx.keys, 'regtest'), 'buyer', 'thief'),
    });
  };
  const delist = ({ id, inscriptionId }: Listing) =>
    delistListings(desk.ctx, seller.caller, {
      slug: SLUG,
      walletBindingId: seller.walletBindingId,
      listings: [{ listingId: id, inscriptionId }],
    });

  test.each([
    ['right after listing', false],
    ['right after delisting', true],
  ])('%s, no stored signature sells for the postage, and one sells at the price', async (_, isDelisted) => {
    const [ref] = await list(desk, seller, [ids.pop()!]);
    const row = await desk.listing(ref!.listingId);
    if (isDelisted) await delist(row);
    const forPostage = {
      ...termsOf(row),
      sellerPaymentAddress: row.sellerOrdinalsAddress,
      sellerProceedsSats: row.utxoValueSats,
    };
    for (const signature of [row.transferSignature, row.saleSignature, row.recoverySignature])
      await expect(sold(row, forPostage, signature)).rejects.toThrow('every seller has signed');
    // What a delisting is worth as long as the anchor lives: see `delisted.test.ts`.
    await expect(sold(row, termsOf(row), row.saleSignature)).resolves.toBeDefined();
  });
});
