import { type Case, coin, MONEY, OWN, on, pays, SIGHASHES, THEIRS, theirs } from '../case.ts';
import { type Kind, lockOf } from '../locks.ts';

const KINDS: readonly Kind[] = ['p2tr', 'p2wpkh', 'p2sh-p2wpkh'];
const PASSTHROUGH = lockOf('passthrough', 1);
const RECOVERY = lockOf('passthrough-key', 1);
const OPEN = [2, 3, 0x81, 0x82, 0x83];

/** A transfer, and signatures on what it makes. */
const made = KINDS.flatMap((kind): Case[] => {
  const coins = { a: coin(100_000, kind, 3), money: theirs(900_000) };
  const transfer = { inputs: [{ coin: 'a' }], outputs: [pays(99_000, OWN)] };
  return [
    ...[0, ...OPEN].map(
      (sighash): Case => ({
        name: `a ${kind} transfer and a ${SIGHASHES[sighash]} spend of what it makes`,
        text: `You sign a transfer to yourself, and a spend of its output ${SIGHASHES[sighash]}, which counts only beside the transfer.`,
        coins,
        values: ['a', 'money'],
        drafts: [
          transfer,
          { inputs: [{ coin: '0/0', sighash }], outputs: [pays(60_000, MONEY), pays(38_000, THEIRS)] },
        ],
        inscriptions: [on('a', 'A', 70_000)],
        expected: { losesAtMostSats: 40_000, gives: [] },
      }),
    ),
    {
      name: `a ${kind} transfer and three hops`,
      text: 'Each transaction spends what the one before makes; every hop pays a fee.',
      coins,
      values: ['a'],
      drafts: [
        transfer,
        { inputs: [{ coin: '0/0' }], outputs: [pays(98_000, OWN)] },
        { inputs: [{ coin: '1/0' }], outputs: [pays(97_000, OWN)] },
        { inputs: [{ coin: '2/0' }], outputs: [pays(50_000, OWN), pays(46_000, THEIRS)] },
      ],
      inscriptions: [on('a', 'A'), on('a', 'Last', 60_000)],
      expected: { losesAtMostSats: 50_000, gives: [] },
    },
    {
      name: `a ${kind} coin transferred or sold, and what each makes sold again`,
      text: 'Two transactions spend the coin; a spend of what the first makes does not count beside the second.',
      coins,
      values: ['a'],
      drafts: [
        transfer,
        { inputs: [{ coin: '0/0' }], outputs: [pays(30_000, OWN), pays(68_000, THEIRS)] },
        { inputs: [{ coin: 'a' }], outputs: [pays(40_000, OWN), pays(59_500, THEIRS)] },
      ],
      expected: { losesAtMostSats: 60_000 },
    },
  ];
});

/** ordbook's escrow output: a transfer into it, a sale by its leaf, a recovery by your key. */
const passthrough: readonly Case[] = [
  ...[0, ...OPEN].flatMap((sighash): Case[] => {
    const name = SIGHASHES[sighash]!;
    const coins = { a: coin(10_000), fee: coin(5_000, 'p2wpkh', 2) };
    const transfer = {
      inputs: [{ coin: 'a' }, { coin: 'fee' }],
      outputs: [pays(10_000, PASSTHROUGH), pays(4_000, MONEY)],
    };
    const recovery = {
      inputs: [{ coin: '0/0', lock: RECOVERY, sighash }],
      outputs: [pays(9_500, OWN)],
      sign: [{ input: 0, sighash }],
    };
    const sale = {
      inputs: [{ coin: '0/0', lock: PASSTHROUGH, sighash: 0x83 }],
      outputs: [pays(200_000, MONEY)],
      sign: [{ input: 0, sighash: 0x83 }],
    };
    const more = { coins, values: ['a', 'fee'], inscriptions: [on('a', 'A')] };
    return [
      {
        name: `a transfer into a passthrough with its recovery signed ${name}`,
        text: `You sign a recovery by your key alone, ${name}: what it leaves open, others can use like a sale.`,
        ...more,
        drafts: [transfer, recovery],
        expected: { losesAtMostSats: 1_500, gives: [] },
      },
      {
        name: `a listing in a passthrough with its recovery signed ${name}`,
        text: `A transfer, a sale that the market has to sign too, and a recovery signed ${name}.`,
        ...more,
        drafts: [transfer, sale, recovery],
        expected: { losesAtMostSats: 1_500, gives: ['A'] },
      },
      {
        name: `a sale in a passthrough after a recovery signed ${name}`,
        text: `The recovery was signed ${name} before; the sale is asked for now.`,
        ...more,
        drafts: [{ ...transfer, isEarlier: true }, { ...recovery, isEarlier: true }, sale],
        expected: { losesAtMostSats: 1_500, gives: ['A'] },
      },
    ];
  }),
  {
    name: 'a purchase of one in a passthrough',
    text: 'You buy: the passthrough in front, your money behind it, signed over the whole.',
    coins: { item: theirs(10_000), own: coin(300_000) },
    drafts: [
      {
        inputs: [{ coin: 'item' }, { coin: 'own' }],
        outputs: [pays(10_000, OWN), pays(200_000, THEIRS), pays(99_000, MONEY)],
      },
    ],
    inscriptions: [on('item', 'B')],
    expected: { losesAtMostSats: 201_000, gives: [], receives: ['B'] },
  },
];

/** More signatures than anybody combines. */
const many: readonly Case[] = [33].flatMap((count) =>
  [0x81, 0x83].map((sighash): Case => {
    const names = Array.from({ length: count }, (_, n) => `c${n}`);
    return {
      name: `${count} coins signed ${SIGHASHES[sighash]}, each to an output of its own`,
      text: `${count} PSBTs with a coin each; no two share an output.`,
      coins: Object.fromEntries(names.map((name, n) => [name, coin(10_000 + n)])),
      values: names,
      drafts: names.map((name, n) => ({
        inputs: [{ coin: name, sighash }],
        outputs: [pays(9_000 + n, MONEY)],
      })),
      expected: { losesAtMostSats: 1_000 * count },
    };
  }),
);

/** One coin or two, offered again and again. */
const again: readonly Case[] = [
  ...[11, 32].flatMap((count) =>
    [0x81, 0x83].flatMap((sighash) => [1, 2].map((coins) => ({ count, sighash, coins }))),
  ),
  { count: 40, sighash: 0x81, coins: 3 },
].map(({ count, sighash, coins }): Case => {
  const names = ['a', 'b', 'c'].slice(0, coins);
  const of = ['', 'one coin', 'two coins', 'three coins'][coins]!;
  return {
    name: `${count} prices signed ${SIGHASHES[sighash]} of ${of}`,
    text: `You signed ${count} PSBTs of ${of}, each with another price; all of them live until what they sell is spent.`,
    coins: Object.fromEntries(names.map((name, n) => [name, coin(50_000, 'p2tr', 3 + n)])),
    values: names,
    drafts: Array.from({ length: count }, (_, n) => ({
      // of three coins two each, so that the offers hang together
      inputs: [n, ...(coins === 3 ? [n + 1] : [])].map((at) => ({ coin: names[at % coins]!, sighash })),
      outputs: [pays(coins === 3 ? 98_000 - n : 49_000 - n, MONEY)],
      isEarlier: n < count - 1,
    })),
    inscriptions: [on('a', 'A')],
    expected: { losesAtMostSats: 2_000, gives: ['A'], forAtLeastSats: { A: 49_000 } },
  };
});

export const chains: readonly Case[] = [...made, ...passthrough, ...many, ...again];
