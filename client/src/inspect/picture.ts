/** The picture of a transaction, as SVG text: coins on the left, where they go on the right. */
import type { Explanation } from './explanation.ts';
import { type Box, inputBoxes, outputBoxes } from './picture-rows.ts';
import { type Paint, painter, styleSheet, type Token } from './picture-style.ts';
import { sentence } from './sentence.ts';
import { linesOf } from './text.ts';
import { capital, grouped, short } from './words.ts';

/** How the picture is drawn. */
export interface PictureOptions {
  /** Units, which are pixels at full size. At least 300. Default 360. */
  readonly width?: number;
  /** `auto` follows the reader's settings, for files; it needs a style element. Default `auto`. */
  readonly scheme?: 'light' | 'dark' | 'auto';
}

/** Texts have 12 or more, as in the other pictures of this project. */
const [MARGIN, LINE, PAD, SPACE] = [12, 17, 10, 8] as const;
const LEAST_WIDTH = 300;
/** Width of a character: on average of words at 13 px, and of addresses at 12 px. */
const [WORDS, ADDRESS] = [7, 8] as const;

interface Placed extends Box {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/**
 * Draws the transaction. Yours are coloured; a red line leads each inscription to where it lands, dashed if
 * that can still change; long columns are folded. Every text is escaped, so that the result may be put into a
 * page. With scheme `light` or `dark` it has no style element, so that a strict content security policy
 * allows it.
 */
export function picture(explanation: Explanation, options: PictureOptions = {}): string {
  const width = Math.max(LEAST_WIDTH, Math.round(options.width ?? 360));
  const scheme = options.scheme ?? 'auto';
  const paint = painter(scheme);
  const gap = Math.round(Math.max(44, width * 0.14));
  const cell = Math.floor((width - 2 * MARGIN - gap) / 2);
  const title = linesOf(capital(explanation.role.words), Math.floor((width - 2 * MARGIN) / 8.4));
  const top = 26 + 20 * title.length;
  const first = top + 30;
  const left = placed(withMissing(explanation, inputBoxes(explanation)), MARGIN, first);
  const right = placed(withFee(explanation, outputBoxes(explanation)), MARGIN + cell + gap, first);
  const height = Math.max(bottomOf(left), bottomOf(right)) + MARGIN;
  const text = (x: number, y: number, words: string, token: Token = 'text') =>
    `<text x="${x}" y="${y}" ${paint(token)}>${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escaped(sentence(explanation))}">`,
    `<title>${escaped(sentence(explanation))}</title>`,
    `<desc>${escaped(described(explanation))}</desc>`,
    ...(scheme === 'auto' ? [styleSheet()] : []),
    `<rect x="0" y="0" width="${width}" height="${height}" ${paint('page')}/>`,
    ...title.map((line, index) => text(MARGIN, 24 + 20 * index, line, 'title')),
    ...legend(explanation, top, paint, text),
    text(MARGIN, first - 8, 'coins in (sats)', 'small'),
    text(MARGIN + cell + gap, first - 8, 'goes to (sats)', 'small'),
    ...[...left, ...right].flatMap((box) => drawn(box, cell, paint, text)),
    ...explanation.inscriptions.flatMap((one) => satLine(one, left, right, cell, paint)),
    '</svg>',
    '',
  ].join('\n');
}

type Text = (x: number, y: number, words: string, token?: Token) => string;

function legend({ hasViewer, inscriptions }: Explanation, top: number, paint: Paint, text: Text): string[] {
  const y = top - 4;
  const yours = hasViewer
    ? [
        `<rect x="${MARGIN}" y="${y - 11}" width="12" height="12" rx="3" ${paint('you')}/>`,
        text(MARGIN + 18, y, 'yours', 'small'),
      ]
    : [];
  const x = MARGIN + (hasViewer ? 66 : 0);
  const isOpen = inscriptions.some((one) => one.isOpen);
  const words = isOpen ? "inscription's sat: can change" : "the inscription's sat";
  return inscriptions.length === 0
    ? yours
    : [
        ...yours,
        `<circle cx="${x + 5}" cy="${y - 4}" r="5" ${paint('dot')}/>`,
        text(x + 16, y, words, 'red'),
      ];
}

function withFee({ feeSats, feeRate }: Explanation, boxes: readonly Box[]): Box[] {
  if (feeSats !== null && feeSats <= 0) return [...boxes];
  const rate = feeRate === null ? [] : [`≈ ${feeRate} sat/vB`];
  const amount = feeSats === null ? 'not known' : grouped(feeSats);
  return [...boxes, { holds: [], owner: 'nobody', lines: ['network fee', amount, ...rate], isFolded: false }];
}

function withMissing({ feeSats }: Explanation, boxes: readonly Box[]): Box[] {
  if (feeSats === null || feeSats >= 0) return [...boxes];
  const lines = ['others must add', grouped(-feeSats)];
  return [...boxes, { holds: [], owner: 'nobody', lines, isFolded: true }];
}

function placed(boxes: readonly Box[], x: number, first: number): Placed[] {
  let y = first;
  return boxes.map((box) => {
    const height = PAD + LINE * box.lines.length;
    const at = { ...box, x, y, height };
    y += height + SPACE;
    return at;
  });
}

function bottomOf(boxes: readonly Placed[]): number {
  return Math.max(0, ...boxes.map(({ y, height }) => y + height));
}

function drawn(
  { x, y, height, owner, lines, isFolded }: Placed,
  cell: number,
  paint: Paint,
  text: Text,
): string[] {
  // an address has no spaces
  const room = (line: string) =>
    Math.floor((cell - 16) / (line.length > 24 && !line.includes(' ') ? ADDRESS : WORDS));
  const token = owner === 'nobody' ? 'data' : owner;
  const dashes = isFolded || owner === 'nobody' ? ' stroke-dasharray="4 3"' : '';
  return [
    `<rect x="${x}" y="${y}" width="${cell}" height="${height}" rx="6"${dashes} ${paint(token)}/>`,
    ...lines.map((line, index) =>
      text(
        x + 8,
        y + LINE * (index + 1),
        short(fitting(line, room(line)), room(line)),
        index === 0 ? 'head' : index === 1 ? 'text' : 'small',
      ),
    ),
  ];
}

/** Whose it is in fewer words where there is little room: colour and heading say the rest. */
function fitting(line: string, room: number): string {
  return line.length <= room
    ? line
    : line.replace(', your passthrough', ', yours').replace(', your offer', ', offer');
}

/** From the right edge of the coin to the left edge of where the sat lands. */
function satLine(
  { input, lands, isOpen }: Explanation['inscriptions'][number],
  left: readonly Placed[],
  right: readonly Placed[],
  cell: number,
  paint: Paint,
): string[] {
  const from = left.find(({ holds }) => holds.includes(input));
  const to =
    lands === 'fee' ? right.at(-1) : lands && right.find(({ holds }) => holds.includes(lands.output));
  if (!from || !to) return [];
  const [x1, y1] = [from.x + cell, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const bend = Math.round((x2 - x1) * 0.6);
  const dashes = isOpen ? ' stroke-dasharray="6 4"' : '';
  return [
    `<path d="M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"${dashes} ${paint('sat')}/>`,
    `<circle cx="${x1}" cy="${y1}" r="5" ${paint('dot')}/>`,
    `<circle cx="${x2}" cy="${y2}" r="5" ${paint('dot')}/>`,
  ];
}

/** The same in words, for those who do not see it. */
function described(explanation: Explanation): string {
  const say = ({ lines, holds }: Box, side: string) =>
    `${holds.length === 1 ? `${side} ${holds[0]}: ` : ''}${lines.join(', ')}.`;
  const ways = explanation.inscriptions.map(({ input, lands, isOpen }) => {
    const to =
      lands === null ? 'an unknown place' : lands === 'fee' ? 'the network fee' : `output ${lands.output}`;
    return `The inscription of input ${input} goes to ${to}${isOpen ? ', which can still change' : ''}.`;
  });
  return [
    ...withMissing(explanation, inputBoxes(explanation)).map((box) => say(box, 'Input')),
    ...withFee(explanation, outputBoxes(explanation)).map((box) => say(box, 'Output')),
    ...ways,
  ].join(' ');
}

/** Text that is safe between tags and in attributes: no markup, no control characters. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '�')
    .replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
