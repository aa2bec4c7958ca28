/**
 * Draws a purchase of one listing: what each party gives and gets, and the inscription's sat through both
 * transactions, side by side. Every figure is computed by the protocol.
 */
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { satFlow } from '@ordbook/protocol/layout/sat-flow';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { coin, KEYS, NETWORK, priced, saleQuestion } from '../protocol/test/parties.ts';

/** Whose a coin is, by the names that layouts give, and in how few words it can be said. */
const OWNERS: readonly (readonly [name: RegExp, words: string, style: string])[] = [
  [/^passthrough/, 'escrow', 'both'],
  [/^seller/, 'to the seller', 'seller'],
  [/^payment/, "buyer's coins", 'buyer'],
  [/^change/, 'change', 'buyer'],
  [/anchor/, 'anchor', 'operator'],
  [/^marketplace/, 'fee', 'operator'],
];

/** In units of the picture, which are pixels on a desk. Texts have 14 or more: a manual shows it at three quarters. */
const [WIDTH, MARGIN, CELL, GAP, HEIGHT, ROW] = [860, 10, 158, 74, 46, 56] as const;
const TABLE = 2 * CELL + GAP;
const [FIRST, SECOND] = [MARGIN, WIDTH - MARGIN - TABLE] as const;
const TOP = 150;

const STYLE = `
  text { fill: #17202e; font: 15px ui-sans-serif, system-ui, sans-serif }
  .title { font-size: 19px; font-weight: 700 } .head { font-weight: 700 } .small { font-size: 14px; fill: #414a57 }
  .page { fill: #ffffff } .cell { stroke: #8a8f98 }
  .buyer { fill: #d3e5fb } .seller { fill: #fbe6bd } .both { fill: #f7cf8b } .operator { fill: #e4e6ea }
  .sat { stroke: #b3261e; stroke-width: 3; fill: none } .dot { fill: #b3261e } .red { fill: #b3261e; font-weight: 700 }
  @media (prefers-color-scheme: dark) {
    text { fill: #eceff3 } .small { fill: #b9c1cc } .page { fill: #14181d } .cell { stroke: #727a86 }
    .buyer { fill: #1d3a5c } .seller { fill: #57430f } .both { fill: #77500a } .operator { fill: #343a43 }
    .sat { stroke: #ff8a80 } .dot { fill: #ff8a80 } .red { fill: #ff8a80 }
  }`;

export function tradePicture(): string {
  const priceSats = 50_000;
  const listing = priced('seller 1', { priceSats });
  const question = saleQuestion(1, { listings: [listing], coins: { from: [coin('payment', 100_000)] } });
  const { terms, figures } = planSale(question);
  const [transfer, sale] = [transferLayout(listing.terms, KEYS), saleLayout(terms, KEYS, NETWORK)];
  const first = drawTable(transfer, FIRST, 'The seller signs when listing', 'seller');
  const second = drawTable(sale, SECOND, 'The buyer signs: both are sent', 'buyer');
  const height = Math.max(first.bottom, second.bottom);
  const parties = [
    ['buyer', 'The buyer pays', figures.totalBuyerCostSats],
    ['seller', 'The seller gets', listing.terms.sellerProceedsSats],
    ['operator', 'The operator gets', operatorGain([transfer, sale])],
  ] as const;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" role="img">`,
    '<title>A purchase of one listing: what each party gives and gets, and the way of the inscription</title>',
    `<style>${STYLE}\n</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}"/>`,
    text(MARGIN, 28, `A purchase at ${thousands(priceSats)} sats`, 'title'),
    `<circle class="dot" cx="${SECOND + 6}" cy="23" r="6"/>`,
    text(SECOND + 20, 28, 'the way of the inscription', 'red'),
    ...parties.flatMap(([style, words, sats], place) => party(style, words, sats, place)),
    ...first.parts,
    ...second.parts,
    line(first.end, second.begin),
    '</svg>',
    '',
  ].join('\n');
}

/** What the operator has more after both transactions, sats. */
function operatorGain(tables: readonly Layout[]): number {
  const isHis = (name: string) => ownerOf(name, '').style === 'operator';
  const sum = (values: readonly number[]) => values.reduce((before, value) => before + value, 0);
  return sum(
    tables.flatMap(({ inputs, outputs }) => [
      ...outputs.filter(({ name }) => isHis(name)).map(({ valueSats }) => valueSats),
      ...inputs.filter(({ name }) => isHis(name)).map(({ coin: { valueSats } }) => -valueSats),
    ]),
  );
}

/** A party with its sum, in its colour; three beside each other. */
function party(style: string, words: string, sats: number, place: number): string[] {
  const width = (WIDTH - 4 * MARGIN) / 3;
  const x = MARGIN + place * (width + MARGIN);
  return [
    `<rect class="cell ${style}" x="${x}" y="46" width="${width}" height="40" rx="6"/>`,
    text(x + 12, 71, `${words} ${thousands(sats)}`, 'head'),
  ];
}

/** A transaction, a row for each index; `holder` has the inscription after it. */
function drawTable(table: Layout, x: number, title: string, holder: string) {
  const { inputs, outputs } = table;
  const right = x + CELL + GAP;
  const middleOf = (index: number) => TOP + index * ROW + HEIGHT / 2;
  const cell = (left: number, index: number, name: string, sats: number, owner: string) => {
    const y = TOP + index * ROW;
    const { words, style } = ownerOf(name, owner);
    return [
      `<rect class="cell ${style}" x="${left}" y="${y}" width="${CELL}" height="${HEIGHT}" rx="6"/>`,
      text(left + 10, y + 20, words, 'head'),
      text(left + 10, y + 38, thousands(sats), 'small'),
    ];
  };
  const from = inputs.findIndex(({ name }) => /^(inscription|passthrough)/.test(name));
  const coins = inputs.map((input) => input.coin);
  const landed = satFlow(coins, outputs, { input: from, offset: 0 });
  if (landed === 'fee') throw new Error('the inscription would go to the fee');
  const [begin, end] = [
    { x, y: middleOf(from) },
    { x: right + CELL, y: middleOf(landed.output) },
  ];
  const last = TOP + Math.max(inputs.length, outputs.length) * ROW;
  return {
    begin,
    end,
    bottom: last + 26,
    parts: [
      text(x, 118, title, 'title'),
      text(x, 140, 'spends', 'small'),
      text(right, 140, 'pays', 'small'),
      ...inputs.flatMap(({ name, coin: { valueSats } }, index) => cell(x, index, name, valueSats, 'seller')),
      ...outputs.flatMap(({ name, valueSats }, index) => cell(right, index, name, valueSats, holder)),
      line({ x: x + CELL, y: begin.y }, { x: right, y: end.y }),
      text(right, last + 12, `network fee ${thousands(networkFee(table))}`, 'small'),
    ],
  };
}

function ownerOf(name: string, holder: string): { words: string; style: string } {
  if (/^inscription/.test(name)) return { words: 'inscription', style: holder };
  const [, words = '', style = ''] = OWNERS.find(([known]) => known.test(name)) ?? [];
  return { words, style };
}

/** A red line between two cells. */
function line(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const bend = Math.round((to.x - from.x) * 0.55);
  return [
    `<path class="sat" d="M${from.x} ${from.y} C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}"/>`,
    ...[from, to].map(({ x, y }) => `<circle class="dot" cx="${x}" cy="${y}" r="5"/>`),
  ].join('\n');
}

function text(x: number, y: number, words: string, style: string): string {
  return `<text x="${x}" y="${y}" class="${style}">${words}</text>`;
}

function thousands(sats: number): string {
  return sats.toLocaleString('en-US');
}
