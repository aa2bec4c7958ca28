import type { Attack } from '@ordbook/judge';
import {
  type Case,
  type CaseInput,
  coin,
  MARKET,
  MONEY,
  type Outpoints,
  OWN,
  on,
  pays,
  THEIRS,
  theirs,
} from '../case.ts';
import { type Kind, lockOf } from '../locks.ts';

const KINDS: readonly Kind[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];

/** Values that a PSBT claims. */
const values = KINDS.flatMap((kind): Case[] => {
  const coins = { a: coin(900_000, kind, 3), b: coin(800_000, kind, 4) };
  const small = { coins: { a: coin(100_000, kind, 3) }, inscriptions: [on('a', 'A')] };
  const alone = (input: Omit<CaseInput, 'coin'>) => [
    { inputs: [{ coin: 'a', ...input }], outputs: [pays(60_000, MONEY), pays(39_000, THEIRS)] },
  ];
  const two = (claims: { a?: number; b?: number }) => {
    const claim = (name: 'a' | 'b'): CaseInput =>
      claims[name] === undefined ? { coin: name } : { coin: name, claims: claims[name], shows: 'coin' };
    return { inputs: [claim('a'), claim('b')], outputs: [pays(100_000, THEIRS), pays(805_000, MONEY)] };
  };
  return [
    {
      name: `a ${kind} coin with a known value`,
      text: 'The value of the coin is known from a source of your own, and the PSBT says the same.',
      ...small,
      values: ['a'],
      drafts: alone({}),
    },
    {
      name: `a ${kind} coin that holds more than is claimed`,
      text: 'The PSBT claims 99,500 sats; your own source says 100,000.',
      ...small,
      values: ['a'],
      drafts: alone({ claims: 99_500, shows: 'coin' }),
    },
    {
      name: `a ${kind} coin of a claimed value`,
      text: 'The PSBT shows the coin only. With segwit the signature is over the value, so that a lie makes it invalid.',
      ...small,
      drafts: alone({ shows: 'coin' }),
    },
    {
      name: `a ${kind} coin with its previous transaction`,
      text: 'The previous transaction proves the value.',
      ...small,
      drafts: alone({ shows: 'both' }),
    },
    {
      ...(kind === 'p2pkh' ? { attack: (at) => [asDrafted(at('a'))] } : {}),
      name: `a ${kind} coin that contradicts its previous transaction`,
      text: 'The coin that is shown and the previous transaction disagree on the value.',
      ...small,
      drafts: alone({ claims: 60_000, shows: 'both' }),
    },
    {
      ...(kind === 'p2pkh' ? { attack: (at) => [asDrafted(at('a'))] } : {}),
      name: `a ${kind} coin that is not shown`,
      text: 'Nothing says what the coin holds.',
      ...small,
      drafts: [{ ...alone({ shows: 'nothing' })[0]!, sign: [{ input: 0 }] }],
    },
    {
      name: `a ${kind} coin that is not shown, but known`,
      text: 'The PSBT does not show the coin; its value is known from a source of your own.',
      ...small,
      values: ['a'],
      drafts: [{ ...alone({ shows: 'nothing' })[0]!, sign: [{ input: 0 }] }],
    },
    {
      name: `two ${kind} coins, one with a value that lies`,
      text: 'The PSBT claims that coin b holds 6,000 sats, so that the fee looks like 1,000 sats.',
      coins,
      drafts: [two({ b: 6_000 })],
      values: kind === 'p2pkh' ? [] : ['a'],
    },
    {
      name: `two ${kind} coins asked twice, each time with another lie`,
      text: 'Each of two PSBTs of one transaction shows one of the coins smaller than it is; segwit version 0 gives two halves of a transaction whose fee you never saw.',
      coins,
      drafts: [two({ a: 105_000 + 1_000, b: 800_000 }), two({ a: 900_000, b: 6_000 })],
    },
    {
      name: `two ${kind} coins with known values`,
      text: 'Both values are known: the fee is what it seems.',
      coins,
      values: ['a', 'b'],
      drafts: [two({})],
    },
    {
      name: `two ${kind} coins, the second one claimed and foreign`,
      text: 'The second coin is of others, and its value a claim: what it holds more is their fee, not yours.',
      coins: { a: coin(900_000, kind, 3), b: theirs(800_000) },
      drafts: [two({ b: 6_000 })],
    },
  ];
});

/** The payment as it stands: the first digest is not over the value, so that the signature holds whatever that is. */
function asDrafted(coin: ReturnType<Outpoints>): Attack {
  const outputs = [pays(60_000, MONEY), pays(39_000, THEIRS)];
  return { version: 2, lockTime: 0, inputs: [{ by: 'you', request: 0, input: 0, ...coin }], outputs };
}

const SHARED: readonly Kind[] = ['p2wsh-2of2', 'p2tr-2of2-leaf', 'p2sh-2of2'];

/** Scripts, leaves, signatures and sighashes that a PSBT shows. */
const traps: readonly Case[] = [
  ...SHARED.map((kind): Case => {
    const { witnessScript, redeemScript, tapLeafScript, ...hidden } = lockOf(kind, 1).fields;
    return {
      name: `a ${kind} coin whose script is not shown`,
      text: 'What a signature allows depends on the script, and the PSBT hides it.',
      coins: { a: coin(100_000, kind) },
      drafts: [
        {
          inputs: [
            {
              coin: 'a',
              fields: {
                ...hidden,
                witnessScript: undefined,
                redeemScript: undefined,
                tapLeafScript: undefined,
              } as never,
            },
          ],
          outputs: [pays(60_000, MONEY), pays(39_000, THEIRS)],
          sign: [{ input: 0 }],
        },
      ],
    };
  }),
  ...SHARED.map(
    (kind): Case => ({
      name: `a ${kind} coin with the script of another key`,
      text: 'The PSBT shows a script of other keys, which is not the one of the coin.',
      coins: { a: coin(100_000, kind) },
      drafts: [
        {
          inputs: [{ coin: 'a', fields: lockOf(kind, 7).fields }],
          outputs: [pays(60_000, MONEY), pays(39_000, THEIRS)],
          sign: [{ input: 0 }],
        },
      ],
    }),
  ),
  {
    name: 'a p2tr coin of yours with a leaf that is not in it',
    text: 'Your key path coin is shown with a leaf of others.',
    coins: { a: coin(100_000) },
    drafts: [
      {
        inputs: [{ coin: 'a', fields: lockOf('p2tr-2of2-leaf', 7).fields }],
        outputs: [pays(99_000, MONEY)],
      },
    ],
  },
  ...(['p2tr-2of2-leaf', 'passthrough'] as const).map(
    (kind): Case => ({
      name: `a ${kind} coin with the fields of its key path`,
      text: 'The leaf needs two keys, but the PSBT shows the internal key too: wallets sign the key path as well, which needs yours alone.',
      coins: { a: coin(100_000, kind) },
      drafts: [
        {
          inputs: [
            {
              coin: 'a',
              sighash: 0x83,
              fields: {
                ...lockOf(kind, 1).fields,
                tapInternalKey: lockOf(kind, 1).fields.tapLeafScript![0]![0].internalKey,
              },
            },
          ],
          outputs: [pays(60_000, MONEY)],
          sign: [{ input: 0, sighash: 0x83 }],
        },
      ],
      inscriptions: [on('a', 'A')],
    }),
  ),
  ...KINDS.flatMap((kind): Case[] => [
    {
      name: `a ${kind} coin asked for another sighash than its PSBT states`,
      text: 'The PSBT states ALL; the request asks for NONE|ANYONECANPAY.',
      coins: { a: coin(100_000, kind, 3) },
      values: ['a'],
      drafts: [
        {
          inputs: [{ coin: 'a', sighash: 1 }],
          outputs: [pays(99_000, MONEY)],
          sign: [{ input: 0, sighash: 0x82 }],
        },
      ],
    },
    {
      name: `a ${kind} coin whose request names the sighash that its PSBT does not state`,
      text: 'The PSBT states no sighash; the request asks for SINGLE|ANYONECANPAY.',
      coins: { a: coin(100_000, kind, 3) },
      values: ['a'],
      drafts: [
        {
          inputs: [{ coin: 'a' }],
          outputs: [pays(90_000, MONEY), pays(9_000, THEIRS)],
          sign: [{ input: 0, sighash: 0x83 }],
        },
      ],
    },
    {
      name: `a ${kind} coin beside one of yours that is not asked for`,
      text: 'The request names input 0 only. Input 1 is yours too, and may be asked for next.',
      coins: { a: coin(100_000, kind, 3), b: coin(100_000, kind, 4) },
      values: ['a', 'b'],
      drafts: [
        {
          inputs: [{ coin: 'a' }, { coin: 'b' }],
          outputs: [pays(120_000, MONEY), pays(79_000, THEIRS)],
          sign: [{ input: 0 }],
        },
      ],
      inscriptions: [on('b', 'B', 20_000)],
    },
    {
      name: `a ${kind} coin beside one of yours that is signed inside`,
      text: 'Input 1 has your signature SINGLE|ANYONECANPAY inside, which can be used apart.',
      coins: { a: coin(100_000, kind, 3), b: coin(100_000, kind, 4) },
      values: ['a', 'b'],
      drafts: [
        {
          inputs: [{ coin: 'a' }, { coin: 'b', sighash: 0x83, isSigned: true }],
          outputs: [pays(120_000, MONEY), pays(30_000, MONEY), pays(49_000, THEIRS)],
        },
      ],
      inscriptions: [on('b', 'B')],
    },
    {
      name: `a ${kind} coin in two inputs`,
      text: 'The PSBT spends the same coin twice: no node accepts that, and a wallet may count its value twice.',
      coins: { a: coin(100_000, kind, 3) },
      values: ['a'],
      drafts: [{ inputs: [{ coin: 'a' }, { coin: 'a' }], outputs: [pays(199_000, MONEY)] }],
    },
    {
      name: `a ${kind} payment in a PSBT of version 2`,
      text: 'An ordinary payment with change; the PSBT is of version 2.',
      coins: { a: coin(100_000, kind, 3) },
      values: ['a'],
      drafts: [
        { inputs: [{ coin: 'a' }], outputs: [pays(40_000, THEIRS), pays(59_000, MONEY)], isVersion2: true },
      ],
      expected: { losesAtMostSats: 41_000, gives: [] },
    },
    {
      name: `a ${kind} sale with a lock time and version 1`,
      text: 'Version and lock time are fixed by every signature.',
      coins: { a: coin(100_000, kind, 3) },
      values: ['a'],
      drafts: [
        {
          inputs: [{ coin: 'a', sighash: 0x83, sequence: 0xfffffffd }],
          outputs: [pays(70_000, MONEY)],
          version: 1,
          lockTime: 50,
        },
      ],
      inscriptions: [on('a', 'A')],
    },
  ]),
];

/** Change and money that go to scripts that are not yours. */
const foreign = KINDS.flatMap((kind): Case[] => {
  const coins = { a: coin(500_000, kind, 3) };
  const payment = (outputs: Case['drafts'][number]['outputs']) => [{ inputs: [{ coin: 'a' }], outputs }];
  const agreed = { losesAtMostSats: 101_000, gives: [] };
  return [
    {
      name: `a ${kind} payment with change to you`,
      text: 'You pay 100,000 sats and a fee of 1,000; the rest comes back.',
      coins,
      values: ['a'],
      drafts: payment([pays(100_000, THEIRS), pays(399_000, MONEY)]),
      expected: agreed,
    },
    {
      name: `a ${kind} payment with change to others`,
      text: 'The change pays a script that is not yours.',
      coins,
      values: ['a'],
      drafts: payment([pays(100_000, THEIRS), pays(399_000, MARKET)]),
      expected: agreed,
    },
    {
      name: `a ${kind} payment with change to a script that you share`,
      text: 'The change pays an output of two keys, of which yours is one: it is not in your hands.',
      coins,
      values: ['a'],
      drafts: payment([pays(100_000, THEIRS), pays(399_000, lockOf('p2wsh-2of2', 1))]),
      expected: agreed,
    },
    {
      name: `a ${kind} payment with a fee of 150,000 sats`,
      text: 'The outputs are right, and the rest is a fee that nobody agreed to.',
      coins,
      values: ['a'],
      drafts: payment([pays(100_000, THEIRS), pays(250_000, MONEY)]),
      expected: agreed,
    },
    {
      name: `a ${kind} coin that comes back in two parts`,
      text: 'Both outputs are yours; the inscription is in the second.',
      coins,
      values: ['a'],
      drafts: payment([pays(10_000, MONEY), pays(489_000, OWN)]),
      inscriptions: [on('a', 'A', 10_000), on('a', 'Last', 499_500)],
      expected: { losesAtMostSats: 1_000, gives: ['Last'] },
    },
    {
      name: `a ${kind} payment whose inscription goes to the payee`,
      text: 'The payment comes first, and the inscription lies in the first sats of the coin.',
      coins,
      values: ['a'],
      drafts: payment([pays(100_000, THEIRS), pays(399_000, MONEY)]),
      inscriptions: [on('a', 'A')],
      expected: agreed,
    },
  ];
});

export const claims: readonly Case[] = [...values, ...traps, ...foreign];
