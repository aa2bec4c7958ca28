import type { Attack, AttackInput } from '@ordbook/judge';
import { type Case, coin, MONEY, type Outpoints, on, pays, SIGHASHES, THEIRS, theirs } from '../case.ts';
import { type Kind, lockOf } from '../locks.ts';

const KINDS: readonly Kind[] = [
  'p2pk',
  'p2pkh',
  'p2sh-2of2',
  'p2sh-p2wpkh',
  'p2wpkh',
  'p2wsh-2of2',
  'p2sh-p2wsh-2of2',
  'p2wsh-branches',
  'p2tr',
  'p2tr-2of2-leaf',
  'p2tr-branches-leaf',
  'passthrough',
];
const UNKNOWN = [4, 0x41, 0x80, 0x84];

const sighashesOf = (kind: Kind) =>
  Object.keys(SIGHASHES)
    .map(Number)
    .filter((byte) => byte > 0 || lockOf(kind, 1).digest === 'taproot');

/** Every sighash by every type of script. */
export const sighashes: readonly Case[] = KINDS.flatMap((kind) => [
  ...sighashesOf(kind).map((byte): Case => {
    const name = SIGHASHES[byte]!;
    return {
      name: `${kind} signed ${name}`,
      text: `Your coin of 100,000 sats (${kind}) in input 0 is signed ${name}; output 0 pays you 60,000, output 1 pays others 39,000.`,
      coins: { a: coin(100_000, kind) },
      drafts: [
        {
          inputs: [{ coin: 'a', sighash: byte }],
          outputs: [pays(60_000, MONEY), pays(39_000, THEIRS)],
          sign: [{ input: 0, sighash: byte }],
        },
      ],
      inscriptions: [on('a', 'A', 500)],
      expected: { losesAtMostSats: 40_000, gives: [] },
    };
  }),
  ...[3, 0x83].map(
    (byte): Case => ({
      name: `${kind} signed ${SIGHASHES[byte]} past the outputs`,
      text: `Your coin (${kind}) in input 1 is signed ${SIGHASHES[byte]}, and there is no output 1 that the signature could cover.`,
      coins: { b: theirs(20_000), a: coin(100_000, kind) },
      drafts: [
        {
          inputs: [{ coin: 'b' }, { coin: 'a', sighash: byte }],
          outputs: [pays(119_000, MONEY)],
          sign: [{ input: 1, sighash: byte }],
        },
      ],
      inscriptions: [on('a', 'A')],
    }),
  ),
  ...(['p2pkh', 'p2wpkh', 'p2tr'].includes(kind) ? UNKNOWN : []).map(
    (byte): Case => ({
      name: `${kind} with the unknown sighash 0x${byte.toString(16)}`,
      text: `A coin (${kind}) shall be signed with a sighash that Bitcoin does not define.`,
      coins: { a: coin(100_000, kind) },
      drafts: [
        {
          inputs: [{ coin: 'a', sighash: byte }],
          outputs: [pays(60_000, MONEY), pays(39_000, THEIRS)],
          sign: [{ input: 0, sighash: byte }],
        },
      ],
      // consensus reads it as ALL, with ANYONECANPAY where that bit is set
      ...(kind === 'p2tr' ? {} : { attack: (at) => [asAll(at('a'), byte)] }),
    }),
  ),
]);

function asAll(coin: ReturnType<Outpoints>, byte: number): Attack {
  const own: AttackInput = { by: 'you', request: 0, input: 0, ...coin };
  const front: AttackInput[] = (byte & 0x80) === 0 ? [] : [{ by: 'attacker', leastSats: 99_000 }];
  const outputs = [pays(60_000, MONEY), pays(39_000, THEIRS)];
  return { version: 2, lockTime: 0, inputs: [...front, own], outputs };
}
