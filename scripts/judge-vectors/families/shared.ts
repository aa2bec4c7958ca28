import { type Case, type CaseDraft, coin, MONEY, on, pays } from '../case.ts';
import type { Kind } from '../locks.ts';

const KINDS: readonly Kind[] = ['p2tr', 'p2wpkh', 'p2pkh'];

/** A coin in two trades: others choose in which of them it goes. */
export const shared: readonly Case[] = KINDS.flatMap((kind): Case[] => {
  const coins = { a: coin(100_000, kind, 3), b: coin(80_000, kind, 4), c: coin(200_000, kind, 5) };
  const both: CaseDraft = {
    inputs: ['a', 'b'].map((name) => ({ coin: name, sighash: 0x81 })),
    outputs: [pays(50_000, MONEY)],
  };
  const one: CaseDraft = { inputs: [{ coin: 'a', sighash: 0x81 }], outputs: [pays(40_000, MONEY)] };
  const third: CaseDraft = {
    inputs: ['b', 'c'].map((name) => ({ coin: name, sighash: 0x81 })),
    outputs: [pays(60_000, MONEY)],
  };
  const sale = (name: string, sats: number): CaseDraft => ({
    inputs: [{ coin: name, sighash: 0x83 }],
    outputs: [pays(sats, MONEY)],
  });
  const whole: CaseDraft = {
    inputs: [{ coin: 'c', sighash: 0x81 }],
    outputs: [pays(60_000, MONEY), pays(70_000, MONEY)],
  };
  const rest = (names: readonly (keyof typeof coins)[]) => ({
    coins: Object.fromEntries(names.map((name) => [name, coins[name]])),
    values: names,
    inscriptions: [on('a', 'A')],
    expected: { losesAtMostSats: 1_000_000, gives: ['A'] },
  });
  return [
    {
      name: `a ${kind} coin in two trades, the larger first`,
      text: 'Signed ALL|ANYONECANPAY in two trades. Both happen, one with this coin and one with the other.',
      ...rest(['a', 'b']),
      drafts: [both, one],
    },
    {
      name: `a ${kind} coin in two trades, the smaller first`,
      text: 'The same two trades in another order.',
      ...rest(['a', 'b']),
      drafts: [one, both],
    },
    {
      name: `three trades of three ${kind} coins, two of them in two trades`,
      text: 'Each trade needs a coin of its own; all three happen.',
      ...rest(['a', 'b', 'c']),
      drafts: [third, both, one],
    },
    {
      name: `a ${kind} coin at two prices, and one coin that fits one output`,
      text: 'Two sales share the outputs that a third signature demands; the coin with two prices leaves one to the other.',
      ...rest(['a', 'b', 'c']),
      drafts: [whole, sale('a', 60_000), sale('a', 70_000), sale('b', 60_000)],
    },
    {
      name: `a ${kind} coin listed, and in a trade with another`,
      text: 'The listing is used, or the trade takes the coin with the other one, whichever costs more.',
      ...rest(['a', 'b']),
      drafts: [{ ...sale('a', 90_000), isEarlier: true }, both],
    },
  ];
});
