import { spend } from '../lab.ts';
import { P2A, p2tr, p2wpkh } from '../locks.ts';
import { type Case, entry, offer, submit } from '../verdicts.ts';

const truc = { version: 3 } as const;

export const TRUC: Case[] = [
  {
    title: 'truc, a parent without a fee and its child',
    expects: 'accepted',
    run: async (lab) => {
      const parent = spend(await lab.coin(p2wpkh('a')), { ...truc, fee: 0, to: p2tr('a') });
      return submit(lab, { parent, child: spend(parent.coin(0), { ...truc, fee: 2000 }) });
    },
  },
  {
    title: 'truc, a parent without a fee alone is refused',
    expects: 'block only: min relay fee not met',
    run: async (lab) => offer(lab, spend(await lab.coin(p2wpkh('a')), { ...truc, fee: 0 })),
  },
  {
    title: 'truc, an ephemeral anchor is spent by the child',
    expects: 'accepted',
    run: async (lab) => {
      const also = [{ lock: P2A, sats: 0 }];
      const parent = spend(await lab.coin(p2wpkh('a')), { ...truc, fee: 0, to: p2tr('a'), also });
      return submit(lab, { parent, child: spend([parent.coin(0), parent.coin(1)], { ...truc, fee: 2000 }) });
    },
  },
  {
    title: 'truc, an ephemeral anchor that stays unspent is refused',
    expects: 'missing-ephemeral-spends',
    run: async (lab) => {
      const also = [{ lock: P2A, sats: 0 }];
      const parent = spend(await lab.coin(p2wpkh('a')), { ...truc, fee: 0, to: p2tr('a'), also });
      return submit(lab, { parent, child: spend(parent.coin(0), { ...truc, fee: 2000 }) });
    },
  },
  trucChild('a child of version 2 is refused', 'TRUC-violation', 3, { version: 2 }),
  trucChild('a child of a version 2 parent is refused', 'TRUC-violation', 2, truc),
  trucChild('a child of a version 2 parent that is confirmed', 'accepted', 2, truc, true),
  trucChild('a child above 1000 vB is refused', 'TRUC-violation', 3, { ...truc, also: outputs(25) }),
  trucChild('a child below 1000 vB', 'accepted', 3, { ...truc, also: outputs(18) }),
  {
    title: 'truc, a transaction above 10,000 vB is refused',
    expects: 'block only: TRUC-violation',
    run: async (lab) =>
      offer(lab, spend(await lab.coin(p2wpkh('a'), 500_000), { ...truc, also: outputs(320), fee: 20_000 })),
  },
  {
    title: 'truc, a child of two unconfirmed parents is refused',
    expects: 'TRUC-violation',
    run: async (lab) => {
      const coins = await lab.coins([p2wpkh('a'), p2wpkh('b')]);
      const list = coins.map((coin) => spend(coin, { ...truc, to: p2tr('a') }));
      for (const parent of list) await lab.call('sendrawtransaction', [parent.hex]);
      return offer(
        lab,
        spend(
          list.map((parent) => parent.coin(0)),
          truc,
        ),
      );
    },
  },
  {
    title: 'truc, a grandchild is refused',
    expects: 'TRUC-violation',
    run: async (lab) => {
      const parent = spend(await lab.coin(p2wpkh('a')), { ...truc, to: p2tr('a') });
      const child = spend(parent.coin(0), { ...truc, to: p2tr('b') });
      for (const tx of [parent, child]) await lab.call('sendrawtransaction', [tx.hex]);
      return offer(lab, spend(child.coin(0), truc));
    },
  },
  sibling('a second child that pays more evicts the first', 'accepted', 3000),
  sibling(
    'a second child that pays the same is refused',
    'insufficient fee (including sibling eviction)',
    1000,
  ),
  {
    title: 'truc, a package with a grandchild is refused',
    expects: 'TRUC-violation',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      const first = lab.name('first', spend(coin, { ...truc, to: p2tr('a') }));
      await lab.call('sendrawtransaction', [first.hex]);
      const parent = spend(first.coin(0), { ...truc, fee: 0, to: p2tr('b') });
      return submit(lab, { parent, child: spend(parent.coin(0), { ...truc, fee: 3000 }) });
    },
  },
  {
    title: 'truc, a package of version 3 parent and version 2 child is refused',
    expects: 'TRUC-violation',
    run: async (lab) => {
      const parent = spend(await lab.coin(p2wpkh('a')), { ...truc, fee: 0, to: p2tr('a') });
      return submit(lab, { parent, child: spend(parent.coin(0), { fee: 3000 }) });
    },
  },
  {
    title: 'truc, a replacement within the rules',
    expects: 'accepted',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      await lab.call('sendrawtransaction', [spend(coin, { ...truc, sequence: 0xffffffff }).hex]);
      return offer(lab, spend(coin, { ...truc, fee: 3000 }));
    },
  },
];

function outputs(count: number) {
  return new Array<{ lock: ReturnType<typeof p2tr>; sats: number }>(count).fill({
    lock: p2tr('c'),
    sats: 400,
  });
}

function trucChild(
  title: string,
  expects: string,
  parentVersion: number,
  child: Parameters<typeof spend>[1],
  confirmed = false,
): Case {
  return {
    title: `truc, ${title}`,
    expects,
    run: async (lab) => {
      const parent = lab.name(
        'parent',
        spend(await lab.coin(p2wpkh('a')), { version: parentVersion, to: p2tr('a') }),
      );
      if (confirmed) await lab.call('generateblock', [lab.address(p2wpkh('miner')), [parent.hex]]);
      else await lab.call('sendrawtransaction', [parent.hex]);
      return offer(lab, spend(parent.coin(0), { ...child, fee: 2000 }));
    },
  };
}

function sibling(title: string, expects: string, fee: number): Case {
  return {
    title: `truc, ${title}`,
    expects,
    run: async (lab) => {
      const also = [{ lock: p2tr('b'), sats: 9000 }];
      const parent = lab.name('parent', spend(await lab.coin(p2wpkh('a')), { ...truc, to: p2tr('a'), also }));
      const first = lab.name('first', spend(parent.coin(0), truc));
      for (const tx of [parent, first]) await lab.call('sendrawtransaction', [tx.hex]);
      return {
        ...(await offer(lab, spend(parent.coin(1), { ...truc, fee }))),
        first: await entry(lab, first),
      };
    },
  };
}
