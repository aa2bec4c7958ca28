/** Batches of listings whose transfers came into a block without their sale, and that are taken down. */
import { localWallet, memoryStorage, type Session, takeListingBack } from '@ordbook/client';
import { createNode } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { recoveryFee, recoveryLayout, recoverySize } from '@ordbook/protocol/listing/recovery';
import { base64 } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signInputsWith } from '../../../../protocol/test/parties.ts';
import { REGTEST } from '../../../../sandbox/src/keys.ts';
import type { RpcCall } from '../../../src/chain/transport.ts';
import { purchaseByAnchor } from '../../../src/store/purchase/purchases.ts';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { submitListing, termsOf } from '../../../src/trading/listing/list.ts';
import { preflightTakeBack, submitTakeBack } from '../../../src/trading/listing/take-back.ts';
import { type Desk, openDesk, ownIndex, SLUG } from '../../support/desk.ts';
import { serveDesk } from '../../support/desk-api.ts';
import { signIndex } from '../../support/sign-index.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { signedTakeBack } from '../../support/stranded-listing.ts';
import { buy, list, listingBody, signedListing } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

type ListingRef = { listingId: string; inscriptionId: string };

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
/** What the node estimates, sat/vB; null: what it does by itself. */
let feeRate: number | null = null;
let index: Awaited<ReturnType<typeof ownIndex>>;

beforeAll(async () => {
  const node = createNode();
  const call: RpcCall = async (method, params) =>
    method === 'estimatesmartfee' && feeRate !== null
      ? { feerate: feeRate / 1e5, blocks: 2 }
      : node.call(method, params);
  index = await ownIndex(call);
  desk = await openDesk({ call, index, anchors: 40, settings: { failureDepth: 2 } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 20)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 20);
});
afterAll(async () => {
  await desk?.close();
  await index?.close();
});

/** `count` listings made in one call, on their passthroughs: the purchase of all failed after a block took the transfers. */
async function strandedBatch(count: number, made = list): Promise<ListingRef[]> {
  const refs = await made(desk, seller, ids.splice(0, count));
  const { body } = await buy(desk, buyer, refs);
  const { package: rawPackage } = (await purchaseByAnchor(desk.ctx.db, body.purchaseAnchorUtxoId))!;
  const spend = await spendCoins(desk, buyer, [body.selectedPaymentUtxos[0]!], {
    feeSats: 1_000,
    send: false,
  });
  await desk.miner.mineOnly([...rawPackage.slice(0, -1), spend]);
  await desk.settle();
  for (let block = 0; block < 2; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
  return [...refs];
}

const delist = (refs: readonly ListingRef[]) =>
  delistListings(desk.ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings: refs,
  });
const ownersOf = async (refs: readonly ListingRef[]) =>
  (await desk.ctx.ordinals.inscriptions(refs.map(({ inscriptionId }) => inscriptionId))).map(
    (inscription) => inscription?.address,
  );
const recoveriesOf = async (refs: readonly ListingRef[]) =>
  Promise.all(refs.map(async ({ listingId }) => (await desk.listing(listingId)).recoveryTxid));

/** Lists with a wallet that signs the recovery DEFAULT although it is asked for ALL. */
const listDefault: typeof list = async ({ ctx }, by, inscriptionIds) => {
  const body = await signedListing(ctx, by, listingBody(by, inscriptionIds));
  const { psbtBase64 } = body.signedRecoveryPsbt;
  const transaction = Transaction.fromPSBT(base64.decode(psbtBase64), { disableScriptCheck: true });
  for (const index of inscriptionIds.keys()) {
    transaction.updateInput(index, { tapScriptSig: undefined, sighashType: undefined } as object, true);
    signIndex(transaction, secretOf(by), index, 0);
  }
  const signedRecoveryPsbt = { ...body.signedRecoveryPsbt, psbtBase64: base64.encode(transaction.toPSBT()) };
  return (await submitListing(ctx, by.caller, { ...body, signedRecoveryPsbt })).listings;
};

/** Lists, and stores the recovery that release 0.1.0 asked for. */
const listAsEarlier: typeof list = async ({ ctx }, by, inscriptionIds) => {
  const refs = await list({ ctx }, by, inscriptionIds);
  const terms = await Promise.all(refs.map(async ({ listingId }) => termsOf(await desk.listing(listingId))));
  const signed = signInputsWith(recoveryLayout(terms, ctx.keys, 'DEFAULT'), 'seller', secretOf(by));
  for (const [i, { listingId: id }] of refs.entries())
    await ctx.db
      .updateTable('listings')
      .set({ recoverySignature: signed[i]!.signature })
      .where('id', '=', id)
      .execute();
  return refs;
};

const secretOf = ({ ordinals }: Trader) => WIF(REGTEST).decode(ordinals.wif);

describe('a batch that is stranded and taken down', () => {
  test('comes back in one transaction, paid by what the transfers left of the anchors', async () => {
    const refs = await strandedBatch(3);
    const listings = await Promise.all(refs.map(({ listingId }) => desk.listing(listingId)));
    await delist(refs);
    await desk.settle();
    const [txid, ...others] = await recoveriesOf(refs);
    expect(others).toEqual([txid, txid]);
    const { recoveryHex } = await desk.listing(refs[0]!.listingId);
    const { inputs, outputs } = readTransaction(recoveryHex!);
    expect(inputs.map(({ vout }) => vout)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(outputs.at(-1)!.valueSats).toBe(3 * 788 - recoveryFee(listings.map(termsOf)));
    await desk.mine();
    expect(await ownersOf(refs)).toEqual(refs.map(() => seller.ordinals.address));
    await desk.mine(2);
    for (const { listingId } of refs)
      expect(await desk.listing(listingId)).toMatchObject({ state: 'cancelled', recoverySignature: '' });
  });

  test.each([
    ['its wallet signed DEFAULT instead of ALL', listDefault],
    ['release 0.1.0 listed it', listAsEarlier],
  ])('comes back also when %s', async (_, made) => {
    const refs = await strandedBatch(1, made);
    expect((await desk.listing(refs[0]!.listingId)).recoverySignature).toHaveLength(128);
    await delist(refs);
    await desk.settle();
    const [txid] = await recoveriesOf(refs);
    await desk.mine();
    expect(await desk.call('getrawmempool')).not.toContain(txid);
    expect(await ownersOf(refs)).toEqual([seller.ordinals.address]);
  });

  test('is lifted by a child of the operator when fees are above those of the transfers', async () => {
    const refs = await strandedBatch(2);
    await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 66_666 }]);
    await desk.mine();
    feeRate = 20;
    await delist(refs);
    await desk.settle();
    feeRate = null;
    const { recoveryTxid, recoveryBumpHex } = await desk.listing(refs[0]!.listingId);
    const bump = readTransaction(recoveryBumpHex!);
    expect(bump.inputs[0]).toMatchObject({ txid: recoveryTxid, vout: 2 });
    const entry = (await desk.call('getmempoolentry', [bump.txid])) as {
      fees: { ancestor: number };
      ancestorsize: number;
    };
    expect(entry.ancestorsize).toBeGreaterThan(recoverySize(2));
    expect((entry.fees.ancestor * 1e8) / entry.ancestorsize).toBeGreaterThanOrEqual(20);
    await desk.mine();
    expect(await ownersOf(refs)).toEqual(refs.map(() => seller.ordinals.address));
  });
});

const takeBack = (ref: ListingRef) => signedTakeBack(desk, seller, ref);

const takeBackUnsigned = async (ref: ListingRef) =>
  (
    await preflightTakeBack(desk.ctx, seller.caller, {
      slug: SLUG,
      listingId: ref.listingId,
      walletBindingId: seller.walletBindingId,
      ordinalsPublicKey: seller.ordinals.publicKey,
    })
  ).steps[0]!;

describe('a take-back', () => {
  test('brings one inscription of a batch home, cancels its listing, and leaves the others for sale', async () => {
    const refs = await strandedBatch(2);
    const { promised, submit } = await takeBack(refs[0]!);
    const taken = await submit();
    expect(taken).toMatchObject({ ...refs[0]!, txid: promised.expectedTxid });
    expect(await submit()).toEqual(taken);
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({
      state: 'cancelled',
      recoveryTxid: promised.expectedTxid,
    });
    await desk.mine();
    expect(await ownersOf([refs[0]!])).toEqual([seller.ordinals.address]);
    expect(await submit()).toEqual(taken);
    await desk.mine(3);
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({ recoverySignature: '' });
    expect(await desk.listing(refs[1]!.listingId)).toMatchObject({ state: 'buyable' });
  });

  test('is made by the SDK over HTTP: its checks pass, and its wallet signs the key path', async () => {
    const [ref] = await strandedBatch(1);
    const { ordinals, payment, walletBindingId } = seller;
    const api = await serveDesk(desk);
    const post = async (
      path: string,
      { path: values, body }: { path: Record<string, string>; body: object },
    ) => {
      const answer = await api.post(
        path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!),
        seller,
        body,
      );
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const session = {
      client: { post, options: {}, with: () => ({ post, options: {} }) },
      wallet: localWallet({ ordinals, payment, network: 'regtest' }),
      walletBindingId,
      safety: { storage: memoryStorage(), service: 'http://127.0.0.1' },
    } as unknown as Session;
    const { transferTxid } = await desk.listing(ref!.listingId);
    const taken = await takeListingBack(session, {
      collectionSlug: SLUG,
      ...ref!,
      location: { txid: transferTxid, vout: 0 },
      marketPublicKey: desk.ctx.keys.market,
    });
    await api.close();
    await desk.mine();
    expect(await desk.call('getrawtransaction', [taken.txid, true])).toMatchObject({ confirmations: 1 });
    expect(await ownersOf([ref!])).toEqual([ordinals.address]);
  });

  test('of a listing that was delisted before works too', async () => {
    const refs = await strandedBatch(2);
    await delist([refs[1]!]);
    const { submit } = await takeBack(refs[1]!);
    await submit();
    await desk.mine();
    expect(await ownersOf([refs[1]!])).toEqual([seller.ordinals.address]);
  });

  test('is refused for a listing whose inscription never left its seller, and for somebody else', async () => {
    const [ref] = await list(desk, seller, ids.splice(0, 1));
    await expect(takeBack(ref!)).rejects.toMatchObject({ code: 'stale' });
    const asked = {
      slug: SLUG,
      listingId: ref!.listingId,
      walletBindingId: buyer.walletBindingId,
      ordinalsPublicKey: buyer.ordinals.publicKey,
    };
    await expect(preflightTakeBack(desk.ctx, buyer.caller, asked)).rejects.toMatchObject({
      code: 'not_owner',
    });
  });

  test('is refused with a signature of another transaction', async () => {
    const [ref] = await strandedBatch(1);
    const { body } = await takeBack(ref!);
    const signedSteps = [{ ...body.signedSteps[0]!, psbtBase64: (await takeBackUnsigned(ref!)).psbtBase64 }];
    await expect(submitTakeBack(desk.ctx, seller.caller, { ...body, signedSteps })).rejects.toMatchObject({
      code: 'bad_signature',
    });
    await expect(
      submitTakeBack(desk.ctx, seller.caller, { ...body, expectedTxid: '00'.repeat(32) }),
    ).rejects.toMatchObject({ code: 'stale' });
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable', recoveryTxid: null });
  });
});

describe('a batch of which only a part is taken down', () => {
  test('waits: one signature covers all of it, and the rest is still for sale', async () => {
    const refs = await strandedBatch(2);
    await delist([refs[0]!]);
    await desk.settle();
    expect(await recoveriesOf(refs)).toEqual([null, null]);
    expect(await desk.listing(refs[1]!.listingId)).toMatchObject({ state: 'buyable' });

    await buy(desk, buyer, [refs[1]!]);
    await desk.mine(3);
    expect(await desk.listing(refs[1]!.listingId)).toMatchObject({ state: 'sold' });
    expect(await recoveriesOf(refs)).toEqual([null, null]);
    expect((await desk.listing(refs[0]!.listingId)).recoverySignature).not.toBe('');
  });
});
