/** What chain and clock do between: blocks, spends that the service has no part in, reorgs that undo some of them, and time. */

import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { expect } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { POSTAGE_SATS } from '../desk.ts';
import { moveInscription } from '../move-inscription.ts';
import { spendCoins } from '../spend-coins.ts';
import { outpointOf, utxoOf } from './chain-view.ts';
import { Step } from './commands.ts';
import { LEAST_PAYMENT_SATS, type OfferModel, type PaymentCoin } from './model.ts';
import { note, type Undo, type Wallet, type World } from './world.ts';

/** Of a spend of a wallet's own: enough to replace a settlement in the mempool. */
const SPEND_FEE = 5_000;
const UNDO_FEE = 3_000;

export class Mine extends Step {
  declare readonly choice: { readonly blocks: number };
  protected async act(model: OfferModel, world: World): Promise<void> {
    for (let block = 0; block < this.choice.blocks; block += 1) {
      await world.desk.mine();
      await model.settle(world.desk.clock.now().getTime());
    }
  }
}

export class Wait extends Step {
  declare readonly choice: { readonly hours: number };
  protected async act(_model: OfferModel, { desk }: World): Promise<void> {
    desk.clock.step(this.choice.hours * HOUR_MS);
  }
}

/** A wallet pays itself with a coin that offers may be made of. */
export class SpendPayment extends Step {
  declare readonly choice: { readonly wallet: number; readonly coin: number; readonly inBlock: boolean };
  protected async act(_model: OfferModel, world: World): Promise<void> {
    const wallet = world.wallets[this.choice.wallet]!;
    const large = wallet.payments.filter(({ valueSats }) => valueSats >= LEAST_PAYMENT_SATS);
    const small = await unusedSmall(world, wallet);
    const coin = large[this.choice.coin % large.length]!;
    if (!small) return;
    const raw = await spendCoins(world.desk, wallet.trader, [coin, small].map(utxoOf), {
      feeSats: SPEND_FEE,
      send: false,
    });
    if (!(await publish(world, raw, this.choice.inBlock))) return;
    note(
      world,
      raw,
      { deltas: new Map([[wallet.party, -SPEND_FEE]]), feeSats: SPEND_FEE, moved: null },
      { wallet, coin: small },
    );
  }
}

/** An owner gives an inscription away. */
export class Give extends Step {
  declare readonly choice: { readonly item: number; readonly to: number; readonly inBlock: boolean };
  protected async act(_model: OfferModel, world: World): Promise<void> {
    const inscriptionId = world.inscriptionIds[this.choice.item]!;
    const { holder } = (await world.ledger.state()).places.get(inscriptionId)!;
    if (holder === null || holder === this.choice.to) return;
    const giver = world.parties[holder]!;
    const small = await unusedSmall(world, giver);
    if (!small) return;
    const { ordinals } = world.parties[this.choice.to]!.trader;
    const raw = await moveInscription(world.desk, giver.trader, inscriptionId, ordinals.address, {
      send: false,
      feeSats: SPEND_FEE,
      feeCoin: utxoOf(small),
    });
    if (!(await publish(world, raw, this.choice.inBlock))) return;
    note(
      world,
      raw,
      {
        deltas: new Map([
          [holder, -POSTAGE_SATS - SPEND_FEE],
          [this.choice.to, POSTAGE_SATS],
        ]),
        feeSats: SPEND_FEE,
        moved: { inscriptionId, to: { holder: this.choice.to, coin: `${readTransaction(raw).txid}:0` } },
      },
      { wallet: giver, coin: small },
    );
  }
}

/**
 * The last blocks are lost. The branch that stays takes one coin of some of their transactions (by the bits of `undo`) into other spends,
 * so that these never return; the others go back to the mempool.
 */
export class Reorg extends Step {
  declare readonly choice: { readonly depth: number; readonly undo: number };
  protected async act(_model: OfferModel, world: World): Promise<void> {
    const { desk, chain, undoable, baseHeight } = world;
    const depth = Math.min(this.choice.depth, (await chain.tip()) - baseHeight);
    if (depth < 1) return;
    const instead: { raw: string; undo: Undo }[] = [];
    for (const [i, [txid, undo]] of [...undoable].entries()) {
      const lost = isIn(await chain.confirmations(txid), depth);
      const existed = !isIn(await chain.confirmations(outpointOf(undo.coin.coin).txid), depth);
      if (!lost || !existed || ((this.choice.undo >> (i % 4)) & 1) === 0) continue;
      const options = { feeSats: UNDO_FEE, send: false };
      instead.push({ raw: await spendCoins(desk, undo.wallet.trader, [utxoOf(undo.coin)], options), undo });
    }
    await desk.reorg(
      depth,
      instead.map(({ raw }) => raw),
    );
    for (const { raw, undo } of instead) {
      const deltas = new Map([[undo.wallet.party, -UNDO_FEE]]);
      note(world, raw, { deltas, feeSats: UNDO_FEE, moved: null }, null);
    }
  }
}

/** Mines until nothing is open any more: then every inscription is somebody's. */
export async function comeToRest(model: OfferModel, world: World): Promise<void> {
  for (let block = 0; block < 8; block += 1) {
    await new Mine({ blocks: 1 }).run(model, world);
  }
  const { places } = await world.ledger.state();
  for (const [id, { holder }] of places) expect(holder, `${id} is somebody's`).not.toBeNull();
}

function isIn(confirmations: number | null, depth: number): boolean {
  return confirmations !== null && confirmations >= 1 && confirmations <= depth;
}

/** To the mempool, or right into a block. False when the node does not take it. */
async function publish({ desk }: World, raw: string, inBlock: boolean): Promise<boolean> {
  const sent = inBlock ? desk.miner.mineOnly([raw]) : desk.call('sendrawtransaction', [raw]);
  return sent.then(
    () => true,
    () => false,
  );
}

async function unusedSmall({ chain }: World, { small }: Wallet): Promise<PaymentCoin | null> {
  for (const one of small) if ((await chain.unspent(one.coin)) !== null) return one;
  return null;
}
