import { layout, pay, row, spend } from '@ordbook/protocol/layout/layout';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import { takeOfferBack } from '../../client/src/exit/offer.ts';
import { type Sent, sentAs } from '../../devnode/stack/differential/build.ts';
import type { Lab } from '../../devnode/stack/differential/lab.ts';
import { type Case, type Outcome, offer, submit } from '../../devnode/stack/differential/verdicts.ts';
import { NETWORK, paymentAddress, secret } from '../../protocol/test/parties.ts';
import { type Fill, filled, OPERATOR } from './packages.ts';
import { edited, paysMore, rewitnessed, signed, witnessOf } from './tables.ts';

/**
 * Inputs of a fill's settlement: the inscription, the offer output `[policy, gate, market, empty, secret,
 * leaf, control]`, admission.
 */
const [OFFER, ADMISSION] = [1, 2];

const taken = (coins: number, type: PaymentType, feeRate: number): Case => ({
  title: `fill, funded by ${coins} of ${type} at ${feeRate} sat/vB`,
  expects: 'accepted',
  run: async (lab) => {
    const { parent, settlement } = await filled(lab, { coins, type, feeRate });
    return submit(lab, { parent, settlement });
  },
});

/** Something changed after all have signed, in either transaction. */
const altered = (
  title: string,
  change: (fill: Fill) => Record<string, Sent>,
  expects = 'transaction failed',
): Case => ({
  title: `fill, ${title}`,
  expects,
  run: async (lab) => submit(lab, change(await filled(lab))),
});

const witness = (title: string, index: number, change: (items: string[]) => string[]): Case =>
  altered(title, ({ parent, settlement }) => ({
    parent,
    settlement: rewitnessed(settlement, index, change),
  }));

/** What a maker does alone with parent and key. */
async function takenBack(
  lab: Lab,
  feeRate: number,
  before?: (fill: Fill) => Promise<unknown>,
): Promise<Outcome> {
  const fill = await filled(lab);
  await before?.(fill);
  const { parent, child } = takeOfferBack({
    fundingParent: fill.parent.hex,
    secret: secret('maker ordinals'),
    toAddress: paymentAddress('maker', 'p2tr'),
    network: NETWORK,
    feeRate,
    maxFeeShare: 0.5,
  });
  return submit(lab, {
    parent: sentAs(Buffer.from(parent, 'hex')),
    child: sentAs(Buffer.from(child, 'hex')),
  });
}

export const OWN_FILLS: Case[] = [
  taken(1, 'p2wpkh', 2),
  taken(1, 'p2sh-p2wpkh', 10),
  taken(2, 'p2tr', 1),
  taken(50, 'p2wpkh', 2),
  taken(50, 'p2tr', 5),
  {
    title: 'fill, its parent alone',
    expects: 'block only: min relay fee not met',
    run: async (lab) => offer(lab, (await filled(lab)).parent),
  },
  {
    title: 'fill, its settlement alone',
    expects: 'missing-inputs',
    run: async (lab) => offer(lab, (await filled(lab)).settlement),
  },
  {
    title: 'fill, before the admission lock has run out',
    expects: 'transaction failed',
    run: async (lab) => {
      const { parent, settlement } = await filled(lab, { lockBlocks: 3 });
      return submit(lab, { parent, settlement });
    },
  },
  {
    title: 'fill, one block before the admission lock has run out',
    expects: 'transaction failed',
    run: async (lab) => {
      const { parent, settlement } = await filled(lab, { lockBlocks: 3 });
      await lab.mineEmpty(1);
      return submit(lab, { parent, settlement });
    },
  },
  {
    title: 'fill, as the admission lock has run out',
    expects: 'accepted',
    run: async (lab) => {
      const { parent, settlement } = await filled(lab, { lockBlocks: 3 });
      await lab.mineEmpty(2);
      return submit(lab, { parent, settlement });
    },
  },
  witness('without the policy signer', OFFER, ([_policy, ...rest]) => ['', ...rest]),
  witness('without the gate signer', OFFER, ([policy, _gate, ...rest]) => [policy!, '', ...rest]),
  witness('without the market signer', OFFER, ([policy, gate, _market, ...rest]) => [
    policy!,
    gate!,
    '',
    ...rest,
  ]),
  witness('policy and gate change places', OFFER, ([policy, gate, ...rest]) => [gate!, policy!, ...rest]),
  witness('with another secret', OFFER, (items) => items.with(4, '00'.repeat(32))),
  witness('with a longer secret', OFFER, (items) => items.with(4, `${items[4]}00`)),
  witness('with the leaf of other terms', OFFER, (items) =>
    items.with(5, items[5]!.replace(/^(4c..01)../, '$1ff')),
  ),
  witness('without the gate on the admission coin', ADMISSION, ([_gate, ...rest]) => ['', ...rest]),
  altered(
    'of version 2',
    ({ parent, settlement }) => ({
      parent,
      settlement: edited(settlement, () => ({ version: 2 })),
    }),
    'TRUC-violation',
  ),
  altered('that pays the seller one sat more', ({ parent, settlement }) => ({
    parent,
    settlement: paysMore(settlement, 1, 1),
  })),
  altered('that leaves the admission coin out', ({ parent, settlement }) => ({
    parent,
    settlement: edited(settlement, ({ inputs, witnesses = [] }) => ({
      inputs: inputs.slice(0, 2),
      witnesses: witnesses.slice(0, 2),
    })),
  })),
  altered('with a shorter relative lock than the admission asks', ({ parent, table }) => ({
    parent,
    settlement: signed({
      ...table,
      inputs: table.inputs.map((input, i) => (i === ADMISSION ? { ...input, sequence: 0 } : input)),
    }),
  })),
  altered('with the proofs of another fill', ({ parent, settlement }) => ({
    parent,
    settlement: rewitnessed(settlement, OFFER, (items) => [
      ...items.slice(0, 3).map(() => witnessOf(settlement, 0)[0]!),
      ...items.slice(3),
    ]),
  })),
  {
    title: 'fill, of an inscription that was sent away',
    expects: { core: 'transaction failed', knots: 'package-not-child-with-unconfirmed-parents' },
    run: async (lab) => {
      const { terms, parent, settlement } = await filled(lab);
      const inscription = spend('inscription', terms.utxo, p2trLock(terms.sellerKey), {
        seller: 'DEFAULT',
      });
      const moved = layout('moved', [row(inscription, pay('elsewhere', 346, OPERATOR))]);
      await lab.mine([signed(moved).hex]);
      return submit(lab, { parent, settlement });
    },
  },
  {
    title: 'exit, parent and child of the maker alone',
    expects: 'accepted',
    run: (lab) => takenBack(lab, 3),
  },
  {
    title: 'exit, against a fill in the mempool that pays more',
    expects: 'transaction failed',
    run: (lab) =>
      takenBack(lab, 1, async ({ parent, settlement }) => {
        lab.name('settlement', settlement);
        return submit(lab, { parent, settlement });
      }),
  },
  {
    title: 'exit, against a fill in the mempool that pays less',
    expects: 'accepted',
    run: (lab) =>
      takenBack(lab, 40, async ({ parent, settlement }) => {
        lab.name('settlement', settlement);
        return submit(lab, { parent, settlement });
      }),
  },
];
