import { type Case, coin, OWN, on, pays, THEIRS, theirs } from '../case.ts';
import type { Kind } from '../locks.ts';

const ECDSA: readonly Kind[] = ['p2pkh', 'p2wpkh'];

/** A harmless request, and what was signed before it. */
const now = { inputs: [{ coin: 'now' }], outputs: [pays(900, OWN)] };
const coins = { now: coin(1_000), money: theirs(900_000) };

const unknown = ECDSA.flatMap((kind) =>
  [0x42, 0x43, 0xc2, 0x41].map(
    (sighash): Case => ({
      name: `a ${kind} coin signed before with the unknown sighash 0x${sighash.toString(16)}`,
      text: 'Consensus looks at some bits of the byte only, so the signature has a meaning, and a miner can use it.',
      coins: { ...coins, before: coin(100_000, kind, 3) },
      values: ['now', 'before'],
      drafts: [{ inputs: [{ coin: 'before', sighash }], outputs: [pays(99_000, OWN)], isEarlier: true }, now],
      inscriptions: [on('before', 'A')],
      expected: { losesAtMostSats: 1_100, gives: [] },
    }),
  ),
);

const doubts: readonly Case[] = [
  {
    name: 'a p2pkh coin signed before SINGLE past the outputs',
    text: 'The signature is valid for every coin of its key, for ever: also for the next request.',
    coins: { ...coins, before: coin(100_000, 'p2pkh', 3), other: theirs(5_000) },
    values: ['now', 'before'],
    drafts: [
      {
        inputs: [{ coin: 'other' }, { coin: 'before', sighash: 3 }],
        outputs: [pays(4_000, THEIRS)],
        isEarlier: true,
      },
      now,
    ],
    expected: { losesAtMostSats: 1_000_000 },
  },
  {
    name: 'a p2pkh coin signed before, of which nothing proves the value',
    text: 'The digest does not have the value, so the signature that was given takes whatever the coin holds.',
    coins: { ...coins, before: coin(100_000, 'p2pkh', 3) },
    values: ['now'],
    drafts: [
      {
        inputs: [{ coin: 'before', claims: 1_000, shows: 'coin' }],
        outputs: [pays(900, OWN)],
        isEarlier: true,
      },
      now,
    ],
    expected: { losesAtMostSats: 1_000_000 },
  },
];

const followed = (['p2tr', 'p2wpkh'] as const).map(
  (kind): Case => ({
    name: `a ${kind} transfer signed SINGLE, and a NONE spend of what it makes as shown`,
    text: 'Others complete the transfer just as its PSBT shows it, and then take what it makes.',
    coins: { a: coin(100_000, kind, 3), money: theirs(900_000) },
    values: ['a'],
    drafts: [
      { inputs: [{ coin: 'a', sighash: 3 }], outputs: [pays(99_000, OWN)] },
      { inputs: [{ coin: '0/0', sighash: 2 }], outputs: [pays(98_000, OWN)] },
    ],
    inscriptions: [on('a', 'A')],
    expected: { losesAtMostSats: 1_000_000, gives: [] },
  }),
);

/** What others have from before, and what they make of it now. */
export const given: readonly Case[] = [...unknown, ...doubts, ...followed];
