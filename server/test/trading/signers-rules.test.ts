/**
 * Nobody signs for nothing: what a signer would refuse for something that the caller chose, the preflight
 * refuses first. Every rule of every signer is on the list below: with what a caller does to break it, or
 * with the reason why no caller can, or why no preflight can see it.
 */
import { randomUUID } from 'node:crypto';
import type { RefusalCode } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SIGNED } from '../../../scripts/signer-tables.ts';
import { insertBinding, insertProfile } from '../../src/store/account/profiles.ts';
import { cancelCollectionOffer } from '../../src/trading/collection-offer/close.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { preflightFill } from '../../src/trading/fill/fill.ts';
import { preflightPurchase } from '../../src/trading/purchase/buy.ts';
import { makeCounter, makeOffer, signedCounterAcceptance } from '../support/bidding.ts';
import { fillBody, makeOffers, signedOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { list, purchaseBody, refusalOf } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
/** Pays with the key that the seller sells with: one person, with two profiles. */
let other: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER], anchors: 20 });
  [seller, buyer, other] = (await desk.traders(['p2tr', 'p2wpkh', 'p2wpkh'], 12)) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 16);
  const profileId = randomUUID();
  const walletBindingId = randomUUID();
  const createdAt = desk.clock.now();
  await insertProfile(desk.ctx.db, { id: profileId, createdAt });
  const addresses = {
    ordinalsAddress: other.ordinals.address,
    paymentAddress: seller.ordinals.address,
  };
  other = { ...other, caller: { profileId }, walletBindingId, payment: seller.ordinals };
  await insertBinding(desk.ctx.db, {
    id: walletBindingId,
    profileId,
    label: 'other',
    ...addresses,
    createdAt,
  });
  await desk.miner.pay([{ address: other.payment.address, sats: 1_000_000 }]);
  await desk.mine();
});
afterAll(() => desk?.close());

interface Broken {
  readonly code: RefusalCode;
  readonly says: RegExp;
  /** What the caller does, up to the preflight. */
  readonly by: () => Promise<unknown>;
}
type Known = Broken | string;

const broken = (code: RefusalCode, says: RegExp, by: () => Promise<unknown>): Broken => ({ code, says, by });

async function purchase(by: Trader, more: object = {}) {
  const refs = await list(desk, seller, [ids.pop()!]);
  await desk.mine();
  const body = { ...purchaseBody(by, refs, await desk.coinsOf(by)), ...more };
  return preflightPurchase(desk.ctx, by.caller, body);
}

async function counterTo(by: Trader) {
  const counter = await makeCounter(desk, seller, await makeOffer(desk, buyer, ids.pop()!));
  await desk.ctx.db
    .updateTable('offers')
    .set({ buyerProfileId: by.caller.profileId })
    .where('id', '=', counter.offerId)
    .execute();
  return counter;
}

/** The preflight of a fill of a new offer; `change` happens to the offer before. */
async function fillOf(
  change: (offerId: string, inscriptionId: string) => Promise<Partial<TradingContext>>,
  priceSats = 50_000,
) {
  const inscriptionId = ids.pop()!;
  const { offerId } = await makeOffers(desk, buyer, { priceSats });
  const ctx = { ...desk.ctx, ...(await change(offerId, inscriptionId)) };
  return preflightFill(ctx, seller.caller, fillBody(seller, offerId, inscriptionId));
}

const OWN = 'the service builds this part from its own coins, whoever asks';
const SETTING = 'an address, share or rate of the operator; `ordbook check` compares it with the signers';
const SIGNATURE = 'the wallet signs after the preflight; submit verifies it before a signer is asked';
const NOBODY = 'no caller asks for it';
const OPERATOR = 'only the operator has such a key, and signing in proves the keys of a wallet';
const RATE =
  "the rate is the service's own, at most MAX_FEE_RATE or what the mempool demands; signers sign up to twice that";
const SECOND_OPINION = 'an index or node of the signer that differs from that of the service';
const READ_WITH_OFFER = 'read when the offer was made, and only deeper since then; tiers are a setting';

const SALE_KEYS = 'the addresses of sellers and payer match their keys, and none is the operator';
const COUNTER_KEYS = 'the addresses of seller and payer match their keys, and neither is the operator';
const COMMON_TO_RETURNS = {
  'the operator coins of a return are the anchor changes of its transfers': OWN,
  'outputs pay only the sellers and the operator': OWN,
  'no coin is spent twice': OWN,
  "a transfer pays exactly the fee of the signer's own settings": SETTING,
  'the fee rate is that of the transfers': OWN,
  'a bump spends only operator coins and returns them to the operator, except for a fee within the limit':
    RATE,
};

const KNOWN: Readonly<Record<string, Readonly<Record<string, Known>>>> = {
  'a sale': {
    [SALE_KEYS]: broken('bad_public_key', /does not belong to the p2wpkh address/, () =>
      purchase(buyer, { paymentPublicKey: other.payment.publicKey }),
    ),
    'the buyer is not a seller': broken('malformed', /has a key or an address of the seller/, () =>
      purchase(other),
    ),
    'the operator keys sign only operator coins and passthroughs': OWN,
    'the operator coins of a sale are the anchors of its terms, each once': OWN,
    'output 0 returns every operator coin to the operator, in full': OWN,
    'a transfer returns its anchor to the operator except for the fee': OWN,
    "the marketplace's fee goes to the operator's fee address": SETTING,
    "after the seller outputs only the operator, the operator's payout addresses and the buyer are paid":
      SETTING,
    "the operator gets at least the signer's own share of what the sellers get, SIGNER_LEAST_FEE_BPS":
      SETTING,
    'no coin is spent twice': broken('malformed', /spendableUtxos/, async () => {
      const [coin] = await desk.coinsOf(buyer);
      return purchase(buyer, { spendableUtxos: [coin!, coin!] });
    }),
    "a transfer pays exactly the fee of the signer's own settings": SETTING,
    'the fee rate of the package is within the limit': RATE,
    'every seller has signed the transfer and the output that exactly this sale pays, and the buyer all of it':
      SIGNATURE,
  },
  'a recovery': {
    'no seller is the operator': OPERATOR,
    'the operator keys sign only operator coins and passthroughs': OWN,
    ...COMMON_TO_RETURNS,
    'every seller has signed exactly this recovery': 'submit of the listing verified it',
  },
  'a take-back': {
    'the seller is not the operator': OPERATOR,
    'the operator keys sign only operator coins': OWN,
    ...COMMON_TO_RETURNS,
    'the seller has signed exactly this take-back': SIGNATURE,
  },
  'a counter': {
    [COUNTER_KEYS]: broken('bad_public_key', /does not belong to the p2wpkh address/, async () => {
      const payment = { ...buyer.payment, publicKey: other.payment.publicKey };
      return signedCounterAcceptance(desk, { ...buyer, payment }, await counterTo(buyer));
    }),
    'the buyer is not a seller': broken('malformed', /has a key or an address of the seller/, async () =>
      signedCounterAcceptance(desk, other, await counterTo(other)),
    ),
    "the operator keys sign only the transfer's anchor and the passthrough": OWN,
    "the marketplace's fee goes to the operator's fee address": SETTING,
    "after the seller output only the operator's fee and payout addresses are paid": SETTING,
    "the operator gets at least the signer's own share of what the sellers get, SIGNER_LEAST_FEE_BPS":
      SETTING,
    'no coin is spent twice': broken('malformed', /spendableUtxos/, async () => {
      const [coin] = await desk.coinsOf(buyer);
      return signedCounterAcceptance(desk, buyer, await counterTo(buyer), [coin!, coin!]);
    }),
    "a transfer pays exactly the fee of the signer's own settings": SETTING,
    'the fee rate of both transactions is within the limit': RATE,
    'the seller has signed the transfer and every output of the settlement, and the buyer all of it':
      SIGNATURE,
  },
  'the recovery of a counter': {
    'the seller is not the operator': OPERATOR,
    'the operator keys sign only operator coins and the passthrough': OWN,
    'no coin is spent twice': OWN,
    'the fee rate is within the limit': RATE,
    'the seller has signed the return of the passthrough': 'submit of the counter verified it',
  },
  'a fan-out into anchors': {
    'the operator keys sign only operator coins': NOBODY,
    'a fan-out transaction pays only the operator': NOBODY,
    'no coin is spent twice': NOBODY,
    'the fee rate is within the limit': NOBODY,
  },
  'a fan-out into admission coins': {
    'the operator key signs only operator coins, each once': NOBODY,
    'a fan-out transaction pays only admission coins of the current tiers and the operator': NOBODY,
    'a fan-out transaction creates at most as many admission coins of a tier as the tier has': NOBODY,
    'the fee rate is within the limit': NOBODY,
  },
  'a fill': {
    "the offer's keys are those of the operator's three signers": broken(
      'offer_closed',
      /names signers of earlier keys/,
      () =>
        fillOf(async () => {
          const parts = desk.ctx.collectionOffers!;
          const keys = { ...parts.keys, gate: parts.keys.policy };
          return { collectionOffers: { ...parts, keys } };
        }),
    ),
    'the offer has not expired': broken('offer_closed', /expired at/, () =>
      fillOf(async () => ({ clock: { now: () => new Date(desk.clock.now().getTime() + 100 * 86_400_000) } })),
    ),
    'the price is allowed for collection offers': broken('bad_price', /priceSats/, () =>
      signedOffers(desk, buyer, { priceSats: 12_345 }),
    ),
    "the marketplace's fee goes to the operator's fee address": SETTING,
    "the marketplace's fee is at least the signer's own share of the price, SIGNER_LEAST_FEE_BPS": SETTING,
    "after the seller output only the operator's fee and payout addresses are paid": SETTING,
    'the secret of the offer is revealed: it was not cancelled': broken('offer_closed', /cancelled/, () =>
      fillOf(async (offerId) => {
        await cancelCollectionOffer(desk.ctx, buyer.caller, {
          slug: SLUG,
          offerId,
          walletBindingId: buyer.walletBindingId,
        });
        return {};
      }),
    ),
    'the fee rate of the package is within the limit': RATE,
    'the network fee is at most half of the price': broken(
      'bad_price',
      /the network fee is at most half of the price, 10000 sats here, but at 20 sat\/vB it is \d+/,
      () =>
        fillOf(
          async () => ({
            chain: { ...desk.ctx.chain, feeRates: async () => ({ minimum: 1, estimate: 20 }) },
          }),
          20_000,
        ),
    ),
    'the seller has signed exactly this settlement': SIGNATURE,
    'buyer and seller are not the operator': OPERATOR,
    'the criteria are those that the offer commits to': OWN,
    'the proof shows that the inscription is in the eligible set': broken(
      'not_eligible',
      /is not among/,
      async () => {
        const { offerId } = await makeOffers(desk, buyer);
        const [later] = await desk.inscribe(seller);
        return preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, later!));
      },
    ),
    'the eligible set is as of a block that has the confirmations which the price asks for': READ_WITH_OFFER,
    "a custody proof of the signer's chain ends where the terms have the inscription": broken(
      'not_owner',
      /is at/,
      () =>
        fillOf(async (_offerId, inscriptionId) => {
          await moveInscription(desk, seller, inscriptionId, buyer.ordinals.address);
          await desk.mine();
          return {};
        }),
    ),
    'the inscription is a member that meets the criteria, as of their block': SECOND_OPINION,
    "the signer's index, if it has one, has it there too, confirmed and alone": SECOND_OPINION,
    'every coin of the package has the value and the script that the terms claim': OWN,
    'every coin of the package can be spent': broken('coins_spent', /were spent elsewhere/, () =>
      fillOf(async () => {
        await spendCoins(desk, buyer, await desk.coinsOf(buyer));
        return {};
      }),
    ),
    'the market and the policy signer have signed exactly this settlement': OWN,
    'a settlement has three inputs, each once, version 3 and at most 1000 vB': OWN,
    'the last input is an admission coin of a tier of this gate, under its lock': OWN,
    "the tier is that of the offer's price": OWN,
    "the admission coin is the gate's own: from a fan-out of the operator, through fills that it signed": OWN,
    'the last output creates the admission coin again': OWN,
    'the gate signs one offer output and one admission coin with its own key': OWN,
  },
};

describe('before a wallet signs, a preflight refuses what would break the rule of a signer', () => {
  const shown = Object.entries(KNOWN).flatMap(([what, rules]) =>
    Object.entries(rules).flatMap(([sentence, known]) =>
      typeof known === 'string' ? [] : [[what, sentence, known] as const],
    ),
  );

  test.each(shown)('of %s: %s', async (_what, _sentence, { code, says, by }) => {
    const refusal = await refusalOf(by());
    expect(refusal).toMatchObject({ code });
    expect(refusal.message).toMatch(says);
  });
});

test('every rule of every signer is on the list', () => {
  const rules = new Map<string, Set<string>>();
  for (const [what, some] of Object.values(SIGNED).flat())
    for (const { sentence } of some) rules.set(what, (rules.get(what) ?? new Set()).add(sentence));
  const wanted = [...rules].map(([what, sentences]) => [what, [...sentences].sort()]);
  expect(Object.entries(KNOWN).map(([what, known]) => [what, Object.keys(known).sort()])).toEqual(wanted);
});
