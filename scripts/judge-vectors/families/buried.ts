import {
  type Case,
  type CaseDraft,
  type CaseOutput,
  coin,
  MONEY,
  OWN,
  on,
  pays,
  THEIRS,
  theirs,
} from '../case.ts';
import type { Kind } from '../locks.ts';

const KINDS: readonly Kind[] = ['p2tr', 'p2wpkh'];
/** Sats in front of inscriptions of one coin of 100,000 sats: the first and the last of each part. */
const DEPTHS = [0, 39_999, 40_000, 59_999, 60_000, 98_999, 99_000, 99_999];
const LONGEST = 9;

/** Inscriptions deep in a coin, or behind many transactions. */
const deep = KINDS.flatMap((kind): Case[] => {
  const inscriptions = (name: string) => DEPTHS.map((depth) => on(name, `at ${depth}`, depth));
  const outputs = [pays(40_000, OWN), pays(20_000, THEIRS), pays(39_000, MONEY)];
  const alone = (name: string, text: string, sighash: number, paid: readonly CaseOutput[]): Case => ({
    name,
    text,
    coins: { a: coin(100_000, kind, 3) },
    values: ['a'],
    drafts: [{ inputs: [{ coin: 'a', sighash }], outputs: paid }],
    inscriptions: inscriptions('a'),
    expected: { losesAtMostSats: 1_000_000, gives: [] },
  });
  return [
    alone(
      `a ${kind} coin with eight inscriptions, split and signed ALL`,
      'Each sat goes where it stands: to you, to others, to you again, and to the network fee.',
      1,
      outputs,
    ),
    alone(
      `a ${kind} coin with eight inscriptions, split and signed SINGLE`,
      'Only the first output is fixed: what stands deeper can go anywhere.',
      3,
      outputs,
    ),
    alone(
      `a ${kind} coin with eight inscriptions, signed SINGLE|ANYONECANPAY for more than it holds`,
      'A coin in front moves every sat out of the output that pays you.',
      0x83,
      [pays(150_000, MONEY)],
    ),
    {
      name: `a ${kind} coin with eight inscriptions behind another coin of yours`,
      text: 'The coin in front fills the first output in part, so that every sat lands deeper.',
      coins: { front: coin(30_000), a: coin(100_000, kind, 3) },
      values: ['front', 'a'],
      drafts: [
        {
          inputs: [{ coin: 'front' }, { coin: 'a' }],
          outputs: [pays(69_999, OWN), pays(1, THEIRS), pays(59_000, MONEY)],
        },
      ],
      inscriptions: [on('front', 'in front', 29_999), ...inscriptions('a')],
      expected: { losesAtMostSats: 1_000, gives: [] },
    },
    {
      name: `a ${kind} coin with eight inscriptions, split and split again`,
      text: 'The second transaction spends the last part; what stood deep in the coin stands at its front there.',
      coins: { a: coin(100_000, kind, 3) },
      values: ['a'],
      drafts: [
        { inputs: [{ coin: 'a' }], outputs },
        { inputs: [{ coin: '0/2' }], outputs: [pays(600, THEIRS), pays(37_000, OWN)] },
      ],
      inscriptions: inscriptions('a'),
      expected: { losesAtMostSats: 25_000, gives: ['at 40000', 'at 59999'] },
    },
  ];
});

/** Transfers to yourself, each spending what the one before makes. */
const chain = (count: number): readonly CaseDraft[] =>
  Array.from({ length: count }, (_, n) => ({
    inputs: [{ coin: n === 0 ? 'a' : `${n - 1}/0` }],
    outputs: [pays(100_000 - 1_000 * (n + 1), OWN)],
  }));

const long = [LONGEST, LONGEST + 1].map(
  (count): Case => ({
    name: `${count} transfers to yourself, one after the other`,
    text: `An inscription is followed through ${LONGEST} transactions; what is behind more counts as gone.`,
    coins: { a: coin(100_000) },
    values: ['a'],
    drafts: chain(count),
    inscriptions: [on('a', 'A'), on('a', 'Deep', 89_999)],
    expected: { losesAtMostSats: 20_000, gives: [] },
  }),
);

/** The bought coin is the first input: only sats beyond its claimed value can go elsewhere. */
const larger: Case = {
  name: 'a p2wpkh payer of a coin that holds more than is claimed',
  text: 'An ECDSA signature is not over the values of other inputs. The output takes the claimed value, from the first sat on.',
  coins: { item: theirs(20_000), a: coin(100_000, 'p2wpkh', 3) },
  values: ['a'],
  drafts: [
    {
      inputs: [{ coin: 'item', claims: 10_000 }, { coin: 'a' }],
      outputs: [pays(10_000, OWN), pays(50_000, THEIRS), pays(49_000, MONEY)],
    },
  ],
  inscriptions: [0, 9_999, 10_000, 15_000].map((depth) => on('item', `at ${depth}`, depth)),
  expected: { losesAtMostSats: 51_000, gives: [], receives: ['at 0', 'at 9999', 'at 15000'] },
};

export const buried: readonly Case[] = [...deep, ...long, larger];
