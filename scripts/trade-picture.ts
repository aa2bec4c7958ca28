/**
 * Draws a purchase of one listing: what the seller signed when listing, and the buyer's transaction, coin by
 * coin.
 */
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { coin, KEYS, NETWORK, priced, saleQuestion } from '../protocol/test/parties.ts';

/** Whose a coin is, by the names that layouts give. */
const OWNERS: readonly (readonly [name: RegExp, owner: string, colour: string])[] = [
  [/^passthrough/, 'seller + market', '#f3c178'],
  [/^seller/, 'seller', '#f6dfb6'],
  [/^(payment|change)/, 'buyer', '#bcd7f5'],
  [/anchor/, 'operator', '#dfe1e6'],
  [/^marketplace/, "operator's fee", '#c9e7c4'],
];

const [CELL, ROW, GAP, MARGIN] = [300, 34, 110, 24] as const;
const WIDTH = 2 * MARGIN + 2 * CELL + GAP;

export function tradePicture(): string {
  const listing = priced('seller 1', { priceSats: 50_000 });
  const question = saleQuestion(1, { listings: [listing], coins: { from: [coin('payment', 100_000)] } });
  const { terms } = planSale(question);
  const transfer = drawn(
    transferLayout(listing.terms, KEYS),
    'The transfer: signed by the seller when listing, sent with the first purchase',
    MARGIN,
    'seller',
  );
  const sale = drawn(
    saleLayout(terms, KEYS, NETWORK),
    'The sale: signed by the buyer, sent in one package with the transfer',
    transfer.bottom + 30,
    'buyer',
  );
  const height = sale.bottom + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img"`,
    `  font-family="ui-sans-serif, system-ui, sans-serif" font-size="13">`,
    '<title>A purchase of one listing: both transactions, coin by coin</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...transfer.parts,
    ...sale.parts,
    '</svg>',
    '',
  ].join('\n');
}

/** `getsInscription`: who has it after this transaction. */
function drawn(table: Layout, title: string, top: number, getsInscription: 'seller' | 'buyer') {
  const count = Math.max(table.inputs.length, table.outputs.length);
  const first = top + 46;
  const bottom = first + count * ROW + 26;
  const middle = MARGIN + CELL + GAP / 2;
  const cell = (x: number, index: number, name: string, sats: number, side: 'in' | 'out') => {
    const y = first + index * ROW;
    const isInscription = /^inscription/.test(name);
    const holder = side === 'in' ? 'seller' : getsInscription;
    const [, owner, colour] = isInscription
      ? ['', holder, holder === 'seller' ? '#f6dfb6' : '#bcd7f5']
      : (OWNERS.find(([known]) => known.test(name)) ?? ['', '', '#ffffff']);
    const edge = isInscription || /^passthrough/.test(name) ? '#b3261e' : '#8a8f98';
    return [
      `<rect x="${x}" y="${y}" width="${CELL}" height="${ROW - 6}" rx="5" fill="${colour}" stroke="${edge}"/>`,
      `<text x="${x + 10}" y="${y + 18}"><tspan font-weight="600">${name}</tspan> <tspan fill="#444">${owner}</tspan></text>`,
      `<text x="${x + CELL - 10}" y="${y + 18}" text-anchor="end">${sats.toLocaleString('en-US')}</text>`,
    ];
  };
  return {
    bottom,
    parts: [
      `<text x="${MARGIN}" y="${top + 14}" font-size="15" font-weight="600">${title}</text>`,
      `<text x="${MARGIN}" y="${top + 36}" fill="#444">spends (sats)</text>`,
      `<text x="${MARGIN + CELL + GAP}" y="${top + 36}" fill="#444">pays (sats)</text>`,
      ...table.inputs.flatMap(({ name, coin: { valueSats } }, i) => cell(MARGIN, i, name, valueSats, 'in')),
      ...table.outputs.flatMap(({ name, valueSats }, i) =>
        cell(MARGIN + CELL + GAP, i, name, valueSats, 'out'),
      ),
      `<path d="M${middle - 30} ${first + (count * ROW) / 2 - 3} h52 m-8 -6 l8 6 l-8 6" fill="none" stroke="#444" stroke-width="2"/>`,
      `<text x="${middle}" y="${bottom - 8}" text-anchor="middle" fill="#444">network fee ${networkFee(table).toLocaleString('en-US')}</text>`,
    ],
  };
}
