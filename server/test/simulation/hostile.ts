/**
 * What the hostile member does besides trading: floods, pins and forged sales. Miners take from it what no
 * mempool would, and leave out what it asks them to.
 */

import { addressOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { xOnly } from '../../../protocol/test/parties.ts';
import { payTo, REGTEST, scriptOf } from '../../../sandbox/src/keys.ts';
import { MINUTE_MS } from '../../src/base/clock.ts';
import { submitOffers } from '../../src/trading/offer/make.ts';
import { beside, dropping, forgedSale, loose } from '../attacks/forged-sale.ts';
import { signedOffer } from '../support/bidding.ts';
import { spendCoins } from '../support/spend-coins.ts';
import type { Choices } from './seeded-random.ts';
import { BOUNDS, type Stage } from './stage.ts';
import { type Act, buyAs, delistAs, listAs, ownedBy, stateOf, stateOfAny, submission } from './traders.ts';
import { coinsInMempool, indexed, mempoolOf, type Upheaval } from './upheavals.ts';

/** Offers on every inscription of the others, paid by one coin. Three such batches are above the bound of a profile. */
export const flood: Act = async ({ desk, stage }, random) => {
  const { hostile } = stage;
  const own = await ownedBy(desk.ctx, hostile, stage.ids);
  const ids = stage.ids.filter((id) => !own.includes(id));
  const [coin] = await richest(stage);
  if (!coin || ids.length === 0) return null;
  const bid = { priceSats: 20_000 + 1_000 * random.below(20), validityHours: random.pick([6, 168])! };
  const { body } = await signedOffer(desk, hostile, ids, { ...bid, coins: [coin] });
  const each = body.signedItems.map((item) =>
    stateOf('offers', { firstTxid: item.expectedSettlementTxid, ...bid }),
  );
  return submission(
    `flood of ${ids.length} offers at ${bid.priceSats}`,
    (ctx) => submitOffers(ctx, hostile.caller, body),
    stateOfAny(each),
  );
};

export const listOwn: Act = (actor, random) => listAs(actor, random, actor.stage.hostile);
export const delistOwn: Act = (actor, random) => delistAs(actor, random, [actor.stage.hostile]);
export const buyOthers: Act = (actor, random) => buyAs(actor, random, [actor.stage.hostile]);

/**
 * A miner takes a cheap spend of a coin that pays for a trade, which the mempool would not: one of the hostile
 * member's, or of whom it has talked into it.
 */
export const pin: Upheaval = async (stage, random) => {
  const { hostile, desk, traders } = stage;
  for (const owner of [hostile, ...traders]) {
    const coin = random.pick(await coinsInMempool(stage, owner.payment.address));
    if (!coin) continue;
    const raw = await spendCoins(desk, owner, [coin], { feeSats: 300, send: false });
    const happened = await mineRaw(stage, [raw]);
    return `${happened} that spends ${coin.txid.slice(0, 8)}:${coin.vout} elsewhere${await indexed(stage, random)}`;
  }
  return 'nothing to pin';
};

/** More than a cluster takes. */
const MOST_CHILDREN = 70;

/** As many children on its change as there is room for, so that nothing more can be hung on it. */
export const hangChildren: Upheaval = async (stage, random) => {
  const { hostile, desk } = stage;
  let coin = random.pick(await unconfirmedCoins(stage, hostile.payment.address));
  if (!coin) return 'no change to hang children on';
  const feeSats = 200;
  for (let children = 0; children < MOST_CHILDREN; children += 1) {
    const raw: string | null = await spendCoins(desk, hostile, [coin], { feeSats }).catch(() => null);
    if (raw === null) return `${children} children`;
    coin = { txid: readTransaction(raw).txid, vout: 0, valueSats: coin.valueSats - feeSats };
  }
  return `${MOST_CHILDREN} children`;
};

/** Blocks without a trade that our mempool has, for longer than patience; perhaps with its first transactions. */
export const withhold: Upheaval = async (stage, random) => {
  const pool = await ordered(stage);
  const txid = settlementOf(pool, random);
  if (txid === undefined) return 'nothing to withhold';
  const ancestors = (await stage.call('getmempoolancestors', [txid])) as string[];
  const trade = pool.filter((one) => one.txid === txid || ancestors.includes(one.txid));
  stage.plot.withheld.splice(0, Number.POSITIVE_INFINITY, ...trade.map(({ raw }) => raw));
  const left = new Set(random.below(2) === 0 ? [txid] : trade.map((one) => one.txid));
  for (const one of pool) if (one.depends.some((parent) => left.has(parent))) left.add(one.txid);
  const taken = pool.filter((one) => !left.has(one.txid));
  const first = await mineRaw(
    stage,
    taken.map(({ raw }) => raw),
  );
  const more = BOUNDS.patienceBlocks - 1 + random.below(2);
  for (let block = 0; block < more; block += 1) await mineRaw(stage, []);
  return `${first} and ${more} more without ${txid.slice(0, 8)}${await indexed(stage, random)}`;
};

/** A miner takes what was withheld, whatever our mempool has instead. */
export const mineWithheld: Upheaval = async (stage, random) => {
  const raws: string[] = [];
  for (const raw of stage.plot.withheld) {
    const found = (await stage
      .call('getrawtransaction', [readTransaction(raw).txid, 1])
      .catch(() => null)) as {
      blockhash?: string;
    } | null;
    if (found?.blockhash === undefined) raws.push(raw);
  }
  if (raws.length === 0) return 'nothing was withheld';
  return `${await mineRaw(stage, raws)} of what was withheld${await indexed(stage, random)}`;
};

const PRICE_SATS = 40_000;
const FEE_SATS = 1_000;
const CHANGE_SATS = 600;

/**
 * Two blocks: one moves an inscription behind a script that runs nothing of a sale, the next spends it with
 * the leaf of a passthrough and a signature for any buyer in its witness.
 */
export const forge: Upheaval = async (stage, random) => {
  const { hostile, desk, plot } = stage;
  const id = random.pick(await ownedBy(desk.ctx, hostile, stage.ids));
  const [feeCoin] = await richest(stage);
  const inscription = id === undefined ? null : await desk.ctx.ordinals.inscription(id);
  if (!inscription?.outputValueSats || !feeCoin || feeCoin.valueSats < 70_000) return 'nothing to forge';
  const { leaf } = passthroughLock(xOnly('nobody'), desk.ctx.keys.market);
  const isDropped = random.below(2) === 0;
  const forgery = isDropped ? dropping(leaf) : beside(leaf);
  const payer = loose(1 + 2 * random.below(2));
  const seller = loose(1);
  const values = [
    inscription.outputValueSats,
    CHANGE_SATS,
    PRICE_SATS + inscription.outputValueSats + FEE_SATS,
  ];
  const moved = moving(stage, { ...inscription.location, valueSats: values[0]! }, feeCoin, [
    { script: forgery.lock, valueSats: values[0]! },
    { script: payer.lock, valueSats: values[1]! },
    { script: payer.lock, valueSats: values[2]! },
  ]);
  const { txid } = readTransaction(moved);
  const coinAt = (vout: number): Utxo => ({ txid, vout, valueSats: values[vout]! });
  const sale = forgedSale({
    forgery,
    coins: [coinAt(1), coinAt(0), coinAt(2)],
    payer,
    priceSats: PRICE_SATS,
    buyer: hex.encode(scriptOf(random.pick(stage.traders)!.ordinals.address)),
    seller: seller.lock,
  });
  plot.forged.push({
    txid: readTransaction(sale).txid,
    isPaid: !isDropped && payer.lock !== seller.lock,
  });
  const first = await mineRaw(stage, [moved]);
  return `${first}, ${await mineRaw(stage, [sale])} with a forged sale${await indexed(stage, random)}`;
};

/** What the hostile member brought about, and must not have: at the end of a history. */
export async function hostileAnomalies({ desk, plot }: Stage): Promise<string[]> {
  const { db } = desk.ctx;
  const anomalies: string[] = [];
  const txids = plot.forged.map(({ txid }) => txid);
  if (txids.length > 0) {
    const sales = await db
      .selectFrom('sales')
      .select(['txid', 'saleType'])
      .where('txid', 'in', txids)
      .execute();
    for (const { txid, saleType } of sales)
      if (saleType === 'internal' || !plot.forged.some((one) => one.txid === txid && one.isPaid))
        anomalies.push(`a forged transaction is an ${saleType} sale: ${txid}`);
  }
  const counts = await db
    .selectFrom('offers')
    .select(({ fn }) => ['buyerProfileId', fn.countAll<string>().as('open')])
    .where('state', '=', 'active')
    .groupBy('buyerProfileId')
    .execute();
  for (const { buyerProfileId, open } of counts)
    if (Number(open) > BOUNDS.profileMaxOffers)
      anomalies.push(`profile ${buyerProfileId} has ${open} active offers`);
  const stuck = await db
    .selectFrom('purchases')
    .select(['id', 'state'])
    .where('state', 'in', ['broadcasting', 'pending', 'stalled'])
    .execute();
  return [...anomalies, ...stuck.map(({ id, state }) => `purchase ${id} is ${state} after peace`)];
}

/** The hostile member's coins, the one that holds most first. */
async function richest({ desk, hostile }: Stage): Promise<Utxo[]> {
  return (await desk.coinsOf(hostile)).toSorted(
    (a, b) => b.valueSats - a.valueSats || (a.txid < b.txid ? -1 : 1),
  );
}

/** Mines one block with these. */
async function mineRaw({ desk }: Stage, raws: readonly string[]): Promise<string> {
  desk.clock.step(MINUTE_MS);
  return desk.miner.mineOnly(raws).then(
    () => 'a block',
    () => 'no block',
  );
}

interface Pooled {
  readonly txid: string;
  readonly raw: string;
  readonly inputs: number;
  readonly depends: readonly string[];
}

/** The mempool, parents first. */
async function ordered(stage: Stage): Promise<Pooled[]> {
  const pool: (Pooled & { readonly ancestors: number })[] = [];
  for (const txid of await mempoolOf(stage)) {
    const { depends, ancestorcount } = (await stage.call('getmempoolentry', [txid])) as {
      depends: string[];
      ancestorcount: number;
    };
    const raw = (await stage.call('getrawtransaction', [txid])) as string;
    const inputs = readTransaction(raw).inputs.length;
    pool.push({ txid, raw, inputs, depends, ancestors: ancestorcount });
  }
  return pool.sort((a, b) => a.ancestors - b.ancestors || (a.txid < b.txid ? -1 : 1));
}

/** What looks like the settlement of a trade: several parties' coins. Nothing is read from the database, whose connection may be waiting. */
function settlementOf(pool: readonly Pooled[], random: Choices): string | undefined {
  const [many, some] = [3, 2].map((least) => pool.filter(({ inputs }) => inputs >= least));
  return random.pick(many!.length > 0 ? many! : some!)?.txid;
}

/** What the mempool pays to an address and has not spent. */
async function unconfirmedCoins(stage: Stage, address: string): Promise<Utxo[]> {
  const coins: Utxo[] = [];
  for (const txid of await mempoolOf(stage)) {
    const { outputs } = readTransaction((await stage.call('getrawtransaction', [txid])) as string);
    for (const [vout, { script, valueSats }] of outputs.entries())
      if (
        addressOf(script, 'regtest') === address &&
        (await stage.call('gettxout', [txid, vout, true])) !== null
      )
        coins.push({ txid, vout, valueSats });
  }
  return coins;
}

/** Moves an inscription of the hostile member, and pays the fee and further outputs with a coin of its own. Raw hex. */
function moving(
  { hostile }: Stage,
  inscription: Utxo,
  feeCoin: Utxo,
  outputs: readonly { readonly script: string; readonly valueSats: number }[],
): string {
  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  const wallet = [hostile.ordinals, hostile.payment].map(({ wif, type }) => {
    const secret = WIF(REGTEST).decode(wif);
    return { secret, lock: payTo(secret, type) };
  });
  const coins = [inscription, feeCoin];
  for (const [i, { txid, vout, valueSats }] of coins.entries()) {
    const { lock } = wallet[i]!;
    transaction.addInput({
      ...lock,
      txid,
      index: vout,
      witnessUtxo: { script: lock.script, amount: BigInt(valueSats) },
    });
  }
  for (const { script, valueSats } of outputs)
    transaction.addOutput({ script: hex.decode(script), amount: BigInt(valueSats) });
  const paid = outputs.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const left = inscription.valueSats + feeCoin.valueSats - paid - FEE_SATS;
  transaction.addOutputAddress(hostile.payment.address, BigInt(left), REGTEST);
  for (const [i, { secret }] of wallet.entries()) transaction.signIdx(secret, i);
  transaction.finalize();
  return hex.encode(transaction.extract());
}
