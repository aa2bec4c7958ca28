import type { PaymentType } from '@ordbook/protocol/locks/payer';
import type { Sent } from '../../devnode/stack/differential/build.ts';
import { type Case, offer, submit } from '../../devnode/stack/differential/verdicts.ts';
import { type AcceptedCounter, type AcceptedOffer, accepted, countered } from './packages.ts';
import { edited, paysMore, rewitnessed, sellerSigned } from './tables.ts';

const TYPES: readonly PaymentType[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'];
const NOT_ITS_PARENTS = { core: 'transaction failed', knots: 'package-not-child-with-unconfirmed-parents' };

const taken = (type: PaymentType, feeRate: number): Case => ({
  title: `offer paid by ${type}, accepted at ${feeRate} sat/vB`,
  expects: 'accepted',
  run: async (lab) => {
    const { settlement, payout } = await accepted(lab, { type, feeRate });
    return submit(lab, { settlement, payout });
  },
});

const settlement = (title: string, expects: string, change: (offered: AcceptedOffer) => Sent): Case => ({
  title: `offer, ${title}`,
  expects,
  run: async (lab) => offer(lab, change(await accepted(lab))),
});

const OFFERS: Case[] = [
  ...TYPES.flatMap((type) => [taken(type, 1), taken(type, 20)]),
  settlement('its settlement alone', 'accepted', (offered) => offered.settlement),
  settlement('its payout alone', 'missing-inputs', (offered) => offered.payout),
  settlement('without the owner', 'script (Witness program was passed an empty witness)', (offered) =>
    rewitnessed(offered.settlement, 0, () => []),
  ),
  settlement('without the buyer', 'script (Witness program hash mismatch)', (offered) =>
    rewitnessed(offered.settlement, 1, () => []),
  ),
  settlement('the owner signs one input only', 'script (Invalid Schnorr signature)', (offered) =>
    rewitnessed(offered.settlement, 0, ([signature]) => [`${signature}83`]),
  ),
  settlement('an annex beside the owner', 'bad-witness-nonstandard', (offered) =>
    rewitnessed(offered.settlement, 0, (items) => [...items, '5000']),
  ),
  settlement('pays out more than it has', 'bad-txns-in-belowout', (offered) =>
    paysMore(offered.settlement, 1, 400_000),
  ),
  settlement('a lock time ahead', 'non-final', (offered) =>
    edited(offered.settlement, () => ({ lockTime: 9_000 })),
  ),
  {
    title: 'offer, a payout that another settlement should pay',
    expects: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    run: async (lab) => {
      const { settlement: honest, payout } = await accepted(lab);
      return submit(lab, { settlement: paysMore(honest, 1, -1), payout });
    },
  },
  {
    title: 'offer, of coins that another accepted offer spends',
    expects: 'package RBF failed: insufficient anti-DoS fees',
    run: async (lab) => {
      const first = await accepted(lab, { feeRate: 5 });
      const second = await accepted(lab, { feeRate: 5, sharing: first.terms });
      lab.name('rival', first.settlement);
      lab.name('rival payout', first.payout);
      await submit(lab, { settlement: first.settlement, payout: first.payout });
      return submit(lab, { settlement: second.settlement, payout: second.payout });
    },
  },
  {
    title: 'offer, of coins that were spent in a block',
    expects: 'transaction failed',
    run: async (lab) => {
      const first = await accepted(lab);
      const second = await accepted(lab, { sharing: first.terms });
      await lab.mine([first.settlement.hex]);
      return submit(lab, { settlement: second.settlement, payout: second.payout });
    },
  },
];

const paid = (type: PaymentType, feeRate: number): Case => ({
  title: `counter paid by ${type} at ${feeRate} sat/vB`,
  expects: 'accepted',
  run: async (lab) => submit(lab, { ...(await countered(lab, type, feeRate)).package }),
});

const counter = (
  title: string,
  expects: Case['expects'],
  change: (sent: AcceptedCounter['package']) => Record<string, Sent>,
): Case => ({
  title: `counter, ${title}`,
  expects,
  run: async (lab) => submit(lab, change((await countered(lab, 'p2wpkh', 10)).package)),
});

/** The settlement changed, its parents in the mempool. Input 0 is the passthrough, input 1 the funding. */
const counterSettlement = (title: string, expects: string, change: (settlement: Sent) => Sent): Case => ({
  title: `counter, ${title}`,
  expects,
  run: async (lab) => {
    const sent = (await countered(lab, 'p2wpkh', 10)).package;
    for (const { hex } of [sent.transfer, sent.funding]) await lab.call('sendrawtransaction', [hex]);
    return offer(lab, change(sent.settlement));
  },
});

const COUNTERS: Case[] = [
  ...TYPES.map((type, i) => paid(type, [1, 10, 20][i]!)),
  counter('without its transfer', NOT_ITS_PARENTS, ({ funding, settlement: child }) => ({ funding, child })),
  counter('without its funding', NOT_ITS_PARENTS, ({ transfer, settlement: child }) => ({ transfer, child })),
  counter(
    'its funding changed',
    'package topology disallowed. not child-with-parents or parents depend on each other.',
    (sent) => ({
      ...sent,
      funding: paysMore(sent.funding, 0, -1),
    }),
  ),
  counterSettlement('untouched', 'accepted', (tx) => tx),
  counterSettlement('without the funding', 'bad-txns-in-belowout', (tx) =>
    edited(tx, ({ inputs, witnesses = [] }) => ({
      inputs: inputs.slice(0, 1),
      witnesses: witnesses.slice(0, 1),
    })),
  ),
  counterSettlement(
    'without the market',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    (tx) => rewitnessed(tx, 0, ([_market, ...rest]) => ['', ...rest]),
  ),
  counterSettlement('the seller paid one sat less', 'script (Invalid Schnorr signature)', (tx) =>
    paysMore(tx, 1, -1),
  ),
  {
    title: 'counter, with the signature of another counter',
    expects: 'script (Invalid Schnorr signature)',
    run: async (lab) => {
      const [one, other] = [await countered(lab, 'p2wpkh', 10), await countered(lab, 'p2wpkh', 10)];
      for (const { hex } of [one.package.transfer, one.package.funding])
        await lab.call('sendrawtransaction', [hex]);
      return offer(lab, sellerSigned(one.package.settlement, 0, other.package.settlement));
    },
  },
];

export const OWN_OFFERS: Case[] = [...OFFERS, ...COUNTERS];
