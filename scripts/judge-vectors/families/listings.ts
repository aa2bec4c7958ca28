import {
  type Case,
  type CaseDraft,
  type CaseInput,
  coin,
  MARKET,
  MONEY,
  OWN,
  on,
  pays,
  THEIRS,
  theirs,
} from '../case.ts';
import { type Kind, lockOf } from '../locks.ts';

const SALE = 0x83;
const ITEM = 10_000;
const PRICE = 500_000;

/** You sell for `PRICE`, and agreed to nothing else. */
const selling = { losesAtMostSats: ITEM, gives: ['A'], forAtLeastSats: { A: PRICE } };

const sale = (
  name: string,
  text: string,
  inputs: readonly CaseInput[],
  outputs: CaseDraft['outputs'],
  more: Partial<Case> & { readonly kind?: Kind; readonly sign?: CaseDraft['sign'] } = {},
): Case => {
  const { kind = 'p2tr', sign, ...rest } = more;
  return {
    name,
    text,
    coins: {
      item: coin(ITEM, kind),
      dummy1: theirs(600),
      dummy2: theirs(600, 'p2wpkh'),
      money: theirs(2_000_000, 'p2wpkh'),
    },
    drafts: [{ inputs, outputs, ...(sign ? { sign } : {}) }],
    inscriptions: [on('item', 'A')],
    expected: selling,
    ...rest,
  };
};

const SINGLE_KEYS: readonly Kind[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];
const TWO_KEYS: readonly Kind[] = [
  'p2sh-2of2',
  'p2wsh-2of2',
  'p2sh-p2wsh-2of2',
  'p2tr-2of2-leaf',
  'passthrough',
];
const item = (sighash?: number): CaseInput => ({
  coin: 'item',
  ...(sighash === undefined ? {} : { sighash }),
});

/** One PSBT, one input, one output, signed SINGLE|ANYONECANPAY: how the first markets list. */
const simple = SINGLE_KEYS.flatMap((kind) => [
  sale(
    `listing of one PSBT (${kind})`,
    'A listing as the first markets build it: the item in input 0, the price in output 0, signed SINGLE|ANYONECANPAY. Everybody can buy, and for this price only.',
    [item(SALE)],
    [pays(PRICE, MONEY)],
    { kind },
  ),
  sale(
    `listing of one PSBT for too little (${kind})`,
    'The same listing pays less than the item holds in sats, and the seller agreed to lose none.',
    [item(SALE)],
    [pays(6_000, MONEY)],
    { kind, expected: { ...selling, losesAtMostSats: 0 } },
  ),
  sale(
    `listing of one PSBT that pays the market (${kind})`,
    'Output 0 pays a script that is not yours: whoever has the signature takes the item for nothing.',
    [item(SALE)],
    [pays(PRICE, MARKET), pays(PRICE, MONEY)],
    { kind, expected: { ...selling, losesAtMostSats: 0 } },
  ),
]);

/** The item behind two dummy inputs, so that the buyer's outputs come first. */
const dummies = SINGLE_KEYS.flatMap((kind) => [
  sale(
    `listing with two dummies (${kind})`,
    'The item is input 2 behind two small coins of the buyer, and output 2 pays you: signed SINGLE|ANYONECANPAY.',
    [{ coin: 'dummy1' }, { coin: 'dummy2' }, item(SALE), { coin: 'money' }],
    [pays(1_200, THEIRS), pays(ITEM, THEIRS), pays(PRICE, MONEY), pays(1_490_000, THEIRS)],
    { kind },
  ),
  sale(
    `listing with two dummies that pays at another index (${kind})`,
    'The item is input 2, but output 2 goes to others and output 1 pays you: SINGLE covers output 2 only.',
    [{ coin: 'dummy1' }, { coin: 'dummy2' }, item(SALE), { coin: 'money' }],
    [pays(1_200, THEIRS), pays(PRICE, MONEY), pays(ITEM, THEIRS), pays(1_490_000, THEIRS)],
    { kind, expected: { ...selling, losesAtMostSats: 0 } },
  ),
  sale(
    `listing with two dummies and no output of its index (${kind})`,
    'The item is input 2, and there are two outputs: SINGLE covers none.',
    [{ coin: 'dummy1' }, { coin: 'dummy2' }, item(SALE), { coin: 'money' }],
    [pays(ITEM + 1_200, THEIRS), pays(PRICE, MONEY)],
    { kind, expected: { ...selling, losesAtMostSats: 0 } },
  ),
]);

/** A second key, held by a market, has to sign with you. */
const guarded = TWO_KEYS.flatMap((kind) => [
  sale(
    `listing that a market has to sign (${kind})`,
    'The item is locked by your key and that of a market. You sign SINGLE|ANYONECANPAY; nobody buys past the market.',
    [item(SALE)],
    [pays(PRICE, MONEY)],
    { kind, sign: [{ input: 0, sighash: SALE }] },
  ),
  sale(
    `listing that a market has to sign, for nothing (${kind})`,
    'The same, but output 0 pays others: the market can take the item for nothing.',
    [item(SALE)],
    [pays(PRICE, THEIRS)],
    { kind, sign: [{ input: 0, sighash: SALE }], expected: { ...selling, losesAtMostSats: 0 } },
  ),
  sale(
    `settlement of a sale that a market has to sign (${kind})`,
    'You sign the whole sale: the market cannot change a thing.',
    [item(), { coin: 'money' }],
    [pays(ITEM, THEIRS), pays(PRICE, MONEY), pays(1_490_000, THEIRS)],
    { kind, sign: [{ input: 0 }] },
  ),
  sale(
    `move into a two-key output without a way back (${kind})`,
    'Your coin moves into an output that needs the key of others too; no recovery is signed, so that it counts as gone.',
    [{ coin: 'own' }],
    [pays(ITEM, lockOf(kind, 1))],
    {
      kind,
      coins: { own: coin(ITEM) },
      inscriptions: [on('own', 'A')],
      expected: { losesAtMostSats: 0, gives: [] },
    },
  ),
]);

/** Seller's and buyer's side of offers. */
const OFFER_KINDS: readonly Kind[] = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'];
const offers = OFFER_KINDS.flatMap((kind): Case[] => {
  const buyer = { own: coin(900_000, kind, 3), item: theirs(ITEM) };
  const bought = {
    coins: buyer,
    inscriptions: [on('item', 'B')],
    expected: { losesAtMostSats: PRICE + 1_000, gives: [], receives: ['B'] },
  };
  const settled = [pays(ITEM, OWN), pays(PRICE, THEIRS), pays(399_000, MONEY)];
  const ordinary = [item(), { coin: 'own' }];
  return [
    sale(
      `offer signed ALL (${kind})`,
      'You buy: the item in front, your money behind it, the item to you, the price to the seller, the change back; signed over the whole.',
      ordinary,
      settled,
      { ...bought, values: ['item'] },
    ),
    sale(
      `offer signed ALL with an item of unproven value (${kind})`,
      'The same offer without a source for the value of the item: segwit version 0 does not sign it, taproot does.',
      ordinary,
      settled,
      bought,
    ),
    sale(
      `offer whose change goes to others (${kind})`,
      'You buy, but the change of 399,000 sats pays others.',
      ordinary,
      [pays(ITEM, OWN), pays(PRICE, THEIRS), pays(399_000, MARKET)],
      { ...bought, values: ['item'] },
    ),
    sale(
      `offer in which the item goes to others (${kind})`,
      'You pay, but output 0, where the item lands, is not yours.',
      ordinary,
      [pays(ITEM, THEIRS), pays(PRICE, THEIRS), pays(399_000, MONEY)],
      { ...bought, values: ['item'] },
    ),
    sale(
      `offer with a coin in front that moves the item (${kind})`,
      'A small coin in front shifts the item: its first sat stays at output 0, but the item lands in output 1, which is not yours.',
      [{ coin: 'pad' }, item(), { coin: 'own' }],
      [pays(600, OWN), pays(ITEM, THEIRS), pays(PRICE, THEIRS), pays(399_000, MONEY)],
      { ...bought, coins: { ...buyer, pad: theirs(600) }, values: ['item', 'pad'] },
    ),
    sale(
      `offer signed ALL|ANYONECANPAY (${kind})`,
      'You pay with ANYONECANPAY: the item need not be spent at all, and another coin can be put in front.',
      [item(), { coin: 'own', sighash: 0x81 }],
      settled,
      { ...bought, values: ['item'] },
    ),
    sale(
      `offer signed SINGLE (${kind})`,
      'You pay with SINGLE in input 1: only the output 1 is fixed, which pays the seller.',
      [item(), { coin: 'own', sighash: 3 }],
      settled,
      { ...bought, values: ['item'] },
    ),
  ];
});

/** `ord wallet offer`: the buyer's PSBT, in which the seller signs input 0 over the whole. */
const ordOffers = SINGLE_KEYS.flatMap((kind) => {
  const accept = (name: string, text: string, outputs: CaseDraft['outputs'], more: Partial<Case> = {}) =>
    sale(name, text, [item(), { coin: 'money' }], outputs, { kind, sign: [{ input: 0 }], ...more });
  return [
    accept(
      `ord wallet offer, accepted (${kind})`,
      'The offer of a buyer as `ord wallet offer create` builds it: the postage to the buyer, price and postage to you, change; you sign the whole.',
      [pays(ITEM, THEIRS), pays(PRICE + ITEM, MONEY), pays(1_489_000, THEIRS)],
    ),
    accept(
      `ord wallet offer that pays less (${kind})`,
      'The same PSBT pays you 4,000 sats, less than the item holds.',
      [pays(ITEM, THEIRS), pays(4_000, MONEY), pays(1_995_000, THEIRS)],
      { expected: { ...selling, losesAtMostSats: 0 } },
    ),
    accept(
      `ord wallet offer with the price to others (${kind})`,
      'The same PSBT pays the price to a script that is not yours.',
      [pays(ITEM, THEIRS), pays(PRICE + ITEM, MARKET), pays(1_489_000, THEIRS)],
      { expected: { ...selling, losesAtMostSats: 0 } },
    ),
  ];
});

export const listings: readonly Case[] = [...simple, ...dummies, ...guarded, ...offers, ...ordOffers];
