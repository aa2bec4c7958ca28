import { type Built, build, type Coin } from '../build.ts';
import { type Lab, spend } from '../lab.ts';
import { p2tr, p2wpkh, script, tapleaf, xonly } from '../locks.ts';
import { type Case, entry, type Outcome, submit, testAccept } from '../verdicts.ts';

const oneKey = tapleaf(script(xonly('a'), 0xac), (sign) => [sign('a')]);

async function parents(lab: Lab, count: number, fee: number): Promise<Built[]> {
  const coins = await lab.coins(new Array(count).fill(p2wpkh('a')));
  return coins.map((coin) => spend(coin, { fee, to: p2tr('a') }));
}

/** Parents of one fee each and a child that spends all of them. */
const family = (
  title: string,
  expects: Case['expects'],
  count: number,
  parentFee: number,
  childFee: number,
): Case => ({
  title: `package, ${title}`,
  expects,
  run: async (lab) => {
    const list = await parents(lab, count, parentFee);
    const child = spend(
      list.map((parent) => parent.coin(0)),
      { fee: childFee },
    );
    return submit(lab, { ...named(list), child });
  },
});

function named(list: readonly Built[]): Record<string, Built> {
  return Object.fromEntries(list.map((tx, index) => [`parent${index}`, tx]));
}

export const PACKAGES: Case[] = [
  family(
    'a child that pays for a version 2 parent without a fee, which Core takes from version 30 on',
    { core: 'accepted', knots: 'transaction failed' },
    1,
    0,
    2000,
  ),
  family(
    'a child that pays for a version 2 parent below the minimum, which Core takes from version 30 on',
    { core: 'accepted', knots: 'transaction failed' },
    1,
    5,
    2000,
  ),
  family('a child that pays too little for both is refused', 'transaction failed', 1, 0, 15),
  family('a parent that pays for itself, a child that does not', 'transaction failed', 1, 1000, 0),
  family('three parents that pay for themselves', 'accepted', 3, 200, 2000),
  family(
    'three parents without a fee and a child that pays, which Core takes from version 30 on',
    { core: 'accepted', knots: 'transaction failed' },
    3,
    0,
    5000,
  ),
  family('twenty parents and a child', 'accepted', 20, 210, 9000),
  family(
    'twenty-five transactions and one more are refused',
    'Array must contain between 1 and 25 transactions.',
    25,
    210,
    9000,
  ),
  {
    title: 'package, one transaction',
    expects: 'accepted',
    run: async (lab) => submit(lab, { alone: spend(await lab.coin(p2wpkh('a'))) }),
  },
  {
    title: 'package, a parent with a bad signature: the child is not judged',
    expects: 'transaction failed',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      const parent = spend(coin, { to: p2tr('a'), unlock: p2wpkh('b').unlock });
      return submit(lab, { parent, child: spend(parent.coin(0)) });
    },
  },
  {
    title: 'package, a good parent stays when the child is bad',
    expects: 'transaction failed',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      return submit(lab, { parent, child: spend(parent.coin(0), { unlock: oneKey.unlock }) });
    },
  },
  {
    title: 'package, the child before its parent is refused',
    expects: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      return submit(lab, { child: spend(parent.coin(0)), parent });
    },
  },
  {
    title: 'package, two that do not know each other are refused',
    expects: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    run: async (lab) => {
      const [one, two] = (await parents(lab, 2, 1000)) as [Built, Built];
      return submit(lab, { one, two });
    },
  },
  {
    title: 'package, a grandparent is refused',
    expects: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    run: async (lab) => {
      const [one] = (await parents(lab, 1, 1000)) as [Built];
      const two = spend(one.coin(0), { to: p2tr('b') });
      return submit(lab, { one, two, three: spend(two.coin(0)) });
    },
  },
  {
    title: 'package, parents that spend each other are refused',
    expects: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    run: async (lab) => {
      const tx = spend(await lab.coin(p2wpkh('a')), {
        to: p2tr('a'),
        also: [{ lock: p2tr('b'), sats: 9000 }],
      });
      const second = spend(tx.coin(0), { to: p2tr('c') });
      return submit(lab, { first: tx, second, child: spend([tx.coin(1), second.coin(0)]) });
    },
  },
  {
    title: 'package, the same transaction twice is refused',
    expects: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      lab.name('parent', parent);
      return submitList(lab, [parent, parent]);
    },
  },
  {
    title: 'package, two parents on one coin are refused',
    expects: 'conflict-in-package',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      const [one, two] = [spend(coin, { to: p2tr('a') }), spend(coin, { to: p2tr('a'), fee: 2000 })];
      return submit(lab, { one, two, child: spend([one.coin(0), two.coin(0)]) });
    },
  },
  {
    title: 'package, a parent that is in the mempool already',
    expects: 'accepted',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      await lab.call('sendrawtransaction', [parent.hex]);
      return submit(lab, { parent, child: spend(parent.coin(0)) });
    },
  },
  {
    title: 'package, a parent that is in a block already',
    expects: 'transaction failed',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      await lab.call('generateblock', [lab.address(p2wpkh('miner')), [parent.hex]]);
      return submit(lab, { parent, child: spend(parent.coin(0)) });
    },
  },
  {
    title: 'package, everything is in the mempool already',
    expects: 'accepted',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      const child = spend(parent.coin(0), { fee: 3000 });
      await submit(lab, { parent, child });
      return submit(lab, { parent, child });
    },
  },
  {
    title: 'package, a child that replaces, with a parent that pays for itself',
    expects: { core: 'accepted', knots: 'transaction failed' },
    run: async (lab) => {
      const [coin, extra] = (await lab.coins([p2wpkh('a'), p2wpkh('b')])) as [Coin, Coin];
      const standing = lab.name('standing', spend(extra));
      await lab.call('sendrawtransaction', [standing.hex]);
      const parent = spend(coin, { to: p2tr('a') });
      const child = spend([parent.coin(0), extra], { fee: 5000 });
      return { ...(await submit(lab, { parent, child })), standing: await entry(lab, standing) };
    },
  },
  {
    title: 'package, a sale: two transfers and the settlement that pays for them',
    expects: 'accepted',
    run: async (lab) => sale(lab, 2),
  },
  {
    title: 'package, testmempoolaccept of a parent and a child',
    expects: 'accepted',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 1000)) as [Built];
      const child = lab.name('child', spend(parent.coin(0)));
      const test = (await testAccept(lab, [lab.name('parent', parent), child])) as { allowed?: boolean }[];
      return { verdict: test.every(({ allowed }) => allowed) ? 'accepted' : 'refused', test };
    },
  },
  {
    title: 'package, testmempoolaccept does not let a child pay for its parent',
    expects: 'refused',
    run: async (lab) => {
      const [parent] = (await parents(lab, 1, 0)) as [Built];
      const child = lab.name('child', spend(parent.coin(0), { fee: 4000 }));
      const test = (await testAccept(lab, [lab.name('parent', parent), child])) as { allowed?: boolean }[];
      return { verdict: test.every(({ allowed }) => allowed) ? 'accepted' : 'refused', test };
    },
  },
];

async function submitList(lab: Lab, txs: readonly Built[]): Promise<Outcome> {
  const answer = (await lab.ask('submitpackage', [txs.map(({ hex }) => hex)])) as Record<string, unknown>;
  return { verdict: String(answer['package_msg'] ?? answer['message']), answer };
}

/** The shape of a purchase: pads and co-signed leaves first, paid by the buyer's coin at the end. */
async function sale(lab: Lab, count: number): Promise<Outcome> {
  const pads = await lab.coins(new Array(count).fill(p2wpkh('pad')), 1000);
  const items = await lab.coins(new Array(count).fill(p2tr('seller')), 10_000);
  const money = await lab.coin(p2tr('buyer'), 200_000);
  const transfers = pads.map((pad, index) =>
    build({
      inputs: [{ coin: items[index]! }, { coin: pad }],
      outputs: [
        { lock: oneKey, sats: 10_000 },
        { lock: p2wpkh('pad'), sats: 790 },
      ],
    }),
  );
  const settlement = build({
    inputs: [
      ...transfers.map((tx) => ({ coin: tx.coin(1) })),
      ...transfers.map((tx) => ({ coin: tx.coin(0) })),
      { coin: money },
    ],
    outputs: [
      { lock: p2wpkh('pad'), sats: 790 * count },
      ...transfers.map(() => ({ lock: p2tr('buyer'), sats: 10_000 })),
      ...transfers.map(() => ({ lock: p2wpkh('seller'), sats: 60_000 })),
      { lock: p2tr('buyer'), sats: 200_000 - 60_000 * count - 3000 },
    ],
  });
  return submit(lab, { ...named(transfers), settlement });
}
