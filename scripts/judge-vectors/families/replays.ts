import { type Case, coin, MONEY, OWN, on, pays, SIGHASHES, THEIRS, theirs } from '../case.ts';
import type { Kind } from '../locks.ts';

const KINDS: readonly Kind[] = ['p2tr', 'p2wpkh', 'p2pkh'];

/** Two signatures in one transaction, and in two: every pair of sighashes. */
const pairs = (['p2tr', 'p2wpkh'] as const).flatMap((kind) => {
  const bytes = Object.keys(SIGHASHES)
    .map(Number)
    .filter((byte) => byte > 1 || (kind === 'p2tr') === (byte === 0));
  const two = { a: coin(50_000, kind, 3), b: coin(80_000, kind, 4) };
  return bytes.flatMap((first) =>
    bytes.map((second): Case => {
      const names = `${SIGHASHES[first]} and ${SIGHASHES[second]}`;
      const outputs = [pays(40_000, MONEY), pays(70_000, MONEY), pays(19_000, THEIRS)];
      return {
        name: `two ${kind} coins of one PSBT signed ${names}`,
        text: `Both coins are inputs of one PSBT, signed ${names}; outputs 0 and 1 pay you 40,000 and 70,000, output 2 pays others 19,000.`,
        coins: two,
        values: ['a', 'b'],
        drafts: [
          {
            inputs: [
              { coin: 'a', sighash: first },
              { coin: 'b', sighash: second },
            ],
            outputs,
          },
        ],
        inscriptions: [on('a', 'A'), on('b', 'B', 1_000)],
      };
    }),
  );
});

const apart = KINDS.flatMap((kind) => {
  const two = { a: coin(50_000, kind, 3), b: coin(50_000, kind, 4) };
  const free = [0x81, 0x82, 0x83];
  return free.flatMap((first) =>
    free.flatMap((second) =>
      [true, false].map((isSame): Case => {
        const other = isSame ? 45_000 : 46_000;
        const names = `${SIGHASHES[first]} and ${SIGHASHES[second]}`;
        return {
          name: `two ${kind} sales signed ${names}, to ${isSame ? 'the same output' : 'different outputs'}`,
          text: `You signed one sale before and sign another; ${isSame ? 'both demand the same output, which may be paid once for both' : 'their outputs differ'}.`,
          coins: two,
          values: ['a', 'b'],
          drafts: [
            { inputs: [{ coin: 'a', sighash: first }], outputs: [pays(45_000, MONEY)], isEarlier: true },
            { inputs: [{ coin: 'b', sighash: second }], outputs: [pays(other, MONEY)] },
          ],
          inscriptions: [on('a', 'A'), on('b', 'B')],
          expected: { losesAtMostSats: 5_000, gives: ['A', 'B'] },
        };
      }),
    ),
  );
});

const same = KINDS.flatMap((kind): Case[] => {
  const one = { a: coin(100_000, kind, 3), b: coin(70_000, kind, 4), money: theirs(900_000) };
  const inscriptions = [on('a', 'A')];
  const sold = { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(500_000, MONEY)] };
  return [
    {
      name: `two sales of one ${kind} coin`,
      text: 'You lowered the price: the old sale can still be used, and the lower of both counts.',
      coins: one,
      values: ['a'],
      drafts: [
        { ...sold, isEarlier: true },
        { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(300_000, MONEY)] },
      ],
      inscriptions,
      expected: { losesAtMostSats: 0, gives: ['A'] },
    },
    {
      name: `a sale of a ${kind} coin beside a transfer of it`,
      text: 'You take the item back, but the old sale lives until the transfer is in a block.',
      coins: one,
      values: ['a'],
      drafts: [
        { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(60_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'a' }], outputs: [pays(99_000, OWN)] },
      ],
      inscriptions,
      expected: { losesAtMostSats: 1_000, gives: [] },
    },
    {
      name: `a sale of a ${kind} coin in the frame of a purchase`,
      text: 'You buy and sign the whole with one coin, and have a sale of another: both in one transaction would share no output.',
      coins: one,
      values: ['a', 'b', 'money'],
      drafts: [
        { ...sold, isEarlier: true },
        {
          inputs: [{ coin: 'b' }, { coin: 'money' }],
          outputs: [pays(500_000, MONEY), pays(469_000, THEIRS)],
        },
      ],
      inscriptions,
      expected: { losesAtMostSats: 0, gives: ['A'] },
    },
    {
      name: `two whole transactions of one ${kind} coin`,
      text: 'You signed two payments with the same coin: one of them happens, and the dearer counts.',
      coins: one,
      values: ['a'],
      drafts: [
        { inputs: [{ coin: 'a' }], outputs: [pays(40_000, THEIRS), pays(59_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'a' }], outputs: [pays(70_000, THEIRS), pays(29_000, MONEY)] },
      ],
    },
    {
      name: `a replacement of a ${kind} transaction with a higher fee`,
      text: 'The same payment with a higher fee: at most the higher fee is lost.',
      coins: one,
      values: ['a'],
      drafts: [
        { inputs: [{ coin: 'a', sequence: 0xfffffffd }], outputs: [pays(99_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'a', sequence: 0xfffffffd }], outputs: [pays(95_000, MONEY)] },
      ],
      expected: { losesAtMostSats: 5_000 },
    },
    {
      name: `a ${kind} signature of SINGLE beside one of ALL in the same frame`,
      text: 'Of one transaction you sign input 0 SINGLE and input 1 ALL twice with different outputs: each ALL fixes its outputs.',
      coins: one,
      values: ['a', 'b'],
      drafts: [
        {
          inputs: [{ coin: 'a', sighash: 3 }, { coin: 'b' }],
          outputs: [pays(90_000, MONEY), pays(79_000, MONEY)],
          isEarlier: true,
        },
        {
          inputs: [{ coin: 'a', sighash: 3 }, { coin: 'b' }],
          outputs: [pays(90_000, MONEY), pays(79_000, THEIRS)],
        },
      ],
    },
    {
      name: `a sale of a ${kind} coin in the frame of other signatures`,
      text: 'A sale from input 0 can take the place of the dearer signature in input 1 of another PSBT, unless its digest counts outputs.',
      coins: one,
      values: ['a', 'b'],
      drafts: [
        { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(80_000, MONEY)], isEarlier: true },
        {
          inputs: [
            { coin: 'b', sighash: 2 },
            { coin: 'a', sighash: 3 },
          ],
          outputs: [pays(69_000, MONEY), pays(90_000, MONEY)],
        },
      ],
    },
    {
      name: `a sale of a ${kind} coin whose output others demand at another index`,
      text: 'A sale from input 0 shares output 1 of other signatures, unless its digest counts outputs.',
      coins: one,
      values: ['a', 'b'],
      drafts: [
        { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(65_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'b', sighash: 0x81 }], outputs: [pays(5_000, MONEY), pays(65_000, MONEY)] },
      ],
      inscriptions,
    },
    {
      name: `a sale of a ${kind} coin whose output others demand in another version`,
      text: 'Every signature fixes the version of its transaction, so that these never meet.',
      coins: one,
      values: ['a', 'b'],
      drafts: [
        { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(65_000, MONEY)], isEarlier: true },
        {
          inputs: [{ coin: 'b', sighash: 0x81 }],
          outputs: [pays(5_000, MONEY), pays(65_000, MONEY)],
          version: 1,
        },
      ],
      inscriptions,
    },
    {
      name: `two sales of ${kind} coins and a third signature that demands both outputs`,
      text: 'Two sales demand the same output each, and the outputs of a third signature have it twice.',
      coins: { ...one, c: coin(60_000, kind, 5) },
      values: ['a', 'b', 'c'],
      drafts: [
        { inputs: [{ coin: 'a', sighash: 0x83 }], outputs: [pays(65_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'b', sighash: 0x83 }], outputs: [pays(65_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'c', sighash: 0x81 }], outputs: [pays(65_000, MONEY), pays(65_000, MONEY)] },
      ],
    },
    {
      name: `three ${kind} sales of which two share an output`,
      text: 'Three coins are signed ALL|ANYONECANPAY, two of them for the same outputs.',
      coins: { ...one, c: coin(60_000, kind, 5) },
      values: ['a', 'b', 'c'],
      drafts: [
        { inputs: [{ coin: 'a', sighash: 0x81 }], outputs: [pays(65_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'b', sighash: 0x81 }], outputs: [pays(65_000, MONEY)], isEarlier: true },
        { inputs: [{ coin: 'c', sighash: 0x81 }], outputs: [pays(59_000, MONEY)] },
      ],
      expected: { losesAtMostSats: 1_000 },
    },
  ];
});

export const replays: readonly Case[] = [...apart, ...same];
export const combinations: readonly Case[] = pairs;
