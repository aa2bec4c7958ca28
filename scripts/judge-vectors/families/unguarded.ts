import { type Case, coin, OWN, on, pays, THEIRS } from '../case.ts';
import { type Kind, lockOf } from '../locks.ts';

/** Scripts that somebody else satisfies without a key of yours, and how. */
const OPEN: readonly (readonly [Kind, string])[] = [
  ['true', 'The script is OP_TRUE: nobody has to sign.'],
  ['p2sh-true', 'The script in P2SH is OP_TRUE: who knows it spends the coin.'],
  ['p2wsh-true', 'The script in P2WSH is OP_TRUE: who knows it spends the coin.'],
  ['p2tr-true-leaf', 'The only leaf is OP_TRUE: who knows it spends the coin.'],
  ['p2a', 'Pay to anchor: nobody has to sign.'],
  ['p2wsh-secret', 'The script asks for a secret and for no key: who knows the secret spends the coin.'],
  ['p2wsh-dropped', 'The script checks your signature and drops the result: no signature is needed.'],
  ['p2wsh-1of2', 'One of two keys suffices, and you have one: the other one spends the coin.'],
  [
    'p2tr-strange-key-leaf',
    'The leaf checks a key of 33 bytes, which BIP342 leaves open: any signature is valid.',
  ],
];

const LEFT = 99_000;

/** Coins that look like yours and that your signature does not guard. */
export const unguarded: readonly Case[] = OPEN.flatMap(([kind, text]): Case[] => {
  const lock = lockOf(kind, 3);
  const coins = { a: { lock, valueSats: 100_000 }, b: coin(50_000) };
  const { fields } = lock;
  const inputs = [{ coin: 'a', fields }, { coin: 'b' }];
  const more: Omit<Case, 'name' | 'drafts'> = {
    text,
    coins,
    values: ['a', 'b'],
    mine: [OWN.script, lock.script],
    inscriptions: [on('a', 'A'), on('b', 'B')],
    attack: (at) => {
      const { txid, vout, valueSats } = at('a');
      const inputs = [{ by: 'others', txid, vout, valueSats }] as const;
      return [{ version: 2, lockTime: 0, inputs, outputs: [pays(LEFT, THEIRS)] }];
    },
    expected: { losesAtMostSats: 1_000_000, gives: [] },
  };
  return [
    {
      ...more,
      name: `a ${kind} coin that guards nothing, beside one of yours`,
      drafts: [{ inputs, outputs: [pays(149_000, OWN)] }],
    },
    {
      ...more,
      name: `a ${kind} coin that guards nothing, not asked for`,
      drafts: [{ inputs, outputs: [pays(149_000, OWN)], sign: [{ input: 1 }] }],
    },
    {
      ...more,
      name: `a ${kind} coin that guards nothing, in an earlier request`,
      drafts: [
        { inputs: [{ coin: 'a', fields }], outputs: [pays(LEFT, OWN)], isEarlier: true },
        { inputs: [{ coin: 'b' }], outputs: [pays(49_000, OWN)] },
      ],
    },
  ];
});
