import { type Built, build, type Coin } from '../build.ts';
import { type Lab, spend } from '../lab.ts';
import { p2tr, p2wpkh } from '../locks.ts';
import { type Case, entry, type Outcome, offer, submit } from '../verdicts.ts';

/** A transaction in the mempool, and then one against it. */
const against = (
  title: string,
  expects: string,
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
  against('a higher fee at a lower rate is refused', 'block only: insufficient fee', (coin) =>
    spend(coin, { fee: 1500, also: many(30, 400) }),
  ),
  against('a further confirmed coin', 'accepted', async (coin, _, lab) =>
    spend([coin, await lab.coin(p2wpkh('b'))], { fee: 2500 }),
  ),
  against('a further unconfirmed coin is refused', 'replacement-adds-unconfirmed', async (coin, _, lab) => {
    const other = lab.name('other', spend(await lab.coin(p2wpkh('b')), { to: p2wpkh('b') }));
    await lab.call('sendrawtransaction', [other.hex]);
    return spend([coin, other.coin(0)], { fee: 5000 });
  }),
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
    title: 'replacement, of more than a hundred transactions is refused',
    expects: 'block only: too many potential replacements',
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
    title: 'replacement, by a package is refused for a parent with too little',
    expects: 'transaction failed',
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
    title: 'family, the 26th of a chain is refused',
    expects: 'too-long-mempool-chain',
    run: async (lab) => offer(lab, spend((await chain(lab, 25, 'link')).coin(0))),
  },
  {
    title: 'family, two chains of 13 joined are refused',
    expects: 'too-long-mempool-chain',
    run: async (lab) => {
      const tips = [await chain(lab, 13, 'left'), await chain(lab, 13, 'right')];
      return offer(lab, spend(tips.map((tip) => tip.coin(0))));
    },
  },
  {
    title: 'family, the 25th descendant is let in by the carve-out, the next is refused',
    expects: 'too-long-mempool-chain',
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
