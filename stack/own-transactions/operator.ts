import { counterRecoveryLayout } from '@ordbook/protocol/counter/counter';
import type { Layout } from '@ordbook/protocol/layout/layout';
import { bumpFee, bumpLayout } from '@ordbook/protocol/listing/bump';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { Sent } from '../../devnode/stack/differential/build.ts';
import type { Lab } from '../../devnode/stack/differential/lab.ts';
import { type Case, offer, submit } from '../../devnode/stack/differential/verdicts.ts';
import { KEYS } from '../../protocol/test/parties.ts';
import { bought, countered, listed, OPERATOR, type Purchase, withAnotherAnchor } from './packages.ts';
import { coinOn, coinsOn, rewitnessed, sellerSigned, signed, witnessOf } from './tables.ts';

function recovery({ listings }: Purchase): Layout {
  return recoveryLayout(
    listings.map(({ terms }) => terms),
    KEYS,
  );
}

/** `n` listings, bought but for the sale; `steps` happens before the recovery is offered. */
const recovered = (
  title: string,
  expects: string,
  n: number,
  steps: (lab: Lab, purchase: Purchase) => Promise<unknown>,
  change: (tx: Sent) => Sent = (tx) => tx,
): Case => ({
  title: `recovery, ${title}`,
  expects,
  run: async (lab) => {
    const purchase = await bought(lab, await listed(lab, n));
    await steps(lab, purchase);
    return offer(lab, change(signed(recovery(purchase))));
  },
});

const mined = (lab: Lab, { transfers }: Purchase): Promise<string> =>
  lab.mine(Object.values(transfers).map(({ hex }) => hex));

export const OWN_OPERATOR: Case[] = [
  recovered('of one listing', 'accepted', 1, mined),
  recovered('of three listings', 'accepted', 3, mined),
  recovered('before its transfer', 'missing-inputs', 1, async () => undefined),
  recovered('while its transfer waits', 'accepted', 1, (lab, { transfers }) =>
    lab.call('sendrawtransaction', [transfers['transfer 1']!.hex]),
  ),
  recovered('after the sale', 'missing-inputs', 1, async (lab, purchase) => {
    await mined(lab, purchase);
    await lab.mine([purchase.sale.hex]);
  }),
  recovered('against the sale in the mempool', 'insufficient fee', 1, (lab, { transfers, sale }) =>
    submit(lab, { ...transfers, sale }),
  ),
  {
    title: 'recovery, with a bump of the operator',
    expects: 'accepted',
    run: async (lab) => {
      const purchase = await bought(lab, await listed(lab, 2));
      await mined(lab, purchase);
      const table = recovery(purchase);
      const coin = await coinOn(lab, OPERATOR, 60_000);
      const bump = bumpLayout(table, KEYS, { coin, feeSats: bumpFee(table, 20) });
      return submit(lab, { recovery: signed(table), bump: signed(bump) });
    },
  },
  recovered(
    'of one listing with the signatures for another',
    'script (Witness program hash mismatch)',
    2,
    mined,
    (tx) => rewitnessed(tx, 0, () => witnessOf(tx, 1)),
  ),
  {
    title: 'recovery, that pays a seller one sat less',
    expects: 'script (Invalid Schnorr signature)',
    run: async (lab) => {
      const purchase = await bought(lab, await listed(lab, 1));
      await mined(lab, purchase);
      const honest = recovery(purchase);
      const [inscription, ...others] = honest.outputs;
      const changed = { ...honest, outputs: [{ ...inscription!, valueSats: 545 }, ...others] };
      return offer(lab, sellerSigned(signed(changed), 0, signed(honest)));
    },
  },
  {
    title: 'recovery, of a counter',
    expects: 'accepted',
    run: async (lab) => {
      const counter = await countered(lab, 'p2wpkh', 5);
      await lab.mine([counter.package.transfer.hex]);
      const feeCoins = await coinsOn(lab, [OPERATOR, OPERATOR], 1000);
      return offer(lab, signed(counterRecoveryLayout(counter.terms, KEYS, feeCoins)));
    },
  },
  {
    title: 'recovery, of a counter, with change that its seller has not signed',
    expects: 'script (Invalid Schnorr signature)',
    run: async (lab) => {
      const counter = await countered(lab, 'p2wpkh', 5);
      await lab.mine([counter.package.transfer.hex]);
      const feeCoins = await coinsOn(lab, [OPERATOR, OPERATOR], 1000);
      const honest = counterRecoveryLayout(counter.terms, KEYS, feeCoins);
      const change = { name: 'change', valueSats: 600, script: OPERATOR };
      const grown = signed({ ...honest, outputs: [...honest.outputs, change] });
      return offer(lab, sellerSigned(grown, 0, signed(honest)));
    },
  },
  {
    title: 'transfer, of an inscription that its seller moved away',
    expects: 'missing-inputs',
    run: async (lab) => {
      const purchase = await bought(lab, await listed(lab, 1));
      await lab.mine([(await withAnotherAnchor(lab, purchase.listings[0]!)).hex]);
      return offer(lab, purchase.transfers['transfer 1']!);
    },
  },
  {
    title: 'transfer, whose anchor the pool has spent',
    expects: 'missing-inputs',
    run: async (lab) => {
      const { listings, transfers } = await bought(lab, await listed(lab, 1));
      const coins = [listings[0]!.terms.anchor, await coinOn(lab, OPERATOR, 20_000)];
      const split = fanOutLayout({ coins, count: 10, valueSats: 1000, feeSats: 2_000 }, KEYS);
      await lab.mine([signed(split).hex]);
      return offer(lab, transfers['transfer 1']!);
    },
  },
  {
    title: 'split, of two coins into fifty anchors',
    expects: 'accepted',
    run: async (lab) => {
      const coins = await coinsOn(lab, [OPERATOR, OPERATOR], 40_000);
      return offer(lab, signed(fanOutLayout({ coins, count: 50, valueSats: 1000, feeSats: 2_500 }, KEYS)));
    },
  },
  {
    title: 'split, below the relay fee',
    expects: 'block only: min relay fee not met',
    run: async (lab) => {
      const coins = [await coinOn(lab, OPERATOR, 80_000)];
      return offer(lab, signed(fanOutLayout({ coins, count: 40, valueSats: 1000, feeSats: 50 }, KEYS)));
    },
  },
];
