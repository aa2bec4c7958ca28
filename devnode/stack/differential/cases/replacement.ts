import { type Built, build, type Coin } from '../build.ts';
import { type Lab, spend } from '../lab.ts';
import { p2tr, p2wpkh } from '../locks.ts';
import { type Case, entry, type Outcome, offer, submit } from '../verdicts.ts';

/** A transaction in the mempool, and then one against it. */
const against = (
  title: string,
  expects: Case['expects'],
  second: (coin: Coin, first: Built, lab: Lab) => Built | Promise<Built>,
  first: (coin: Coin) => Built = (coin) => spend(coin),
): Case => ({
  title: `replacement, ${title}`,
  expects,
  run: async (lab) => {
    const coin = await lab.coin(p2wpkh('a'));
    const standing = lab.name('standing', first(coin));
    await lab.call('sendrawtransaction', [standing.hex]);
    const outcome = await offer(lab, await second(coin, standing, lab));
    return { ...outcome, standing: await entry(lab, standing) };
  },
});

const many = (count: number, sats: number) =>
  new Array<{ lock: ReturnType<typeof p2tr>; sats: number }>(count).fill({ lock: p2tr('c'), sats });

export const REPLACEMENTS: Case[] = [
  against('a higher fee', 'accepted', (coin) => spend(coin, { fee: 1200 })),
  against(
    'a higher fee against one that does not signal',
    'accepted',
    (coin) => spend(coin, { fee: 1200 }),
    (coin) => spend(coin, { sequence: 0xffffffff }),
  ),
  against('the same fee is refused', 'block only: insufficient fee', (coin) =>
    spend(coin, { to: p2wpkh('b') }),
  ),
  against('a lower fee is refused', 'block only: insufficient fee', (coin) => spend(coin, { fee: 900 })),
  against('exactly the incremental relay fee more', 'accepted', (coin) =>
    spend(coin, { fee: 1000 + Math.ceil(spend(coin).vsize / 10) }),
  ),
  against('one sat less than the incremental relay fee is refused', 'block only: insufficient fee', (coin) =>
    spend(coin, { fee: 1000 + Math.ceil(spend(coin).vsize / 10) - 1 }),
  ),
  against(
    'a higher fee at a lower rate is refused, by Core from version 31 on because of the diagram',
    { core: 'block only: replacement-failed', knots: 'block only: insufficient fee' },
    (coin) => spend(coin, { fee: 1500, also: many(30, 400) }),
  ),
  against('a further confirmed coin', 'accepted', async (coin, _, lab) =>
    spend([coin, await lab.coin(p2wpkh('b'))], { fee: 2500 }),
  ),
  against(
    'a further unconfirmed coin, which Core takes from version 31 on',
    { core: 'accepted', knots: 'replacement-adds-unconfirmed' },
    async (coin, _, lab) => {
      const other = lab.name('other', spend(await lab.coin(p2wpkh('b')), { to: p2wpkh('b') }));
      await lab.call('sendrawtransaction', [other.hex]);
      return spend([coin, other.coin(0)], { fee: 5000 });
    },
  ),
  against(
    'an output of the replaced one is refused',
    'bad-txns-spends-conflicting-tx',
    (coin, first) => spend([coin, first.coin(0)], { fee: 5000 }),
    (coin) => spend(coin, { to: p2wpkh('b') }),
  ),
  {
    title: 'replacement, a child is paid for too',
    expects: 'accepted',
    run: (lab) => replaceFamily(lab, 3200),
  },
  {
    title: 'replacement, less than parent and child paid is refused',
    expects: 'block only: insufficient fee',
    run: (lab) => replaceFamily(lab, 2900),
  },
  {
    title: 'replacement, of two transactions at once',
    expects: 'accepted',
    run: async (lab) => {
      const coins = await lab.coins([p2wpkh('a'), p2wpkh('b')]);
      for (const coin of coins) await lab.call('sendrawtransaction', [spend(coin).hex]);
      return offer(lab, spend(coins, { fee: 2600 }));
    },
  },
  {
    title:
      'replacement, of more than a hundred transactions in five clusters, which Core takes from version 31 on',
    expects: { core: 'accepted', knots: 'block only: too many potential replacements' },
    run: async (lab) => {
      const coins = await lab.coins(new Array(5).fill(p2wpkh('a')), 200_000);
      for (const coin of coins) {
        const parent = spend(coin, { also: many(20, 5000) });
        await lab.call('sendrawtransaction', [parent.hex]);
        for (let vout = 1; vout <= 20; vout++) {
          await lab.call('sendrawtransaction', [spend(parent.coin(vout)).hex]);
        }
      }
      return offer(lab, spend(coins, { fee: 300_000 }));
    },
  },
  {
    title: 'replacement, by a package whose parent pays nothing, which Core takes from version 31 on',
    expects: { core: 'accepted', knots: 'transaction failed' },
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      await lab.call('sendrawtransaction', [lab.name('standing', spend(coin)).hex]);
      const parent = spend(coin, { fee: 0, to: p2tr('b') });
      return submit(lab, { parent, child: spend(parent.coin(0), { fee: 5000 }) });
    },
  },
];

async function replaceFamily(lab: Lab, fee: number): Promise<Outcome> {
  const coin = await lab.coin(p2wpkh('a'));
  const parent = lab.name('parent', spend(coin, { to: p2wpkh('b') }));
  const child = lab.name('child', spend(parent.coin(0), { fee: 2000 }));
  for (const tx of [parent, child]) await lab.call('sendrawtransaction', [tx.hex]);
  return { ...(await offer(lab, spend(coin, { fee }))), child: await entry(lab, child) };
}

/** A chain of `length` transactions in the mempool; resolves to its last. */
async function chain(lab: Lab, length: number, prefix: string): Promise<Built> {
  let last = spend(await lab.coin(p2tr('a'), 100_000), { to: p2tr('a') });
  for (let i = 1; ; i++) {
    lab.name(`${prefix}${i}`, last);
    await lab.call('sendrawtransaction', [last.hex]);
    if (i === length) return last;
    last = spend(last.coin(0), { to: p2tr('a') });
  }
}

export const FAMILIES: Case[] = [
  {
    title: 'family, the 25th of a chain',
    expects: 'accepted',
    run: async (lab) => offer(lab, spend((await chain(lab, 24, 'link')).coin(0))),
  },
  {
    title: 'family, the 26th of a chain, which Core takes from version 31 on',
    expects: { core: 'accepted', knots: 'too-long-mempool-chain' },
    run: async (lab) => offer(lab, spend((await chain(lab, 25, 'link')).coin(0))),
  },
  {
    title: 'family, two chains of 13 joined, which Core takes from version 31 on',
    expects: { core: 'accepted', knots: 'too-long-mempool-chain' },
    run: async (lab) => {
      const tips = [await chain(lab, 13, 'left'), await chain(lab, 13, 'right')];
      return offer(lab, spend(tips.map((tip) => tip.coin(0))));
    },
  },
  {
    title:
      'family, the 25th descendant and the next, which the knots policy takes by its carve-out and refuses',
    expects: { core: 'accepted', knots: 'too-long-mempool-chain' },
    run: async (lab) => {
      const parent = lab.name(
        'parent',
        spend(await lab.coin(p2wpkh('a'), 200_000), { also: many(27, 3000) }),
      );
      await lab.call('sendrawtransaction', [parent.hex]);
      for (let vout = 1; vout <= 24; vout++) {
        await lab.call('sendrawtransaction', [lab.name(`child${vout}`, spend(parent.coin(vout))).hex]);
      }
      const carved = await offer(lab, spend(parent.coin(25)), 'carved');
      return { ...(await offer(lab, spend(parent.coin(26)))), carved, parent: await entry(lab, parent) };
    },
  },
  {
    title: 'family, entries of a parent, a child and a grandchild',
    expects: 'accepted',
    run: async (lab) => {
      const [one, two] = (await lab.coins([p2wpkh('a'), p2wpkh('b')])) as [Coin, Coin];
      const parent = lab.name('parent', spend(one, { to: p2tr('a'), also: many(1, 9000) }));
      const child = lab.name('child', spend([parent.coin(0), two], { to: p2tr('b'), fee: 3000 }));
      for (const tx of [parent, child]) await lab.call('sendrawtransaction', [tx.hex]);
      const inputs = [{ coin: child.coin(0) }, { coin: parent.coin(1) }];
      const grandchild = build({ inputs, outputs: [{ lock: p2tr('c'), sats: 5000 }] });
      const outcome = await offer(lab, grandchild, 'grandchild');
      return { ...outcome, parent: await entry(lab, parent), child: await entry(lab, child) };
    },
  },
];

/** As `chain`, for a chain that some nodes break off: what is refused is refused. */
async function attempt(lab: Lab, length: number): Promise<Built> {
  let last = spend(await lab.coin(p2tr('a'), 100_000), { to: p2tr('a'), fee: 200 });
  for (let i = 1; ; i++) {
    lab.name(`link${i}`, last);
    await lab.ask('sendrawtransaction', [last.hex]);
    if (i === length) return last;
    last = spend(last.coin(0), { to: p2tr('a'), fee: 200 });
  }
}

/** A parent with that many children of 1000 sats each in the mempool, and 3 more outputs. */
async function parentOf(lab: Lab, children: number): Promise<Built> {
  const parent = lab.name(
    'parent',
    spend(await lab.coin(p2wpkh('a'), 400_000), { also: many(children + 3, 3000) }),
  );
  await lab.ask('sendrawtransaction', [parent.hex]);
  for (let vout = 1; vout <= children; vout++) {
    await lab.ask('sendrawtransaction', [lab.name(`child${vout}`, spend(parent.coin(vout))).hex]);
  }
  return parent;
}

/** Rules of Bitcoin Core 31 alone; what the knots policy says to the same follows from its own. */
export const CLUSTERS: Case[] = [
  {
    title: 'cluster, the 64th of a chain',
    expects: { core: 'accepted', knots: 'missing-inputs' },
    run: async (lab) => offer(lab, spend((await attempt(lab, 63)).coin(0))),
  },
  {
    title: 'cluster, the 65th of a chain is refused',
    expects: { core: 'too-large-cluster', knots: 'missing-inputs' },
    run: async (lab) => offer(lab, spend((await attempt(lab, 64)).coin(0))),
  },
  {
    title: 'cluster, the 63rd child of one parent',
    expects: { core: 'accepted', knots: 'too-long-mempool-chain' },
    run: async (lab) => offer(lab, spend((await parentOf(lab, 62)).coin(63))),
  },
  {
    title: 'cluster, the 64th child of one parent is refused',
    expects: { core: 'too-large-cluster', knots: 'too-long-mempool-chain' },
    run: async (lab) => offer(lab, spend((await parentOf(lab, 63)).coin(64))),
  },
  {
    title: 'cluster, a full one takes a replacement',
    expects: { core: 'accepted', knots: 'too-long-mempool-chain' },
    run: async (lab) => offer(lab, spend((await parentOf(lab, 63)).coin(63), { fee: 2000 })),
  },
  {
    title: 'cluster, above 101,000 vB is refused',
    expects: { core: 'too-large-cluster', knots: 'too-long-mempool-chain' },
    run: async (lab) => {
      const large = { also: many(1500, 400), fee: 20_000, to: p2tr('a') };
      const first = lab.name('first', spend(await lab.coin(p2wpkh('a'), 2_000_000), large));
      await lab.call('sendrawtransaction', [first.hex]);
      return offer(lab, spend(first.coin(0), { ...large, also: many(900, 400) }));
    },
  },
  {
    title: 'cluster, replacement of a hundred of them',
    expects: { core: 'accepted', knots: 'accepted' },
    run: (lab) => replaceMany(lab, 100),
  },
  {
    title: 'cluster, replacement of more than a hundred of them is refused',
    expects: 'block only: too many potential replacements',
    run: (lab) => replaceMany(lab, 101),
  },
  {
    title: 'cluster, a replacement that pays more but leaves a worse diagram is refused',
    expects: { core: 'block only: replacement-failed', knots: 'block only: insufficient fee' },
    run: async (lab) => {
      const [coin, other] = (await lab.coins([p2wpkh('a'), p2wpkh('b')])) as [Coin, Coin];
      const small = lab.name('small', spend(coin, { fee: 4000 }));
      const cheap = lab.name('cheap', spend(other, { fee: 200, also: many(8, 400) }));
      for (const tx of [small, cheap]) await lab.call('sendrawtransaction', [tx.hex]);
      const outcome = await offer(lab, spend([coin, other], { fee: 5000, also: many(40, 400) }));
      return { ...outcome, small: await entry(lab, small), cheap: await entry(lab, cheap) };
    },
  },
  {
    title: 'cluster, chunks of a parent that two children pay for',
    expects: 'accepted',
    run: async (lab) => {
      const parent = lab.name(
        'parent',
        spend(await lab.coin(p2wpkh('a')), { fee: 100, also: many(3, 9000) }),
      );
      const rich = lab.name('rich', spend(parent.coin(1), { fee: 3000 }));
      const poor = lab.name('poor', spend(parent.coin(2), { fee: 150 }));
      for (const tx of [parent, rich, poor]) await lab.call('sendrawtransaction', [tx.hex]);
      const outcome = await offer(lab, spend([parent.coin(3), poor.coin(0)], { fee: 2500 }), 'late');
      const entries = [await entry(lab, parent), await entry(lab, rich), await entry(lab, poor)];
      return { ...outcome, entries, ...(await order(lab, parent)) };
    },
  },
  {
    title: 'cluster, transactions of equal rates and sizes are ordered by txid',
    expects: 'accepted',
    run: async (lab) => {
      await lab.mine([]);
      const coins = await lab.coins(new Array(6).fill(p2tr('a')));
      const list = coins.map((coin, index) => lab.name(`tx${index}`, spend(coin)));
      for (const tx of list) await lab.call('sendrawtransaction', [tx.hex]);
      const last = lab.name('last', spend(list[3]!.coin(0), { to: p2tr('b') }));
      return { ...(await offer(lab, last, 'last')), ...(await order(lab, list[3]!)) };
    },
  },
];

async function replaceMany(lab: Lab, count: number): Promise<Outcome> {
  const coins = await lab.coins(new Array(count).fill(p2tr('a')), 3000);
  for (const coin of coins) await lab.call('sendrawtransaction', [spend(coin, { fee: 200 }).hex]);
  return offer(lab, spend(coins, { fee: 60_000 }));
}

/** What Bitcoin Core 31 says about the order of a cluster; earlier versions have no such calls. */
async function order(lab: Lab, tx: Built): Promise<{ cluster: unknown }> {
  const cluster = (await lab.ask('getmempoolcluster', [tx.txid])) as { code?: number };
  return { cluster: cluster.code === undefined ? cluster : 'unknown' };
}
