import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { vi } from 'vitest';
import { artwork } from '../../sandbox/src/artwork.ts';
import { curatorAddress, inscribe } from '../../sandbox/src/inscriber.ts';
import { upsertCollection } from '../../server/src/store/catalogue/collections.ts';
import { storedTip } from '../../server/src/store/chain/blocks.ts';
import { unreadAnchors } from '../../server/src/store/operator-coins/anchors.ts';
import type { TradingContext } from '../../server/src/trading/context.ts';
import { submitPurchase } from '../../server/src/trading/purchase/buy.ts';
import { SLUG } from '../../server/test/support/desk.ts';
import { list, signedPurchase } from '../../server/test/support/trade.ts';
import { enrol, type Trader } from '../../server/test/support/trader.ts';
import { type Chain, until } from '../edge/replica.ts';

const POSTAGE_SATS = 10_000;
const ANCHORS = 60;
/** A node, an index or a database may be away for less. */
const PREFLIGHT_MS = 60_000;

/** A service with a collection, of which one seller has listed everything, and a buyer with a coin for each. */
export interface Market {
  readonly listings: Awaited<ReturnType<typeof list>>;
  /** Mines, and waits until the service has applied the blocks. */
  mine(blocks?: number): Promise<void>;
  /**
   * Buys a listing, with the preflight repeated until it succeeds. Returns the id of the settlement. null:
   * the submit had no answer. Throws what the last preflight threw after a minute.
   */
  buy(index: number): Promise<string | null>;
}

/** Fills the market. `isRead`: whether so many members of the collection are in the database. */
export async function openMarket(
  ctx: TradingContext,
  { miner }: Chain,
  size: number,
  isRead: (members: number) => Promise<boolean>,
): Promise<Market> {
  const tipIsStored = async () => {
    const { hash } = await miner.mine(0);
    return (await storedTip(ctx.db).catch(() => null))?.hash === hash;
  };
  const mine = async (blocks = 1) => {
    await miner.mine(blocks);
    await until('the follower follows', tipIsStored, 60_000);
  };
  const to = { address: curatorAddress, postageSats: POSTAGE_SATS };
  const [id] = await inscribe(miner, to, [artwork('parent', 0)]);
  const parent = { id: id!, txid: id!.split('i')[0]!, vout: 0, valueSats: POSTAGE_SATS };
  await upsertCollection(ctx.db, {
    slug: SLUG,
    name: 'Embers',
    kind: 'parent_child',
    sources: [parent.id],
    createdAt: new Date(),
  });
  const anchor = { address: anchorAddress(ctx.keys, 'regtest'), sats: ctx.settings.anchorSats };
  const [seller, buyer] = [await enrol(ctx, 'p2wpkh'), await enrol(ctx, 'p2tr')];
  const coin = { address: buyer.payment.address, sats: 1_000_000 };
  await miner.pay([
    ...Array.from({ length: ANCHORS }, () => anchor),
    ...Array.from({ length: size }, () => coin),
  ]);
  const works = Array.from({ length: size }, (_, i) => artwork('members', i));
  const ids = await inscribe(
    miner,
    { address: seller.ordinals.address, postageSats: POSTAGE_SATS },
    works,
    parent,
  );
  await mine();
  await until('the members are read', () => isRead(size));
  const anchorsAreRead = async () => (await unreadAnchors(ctx.db, anchor.sats)) === 0;
  await until('the anchors are read', anchorsAreRead, 60_000);
  const listings: Awaited<ReturnType<typeof list>> = [];
  for (let i = 0; i < ids.length; i += 4)
    listings.push(...(await list({ ctx }, seller, ids.slice(i, i + 4))));

  const coinsOf = async ({ payment }: Trader): Promise<Utxo[]> => {
    const { coins } = await ctx.chain.addressCoins(payment.address);
    return coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats }));
  };
  const coins = await coinsOf(buyer);
  return {
    listings,
    mine,
    async buy(index) {
      const offered = { spendableUtxos: [coins[index]!] };
      const signed = await vi.waitFor(
        () => signedPurchase({ ctx, coinsOf }, buyer, [listings[index]!], offered),
        { timeout: PREFLIGHT_MS, interval: 20 },
      );
      const answer = await submitPurchase(ctx, buyer.caller, signed.body).catch(() => null);
      return answer?.settlementTxid ?? null;
    },
  };
}
