import type { PaymentType } from '@ordbook/protocol/locks/payer';
import { type Case, offer, submit } from '../../devnode/stack/differential/verdicts.ts';
import { bought, listed, type Package, type Purchase, withAnotherAnchor } from './packages.ts';
import { paysMore, rewitnessed, witnessOf } from './tables.ts';

const TOPOLOGY = 'package topology disallowed. not child-with-parents or parents depend on each other.';
const NOT_ITS_PARENTS = { core: 'transaction failed', knots: 'package-not-child-with-unconfirmed-parents' };

const whole = ({ transfers, sale }: Purchase): Package => ({ ...transfers, sale });
const hexes = (txs: Package): string[] => Object.values(txs).map(({ hex }) => hex);

/** A package as the service sends it. */
const taken = (n: number, type: PaymentType, feeRate: number): Case => ({
  title: `purchase of ${n} paid by ${type} at ${feeRate} sat/vB`,
  expects: 'accepted',
  run: async (lab) => submit(lab, whole(await bought(lab, await listed(lab, n), { type, feeRate }))),
});

/** A package of two listings in which something is changed after all have signed. */
const altered = (title: string, expects: Case['expects'], change: (purchase: Purchase) => Package): Case => ({
  title: `purchase, ${title}`,
  expects,
  run: async (lab) => submit(lab, change(await bought(lab, await listed(lab, 2)))),
});

/** Two packages over the same listing: the first stands in the mempool when the second comes. */
const rivals = (title: string, expects: string, firstRate: number, secondRate: number): Case => ({
  title: `rival purchases, ${title}`,
  expects,
  run: async (lab) => {
    const listings = await listed(lab, 1);
    const first = await bought(lab, listings, { feeRate: firstRate });
    const second = await bought(lab, listings, { feeRate: secondRate, name: 'other buyer' });
    lab.name('rival', first.sale);
    await submit(lab, whole(first));
    return submit(lab, whole(second));
  },
});

export const OWN_PURCHASES: Case[] = [
  taken(1, 'p2wpkh', 1),
  taken(1, 'p2sh-p2wpkh', 10),
  taken(1, 'p2tr', 50),
  taken(3, 'p2wpkh', 10),
  taken(3, 'p2sh-p2wpkh', 2),
  taken(3, 'p2tr', 20),
  taken(20, 'p2wpkh', 10),
  taken(20, 'p2tr', 1),
  {
    title: 'purchase, sent twice',
    expects: 'accepted',
    run: async (lab) => {
      const purchase = await bought(lab, await listed(lab, 1));
      await submit(lab, whole(purchase));
      return submit(lab, whole(purchase));
    },
  },
  {
    title: 'purchase, sent again after its block',
    expects: NOT_ITS_PARENTS,
    run: async (lab) => {
      const purchase = await bought(lab, await listed(lab, 1));
      await lab.mine(hexes(whole(purchase)));
      return submit(lab, whole(purchase));
    },
  },
  {
    title: 'purchase, its transfers in a block already',
    expects: 'accepted',
    run: async (lab) => {
      const purchase = await bought(lab, await listed(lab, 2));
      await lab.mine(hexes(purchase.transfers));
      return offer(lab, purchase.sale);
    },
  },
  altered('the sale before its transfers', TOPOLOGY, ({ transfers, sale }) => ({ sale, ...transfers })),
  altered('one transfer left out', NOT_ITS_PARENTS, ({ transfers, sale }) => ({
    'transfer 1': transfers['transfer 1']!,
    sale,
  })),
  altered('a transfer with the signature of another', 'transaction failed', ({ transfers, sale }) => ({
    ...transfers,
    'transfer 2': rewitnessed(transfers['transfer 2']!, 0, () => witnessOf(transfers['transfer 1']!, 0)),
    sale,
  })),
  altered('a transfer that pays its anchor one sat more', TOPOLOGY, ({ transfers, sale }) => ({
    ...transfers,
    'transfer 1': paysMore(transfers['transfer 1']!, 1, 1),
    sale,
  })),
  altered('a sale that pays the anchors one sat more', 'transaction failed', ({ transfers, sale }) => ({
    ...transfers,
    sale: paysMore(sale, 0, 1),
  })),
  rivals('the second pays less', 'transaction failed', 20, 10),
  rivals('the second pays the same', 'transaction failed', 10, 10),
  rivals('the second pays more and replaces the first', 'accepted', 10, 30),
  {
    title: 'purchase, of an inscription that its seller moved in a block',
    expects: 'transaction failed',
    run: async (lab) => {
      const listings = await listed(lab, 1);
      const purchase = await bought(lab, listings);
      const moved = await withAnotherAnchor(lab, listings[0]!);
      await lab.mine([moved.hex]);
      return submit(lab, whole(purchase));
    },
  },
  {
    title: 'purchase, replaces what its seller sends at a lower rate',
    expects: 'accepted',
    run: async (lab) => {
      const listings = await listed(lab, 1);
      const purchase = await bought(lab, listings);
      const moved = lab.name('moved', await withAnotherAnchor(lab, listings[0]!));
      await lab.call('sendrawtransaction', [moved.hex]);
      return submit(lab, whole(purchase));
    },
  },
];
