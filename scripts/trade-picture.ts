/**
 * Draws a purchase of one listing: what each party gives and gets, and the inscription's sat through both
 * transactions. Every figure is computed by the protocol. As tall as it needs to be for the width of a phone.
 */
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { sumInWords } from '../client/src/demo/drawing.ts';
import { coin, KEYS, NETWORK, priced, saleQuestion } from '../protocol/test/parties.ts';

/** Whose a coin is, by the names that layouts give. */
const OWNERS: readonly (readonly [name: RegExp, owner: string, style: string])[] = [
  [/^passthrough/, 'seller + market', 'both'],
  [/^seller/, 'seller', 'seller'],
  [/^(payment|change)/, 'buyer', 'buyer'],
  [/anchor/, 'operator', 'operator'],
  [/^marketplace/, "operator's fee", 'operator'],
];

/** In units of the picture, which are pixels on a phone. Texts have 12 or more. */
const [WIDTH, MARGIN, CELL, HEIGHT, ROW] = [360, 12, 142, 40, 48] as const;
const RIGHT = WIDTH - MARGIN - CELL;

const STYLE = `
  text { fill: #17202e; font: 13px ui-sans-serif, system-ui, sans-serif }
  .title { font-size: 16px; font-weight: 700 } .head { font-weight: 700 } .small { font-size: 12px; fill: #414a57 }
  .page { fill: #ffffff } .cell { stroke: #8a8f98 }
  .buyer { fill: #d3e5fb } .seller { fill: #fbe6bd } .both { fill: #f7cf8b } .operator { fill: #e4e6ea }
  .sat { stroke: #b3261e; stroke-width: 3; fill: none } .dot { fill: #b3261e } .red { fill: #b3261e; font-weight: 700 }
  @media (prefers-color-scheme: dark) {
    text { fill: #eceff3 } .small { fill: #b9c1cc } .page { fill: #14181d } .cell { stroke: #727a86 }
    .buyer { fill: #1d3a5c } .seller { fill: #57430f } .both { fill: #77500a } .operator { fill: #343a43 }
    .sat { stroke: #ff8a80 } .dot { fill: #ff8a80 } .red { fill: #ff8a80 }
  }`;

interface Drawn {
  readonly parts: readonly string[];
  readonly bottom: number;
}

export function tradePicture(): string {
  const priceSats = 50_000;
  const listing = priced('seller 1', { priceSats });
  const question = saleQuestion(1, { listings: [listing], coins: { from: [coin('payment', 100_000)] } });
  const { terms, figures } = planSale(question);
  const [transfer, sale] = [transferLayout(listing.terms, KEYS), saleLayout(terms, KEYS, NETWORK)];
  const postage = listing.terms.utxo.valueSats;
  const sums: readonly (readonly [string, string, string])[] = [
    [
      'buyer',
      'The buyer pays',
      `${sumInWords(figures.totalBuyerCostSats, [
        [priceSats],
        [postage, 'postage'],
        [listing.fees.buyerMarketplaceFeeSats, 'fee'],
        [figures.listingTransferFeeSats, 'for the transfer'],
        [figures.estimatedNetworkFeeSats, 'network fee'],
      ])}, and gets the inscription with its ${thousands(postage)} sats`,
    ],
    [
      'seller',
      'The seller gets',
      `${sumInWords(listing.terms.sellerProceedsSats, [
        [priceSats],
        [postage, 'postage'],
        [-listing.fees.sellerMarketplaceFeeSats, 'fee'],
      ])}, and gives the inscription with its ${thousands(postage)} sats`,
    ],
    [
      'operator',
      'The operator gets',
      `${sumInWords(operatorGain([transfer, sale]), [
        [listing.fees.sellerMarketplaceFeeSats, 'of the seller'],
        [listing.fees.buyerMarketplaceFeeSats, 'of the buyer'],
      ])}, and gets its anchors back`,
    ],
  ];
  let top = 62;
  const parties = sums.flatMap(([style, head, sum]) => {
    const drawn = party(style, head, sum, top);
    top = drawn.bottom;
    return drawn.parts;
  });
  const first = drawTable(
    transfer,
    '1  The transfer',
    'Signed by the seller when listing.',
    top + 8,
    'seller',
  );
  const second = drawTable(
    sale,
    '2  The sale',
    'Signed by the buyer; sent with the transfer.',
    first.bottom,
    'buyer',
  );
  const height = second.bottom + 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH * 1.5}" role="img">`,
    '<title>A purchase of one listing: what each party gives and gets, and the way of the inscription</title>',
    `<style>${STYLE}\n</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}"/>`,
    text(MARGIN, 24, `A purchase at ${thousands(priceSats)} sats`, 'title'),
    `<circle class="dot" cx="${MARGIN + 5}" cy="41" r="5"/>`,
    text(MARGIN + 16, 45, "red: the way of the inscription's sat", 'red'),
    ...parties,
    ...first.parts,
    ...second.parts,
    path(first.end, second.begin),
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

/** A party with its sum, in a box of its colour. */
function party(style: string, head: string, sum: string, top: number): Drawn {
  const lines = linesOf(sum, 43);
  const height = 26 + 17 * lines.length;
  return {
    bottom: top + height + 6,
    parts: [
      `<rect class="cell ${style}" x="${MARGIN}" y="${top}" width="${WIDTH - 2 * MARGIN}" height="${height}" rx="6"/>`,
      text(MARGIN + 10, top + 19, head, 'head'),
      ...lines.map((line, index) => text(MARGIN + 10, top + 36 + 17 * index, line, '')),
    ],
  };
}

/** A transaction, a row for each index; `holder` has the inscription after it. */
function drawTable(table: Layout, title: string, subtitle: string, top: number, holder: string) {
  const { inputs, outputs } = table;
  const first = top + 56;
  const count = Math.max(inputs.length, outputs.length);
  const middleOf = (index: number) => first + index * ROW + HEIGHT / 2;
  const cell = (x: number, index: number, name: string, sats: number, owner: string) => {
    const y = first + index * ROW;
    const { label, style } = ownerOf(name, owner);
    return [
      `<rect class="cell ${style}" x="${x}" y="${y}" width="${CELL}" height="${HEIGHT}" rx="6"/>`,
      text(x + 8, y + 17, name.replace(/^transfer 1 /, ''), 'head'),
      text(x + 8, y + 33, `${thousands(sats)}  ${label}`, 'small'),
    ];
  };
  const from = inputs.findIndex(({ name }) => /^(inscription|passthrough)/.test(name));
  const to = outputOfSat(table, from);
  const begin = { x: MARGIN, y: middleOf(from) };
  const end = { x: RIGHT + CELL, y: middleOf(to) };
  const bottom = first + count * ROW + 22;
  return {
    begin,
    end,
    bottom: bottom + 10,
    parts: [
      text(MARGIN, top + 16, title, 'title'),
      text(MARGIN, top + 34, subtitle, 'small'),
      text(MARGIN, top + 51, 'spends (sats)', 'small'),
      text(RIGHT, top + 51, 'pays (sats)', 'small'),
      ...inputs.flatMap(({ name, coin: { valueSats } }, index) =>
        cell(MARGIN, index, name, valueSats, 'seller'),
      ),
      ...outputs.flatMap(({ name, valueSats }, index) => cell(RIGHT, index, name, valueSats, holder)),
      path({ x: MARGIN + CELL, y: begin.y }, { x: RIGHT, y: end.y }),
      `<circle class="dot" cx="${MARGIN + CELL}" cy="${begin.y}" r="5"/>`,
      `<circle class="dot" cx="${RIGHT}" cy="${end.y}" r="5"/>`,
      text(MARGIN, bottom - 6, `network fee ${thousands(networkFee(table))}`, 'small'),
    ],
  };
}

/** The output that has the first sat of an input: sats go from inputs to outputs in order. */
function outputOfSat({ inputs, outputs }: Layout, input: number): number {
  let left = inputs.slice(0, input).reduce((sum, { coin: { valueSats } }) => sum + valueSats, 0);
  return outputs.findIndex(({ valueSats }) => {
    left -= valueSats;
    return left < 0;
  });
}

function ownerOf(name: string, holder: string): { label: string; style: string } {
  if (/^inscription/.test(name)) return { label: holder, style: holder };
  const [, label = '', style = ''] = OWNERS.find(([known]) => known.test(name)) ?? [];
  return { label, style };
}

/** A red line; from the end of one transaction to the begin of the next it goes around the cells between. */
function path(from: { x: number; y: number }, to: { x: number; y: number }): string {
  if (to.x > from.x)
    return `<path class="sat" d="M${from.x} ${from.y} C${from.x + 30} ${from.y} ${to.x - 30} ${to.y} ${to.x} ${to.y}"/>`;
  const turn = from.y + HEIGHT / 2 + 4;
  const [east, west] = [WIDTH - 5, 5];
  return `<path class="sat" d="M${from.x} ${from.y} H${east} V${turn} H${west} V${to.y} H${to.x}"/>`;
}

function text(x: number, y: number, words: string, style: string): string {
  return `<text x="${x}" y="${y}"${style === '' ? '' : ` class="${style}"`}>${words}</text>`;
}

/** Words in lines of at most `length` characters. */
function linesOf(words: string, length: number): string[] {
  return words.match(new RegExp(`.{1,${length}}(?: |$)`, 'g'))!.map((line) => line.trim());
}

function thousands(sats: number): string {
  return sats.toLocaleString('en-US');
}
