/**
 * Random lives of offers against a model that is nothing but the table of states: two buyers, one owner, their actions in any order, with
 * blocks, reorgs, foreign spends and steps of the clock between. After each action the stored states and the visible rows are the
 * model's; at the end every inscription is where the model says, with all its sats.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../src/base/clock.ts';
import { Refusal } from '../../src/base/refusals.ts';
import { inscriptionsByIds } from '../../src/store/inscriptions.ts';
import { cancelOffer, rejectCounter, rejectOffer } from '../../src/trading/close-offer.ts';
import { readOffers } from '../../src/trading/offer-book.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer, offerNow } from '../support/bidding.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import type { Trader } from '../support/trader.ts';

type Status = 'active' | 'accepted' | 'rejected' | 'cancelled' | 'expired' | 'invalidated';

/** What the table of states knows of an offer. Coins are names: an inscription's id, or a buyer's outpoint. */
interface ModelOffer {
  readonly offerId: string;
  readonly inscriptionId: string;
  readonly kind: 'buyer_offer' | 'seller_counter';
  readonly buyer: number;
  readonly parent: ModelOffer | null;
  readonly expiresAt: number;
  readonly coins: readonly string[];
  status: Status;
}

interface Model {
  readonly offers: ModelOffer[];
  /** Where each inscription is: of the owner, or of a buyer. */
  readonly holder: Map<string, Trader>;
}

interface World {
  readonly desk: Desk;
  readonly buyers: readonly Trader[];
  readonly owner: Trader;
  readonly ids: readonly string[];
}

const HOURS = 6;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ anchors: 200 });
});
afterAll(() => desk?.close());
vi.setConfig({ testTimeout: 290_000 });

/** Everything else that is made of these coins falls. */
function spend(model: Model, coins: readonly string[]): void {
  for (const offer of model.offers)
    if (offer.status === 'active' && offer.coins.some((coin) => coins.includes(coin)))
      offer.status = 'invalidated';
}

type Command = fc.AsyncCommand<Model, World>;

/** An action on the n-th offer that is there (modulo), whatever its state: what the model refuses must be refused. */
abstract class OnOffer implements Command {
  readonly which: number;
  constructor(which: number) {
    this.which = which;
  }
  check = (model: Readonly<Model>) => model.offers.length > 0;
  offerIn(model: Model): ModelOffer {
    return model.offers[this.which % model.offers.length]!;
  }
  abstract run(model: Model, world: World): Promise<void>;
  toString = () => `${this.constructor.name}(${this.which})`;

  /** Does `work`; it must succeed exactly when `allowed`, and then `moved` tells the model. */
  async act(model: Model, world: World, allowed: boolean, work: () => Promise<unknown>, moved: () => void) {
    const refused = await work().then(
      () => false,
      (error: unknown) => error instanceof Refusal || Promise.reject(error),
    );
    expect(refused, String(this)).toBe(!allowed);
    if (allowed) moved();
    await agree(model, world);
  }
}

class MakeOffer implements Command {
  readonly buyer: number;
  readonly item: number;
  readonly step: number;
  constructor(buyer: number, item: number, step: number) {
    this.buyer = buyer;
    this.item = item;
    this.step = step;
  }
  check = () => true;
  toString = () => `MakeOffer(${this.buyer}, ${this.item}, ${this.step})`;
  async run(model: Model, world: World) {
    const buyer = world.buyers[this.buyer]!;
    const inscriptionId = world.ids[this.item]!;
    if (model.holder.get(inscriptionId) !== world.owner) return;
    const made = await makeOffer(world.desk, buyer, inscriptionId, {
      priceSats: 50_000 + 1_000 * this.step,
      validityHours: HOURS,
    }).catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));
    if (!made || model.offers.some(({ offerId }) => offerId === made.offerId)) return;
    const stored = await offerNow(world.desk, made);
    const coins = stored.kind === 'buyer_offer' ? stored.terms.payments : [];
    model.offers.push({
      offerId: made.offerId,
      inscriptionId,
      kind: 'buyer_offer',
      buyer: this.buyer,
      parent: null,
      expiresAt: stored.expiresAt.getTime(),
      coins: [inscriptionId, ...coins.map(({ txid, vout }) => `${txid}:${vout}`)],
      status: 'active',
    });
    await agree(model, world);
  }
}

class Cancel extends OnOffer {
  async run(model: Model, world: World) {
    const offer = this.offerIn(model);
    const maker = offer.kind === 'buyer_offer' ? world.buyers[offer.buyer]! : world.owner;
    await this.act(
      model,
      world,
      offer.status === 'active' || offer.status === 'cancelled',
      () => cancelOffer(world.desk.ctx, maker.caller, { ...offer, walletBindingId: maker.walletBindingId }),
      () => {
        offer.status = 'cancelled';
      },
    );
  }
}

class Reject extends OnOffer {
  async run(model: Model, world: World) {
    const offer = this.offerIn(model);
    const isCounter = offer.kind === 'seller_counter';
    const party = isCounter ? world.buyers[offer.buyer]! : world.owner;
    const reject = isCounter ? rejectCounter : rejectOffer;
    await this.act(
      model,
      world,
      offer.status === 'active' || offer.status === 'rejected',
      () => reject(world.desk.ctx, party.caller, { ...offer, walletBindingId: party.walletBindingId }),
      () => {
        offer.status = 'rejected';
      },
    );
  }
}

class Counter extends OnOffer {
  async run(model: Model, world: World) {
    const parent = this.offerIn(model);
    if (parent.kind === 'seller_counter') return;
    const taken = model.offers.some((offer) => offer.parent === parent && offer.status === 'active');
    let counter: { offerId: string } | undefined;
    await this.act(
      model,
      world,
      parent.status === 'active' && !taken,
      async () => {
        counter = await makeCounter(world.desk, world.owner, parent, {
          priceSats: 90_000,
          validityHours: HOURS,
        });
        const { expiresAt } = await offerNow(world.desk, counter);
        model.offers.push({
          ...parent,
          offerId: counter.offerId,
          kind: 'seller_counter',
          parent,
          expiresAt: expiresAt.getTime(),
          coins: [parent.inscriptionId],
          status: 'active',
        });
      },
      () => undefined,
    );
  }
}

class Accept extends OnOffer {
  async run(model: Model, world: World) {
    const offer = this.offerIn(model);
    const buyer = world.buyers[offer.buyer]!;
    let spent = offer.coins;
    await this.act(
      model,
      world,
      offer.status === 'active',
      async () => {
        const before = await world.desk.coinsOf(buyer);
        if (offer.kind === 'buyer_offer') await acceptOffer(world.desk, world.owner, offer);
        else await acceptCounter(world.desk, buyer, offer);
        const after = new Set((await world.desk.coinsOf(buyer)).map(({ txid, vout }) => `${txid}:${vout}`));
        const gone = before.map(({ txid, vout }) => `${txid}:${vout}`).filter((coin) => !after.has(coin));
        spent = [...offer.coins, ...gone];
      },
      () => {
        offer.status = 'accepted';
        model.holder.set(offer.inscriptionId, buyer);
        spend(model, spent);
      },
    );
    await world.desk.mine();
  }
}

class SpendCoin implements Command {
  readonly buyer: number;
  constructor(buyer: number) {
    this.buyer = buyer;
  }
  check = () => true;
  toString = () => `SpendCoin(${this.buyer})`;
  async run(model: Model, world: World) {
    const buyer = world.buyers[this.buyer]!;
    const coins = (await world.desk.coinsOf(buyer)).sort((a, b) => b.valueSats - a.valueSats).slice(0, 1);
    await spendCoins(world.desk, buyer, coins);
    await world.desk.settle();
    spend(
      model,
      coins.map(({ txid, vout }) => `${txid}:${vout}`),
    );
    await agree(model, world);
    await world.desk.mine();
  }
}

class Wait implements Command {
  readonly hours: number;
  constructor(hours: number) {
    this.hours = hours;
  }
  check = () => true;
  toString = () => `Wait(${this.hours})`;
  async run(model: Model, world: World) {
    world.desk.clock.step(this.hours * HOUR_MS);
    await world.desk.settle();
    const now = world.desk.clock.now().getTime();
    for (const offer of model.offers)
      if (offer.status === 'active' && offer.expiresAt <= now) offer.status = 'expired';
    await agree(model, world);
  }
}

class Reorg implements Command {
  check = () => true;
  toString = () => 'Reorg()';
  async run(model: Model, world: World) {
    // What the lost block held returns to the mempool, so nothing that happened is undone.
    await world.desk.reorg(1);
    await world.desk.mine();
    await agree(model, world);
  }
}

/** Stored states, and what each party sees, are the model's. */
async function agree(model: Model, world: World): Promise<void> {
  const states = await Promise.all(
    model.offers.map(async (offer) => (await offerNow(world.desk, offer)).state),
  );
  expect(states).toEqual(model.offers.map(({ status }) => status));
  for (const inscriptionId of world.ids) {
    const live = model.offers.filter(
      (offer) => offer.inscriptionId === inscriptionId && offer.status === 'active',
    );
    for (const [index, viewer] of world.buyers.entries()) {
      const seen = await readOffers(world.desk.ctx, viewer.caller, inscriptionId);
      const visible = live.filter((offer) => offer.kind === 'buyer_offer' || offer.buyer === index);
      expect(seen.offers.map(({ id }) => id).sort()).toEqual(visible.map(({ offerId }) => offerId).sort());
    }
  }
}

test('offers do what their table says, whatever happens between', async () => {
  const which = fc.nat(12);
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        [
          fc
            .tuple(fc.nat(1), fc.nat(2), fc.nat(20))
            .map(([buyer, item, step]) => new MakeOffer(buyer, item, step)),
          fc
            .tuple(fc.nat(1), fc.nat(2), fc.nat(20))
            .map(([buyer, item, step]) => new MakeOffer(buyer, item, step)),
          which.map((n) => new Cancel(n)),
          which.map((n) => new Reject(n)),
          which.map((n) => new Counter(n)),
          which.map((n) => new Accept(n)),
          fc.nat(1).map((buyer) => new SpendCoin(buyer)),
          fc.constantFrom(1, 3).map((hours) => new Wait(hours)),
          fc.constant(new Reorg()),
        ],
        { maxCommands: 14 },
      ),
      async (commands) => {
        const [first, second, owner] = (await desk.traders(['p2wpkh', 'p2tr', 'p2wpkh'], 4)) as [
          Trader,
          Trader,
          Trader,
        ];
        const ids = await desk.inscribe(owner, 3);
        const world = { desk, buyers: [first, second], owner, ids };
        const model: Model = { offers: [], holder: new Map(ids.map((id) => [id, owner])) };
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await desk.mine();
        await agree(model, world);
        const found = await inscriptionsByIds(desk.ctx.db, ids);
        expect(found.map((inscription) => inscription?.ownerAddress)).toEqual(
          ids.map((id) => model.holder.get(id)!.ordinals.address),
        );
        expect(found.map((inscription) => inscription?.valueSats)).toEqual(ids.map(() => 10_000));
      },
    ),
    { numRuns: 8, interruptAfterTimeLimit: 150_000, endOnFailure: true },
  );
});
