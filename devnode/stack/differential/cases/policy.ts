import { hash160, sha256 } from '@scure/btc-signer/utils.js';
import { build } from '../build.ts';
import { MINER, spend } from '../lab.ts';
import {
  type Lock,
  opReturn,
  P2A,
  p2shP2wpkh,
  p2tr,
  p2wpkh,
  p2wsh,
  rawLock,
  script,
  unlockWpkh,
} from '../locks.ts';
import { type Case, offer, testAccept } from '../verdicts.ts';

/** Spends one P2WPKH coin of 50,000 sats into a fee of 2000, a receiver, and one more output. */
const paying = (title: string, expects: Case['expects'], lock: Lock, sats: number | bigint): Case => ({
  title,
  expects,
  run: async (lab) =>
    offer(
      lab,
      build({
        inputs: [{ coin: await lab.coin(p2wpkh('a')) }],
        outputs: [
          { lock: p2wpkh('receiver'), sats: 40_000 },
          { lock, sats },
        ],
      }),
    ),
});

const DUST: readonly (readonly [string, Lock, number])[] = [
  ['P2WPKH', p2wpkh('b'), 294],
  ['P2SH', p2shP2wpkh('b'), 540],
  ['P2PKH', rawLock(script(0x76, 0xa9, hash160(sha256(new Uint8Array(1))), 0x88, 0xac)), 546],
  ['P2TR', p2tr('b'), 330],
  ['P2WSH', p2wsh(script(0x51), () => []), 330],
  ['pay to anchor', P2A, 240],
  ['witness version 2, 20 bytes', rawLock(script(0x52, new Uint8Array(20))), 294],
];

export const DUST_LIMITS: Case[] = DUST.flatMap(([name, lock, limit]) => [
  paying(`dust, ${limit} sats to ${name}`, 'accepted', lock, limit),
  paying(`dust, ${limit - 1} sats to ${name} are refused by relay only`, 'block only: dust', lock, limit - 1),
]);

const withFee = (title: string, expects: string, fee: (vsize: number) => number): Case => ({
  title,
  expects,
  run: async (lab) => {
    const coin = await lab.coin(p2tr('a'));
    return offer(lab, spend(coin, { fee: fee(spend(coin).vsize) }));
  },
});

export const FEES: Case[] = [
  withFee('fee, exactly the minimum relay rate', 'accepted', (vsize) => Math.ceil(vsize / 10)),
  withFee(
    'fee, one sat below the minimum relay rate is refused',
    'block only: min relay fee not met',
    (vsize) => Math.ceil(vsize / 10) - 1,
  ),
  withFee('fee, none is refused', 'block only: min relay fee not met', () => 0),
  withFee('fee, outputs above inputs are refused', 'bad-txns-in-belowout', () => -1),
  {
    title: 'fee, above the default limit of the caller is refused',
    expects: 'block only: max-fee-exceeded',
    run: async (lab) => offer(lab, spend(await lab.coin(p2tr('a'), 5_000_000), { fee: 2_000_000 })),
  },
];

export const OUTPUTS: Case[] = [
  paying('an OP_RETURN of 40 bytes', 'accepted', opReturn(40), 0),
  paying('an OP_RETURN of 80 bytes', 'accepted', opReturn(80), 0),
  paying(
    'an OP_RETURN of 81 bytes, which Core relays from version 30 on',
    { core: 'accepted', knots: 'block only: scriptpubkey' },
    opReturn(81),
    0,
  ),
  paying('an OP_RETURN that burns money', 'accepted', opReturn(10), 1000),
  paying('a payment to witness version 2', 'accepted', rawLock(script(0x52, new Uint8Array(32))), 1000),
  paying(
    'a payment to no known script is refused by relay only',
    'block only: scriptpubkey',
    rawLock(script(0x51)),
    1000,
  ),
  paying(
    'a payment to a version 0 program of 21 bytes is refused by relay only',
    'block only: scriptpubkey',
    rawLock(script(0, new Uint8Array(21))),
    1000,
  ),
  paying('an amount below zero is refused', 'bad-txns-vout-negative', p2wpkh('b'), -1n),
  paying(
    'an amount above the money there is is refused',
    'bad-txns-vout-toolarge',
    p2wpkh('b'),
    21_000_001_0000_0000n,
  ),
  paying(
    'amounts that sum above the money there is are refused',
    'bad-txns-txouttotal-toolarge',
    p2wpkh('b'),
    21_000_000_0000_0000n,
  ),
  {
    title: 'two OP_RETURN outputs, which Core relays from version 30 on',
    expects: { core: 'accepted', knots: 'block only: multi-op-return' },
    run: async (lab) => {
      const also = [opReturn(20), opReturn(21)].map((lock) => ({ lock, sats: 0 }));
      return offer(lab, spend(await lab.coin(p2wpkh('a')), { also }));
    },
  },
  {
    title: 'no outputs are refused',
    expects: 'bad-txns-vout-empty',
    run: async (lab) => offer(lab, build({ inputs: [{ coin: await lab.coin(p2wpkh('a')) }], outputs: [] })),
  },
];

export const SHAPES: Case[] = [
  ...(
    [
      [0, 'block only: version'],
      [1, 'accepted'],
      [3, 'accepted'],
      [4, 'block only: version'],
      [-1, 'block only: version'],
    ] as const
  ).map(
    ([version, expects]): Case => ({
      title: `version ${version}`,
      expects,
      run: async (lab) => offer(lab, spend(await lab.coin(p2wpkh('a')), { version })),
    }),
  ),
  {
    title: 'one coin twice is refused',
    expects: 'bad-txns-inputs-duplicate',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      return offer(lab, spend([coin, coin]));
    },
  },
  {
    title: 'a coin that never was is refused',
    expects: 'missing-inputs',
    run: async (lab) => offer(lab, spend({ txid: 'ab'.repeat(32), vout: 0, sats: 9000, lock: p2wpkh('a') })),
  },
  {
    title: 'an output that the parent does not have is refused',
    expects: 'missing-inputs',
    run: async (lab) => offer(lab, spend({ ...(await lab.coin(p2wpkh('a'))), vout: 9 })),
  },
  {
    title: 'a coin that a block spent is refused',
    expects: 'missing-inputs',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      await lab.ask('generateblock', [lab.address(MINER), [spend(coin).hex]]);
      return offer(lab, spend(coin, { fee: 3000 }));
    },
  },
  {
    title: 'a coinbase below 100 confirmations is refused',
    expects: 'bad-txns-premature-spend-of-coinbase',
    run: async (lab) => offer(lab, spend(await lab.coinbase(99))),
  },
  {
    title: 'a coinbase at 100 confirmations',
    expects: 'accepted',
    run: async (lab) => offer(lab, spend(await lab.coinbase(100))),
  },
  {
    title: 'a coinbase transaction of its own is refused',
    expects: 'coinbase',
    run: async (lab) => {
      const nothing = { txid: '00'.repeat(32), vout: 0xffffffff, sats: 0, lock: rawLock(new Uint8Array()) };
      const unlock = () => ({ scriptSig: new Uint8Array(10) });
      return offer(
        lab,
        build({ inputs: [{ coin: nothing, unlock }], outputs: [{ lock: p2tr('a'), sats: 1000 }] }),
      );
    },
  },
  {
    title: 'fewer than 65 bytes without witness are refused by relay only',
    expects: 'block only: tx-size-small',
    run: async (lab) => {
      const outputs = [{ lock: rawLock(script(0x6a)), sats: 0 }];
      return offer(lab, build({ inputs: [{ coin: await lab.coin(p2wpkh('a'), 1000) }], outputs }));
    },
  },
  {
    title: 'more than 400,000 weight units are refused by relay only',
    expects: 'block only: tx-size',
    run: async (lab) => {
      const also = new Array(3300).fill({ lock: p2wpkh('b'), sats: 300 });
      return offer(lab, spend(await lab.coin(p2wpkh('a'), 2_000_000), { also, fee: 400_000 }));
    },
  },
];

export const ALREADY_KNOWN: Case[] = [
  {
    title: 'the same transaction again',
    expects: 'block only: txn-already-in-mempool',
    run: async (lab) => {
      const tx = spend(await lab.coin(p2wpkh('a')));
      await offer(lab, tx);
      return offer(lab, tx);
    },
  },
  {
    title: 'the same transaction with another signature',
    expects: 'block only: txn-same-nonwitness-data-in-mempool',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      await offer(lab, spend(coin), 'first');
      const last = unlockWpkh('a', { type: 2 });
      return offer(lab, spend(coin, { unlock: last }));
    },
  },
  {
    title: 'a transaction that is in a block already',
    expects: 'txn-already-known',
    run: async (lab) => {
      const tx = spend(await lab.coin(p2wpkh('a')));
      await lab.ask('generateblock', [lab.address(MINER), [tx.hex]]);
      return offer(lab, tx);
    },
  },
  {
    title: 'a transaction that a block confirmed and another spent',
    expects: 'missing-inputs',
    run: async (lab) => {
      const tx = spend(await lab.coin(p2wpkh('a')), { to: p2wpkh('b') });
      await lab.ask('generateblock', [lab.address(MINER), [tx.hex, spend(tx.coin(0)).hex]]);
      return offer(lab, tx);
    },
  },
  {
    title: 'testmempoolaccept of two transactions on one coin',
    expects: 'conflict-in-package',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      const two = [lab.name('one', spend(coin)), lab.name('two', spend(coin, { fee: 2000 }))];
      const test = await testAccept(lab, two);
      return { verdict: String((test as { 'package-error'?: string }[])[0]?.['package-error']), test };
    },
  },
];
