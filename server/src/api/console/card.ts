import { drawable, GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from './glyphs.ts';
import type { Picture } from './png.ts';

/** What is written on a card, from top to bottom. Anybody may have chosen the name. */
export interface Card {
  readonly domain: string;
  readonly name: string;
  /** Instead of a name in letters that the typeface does not have. */
  readonly plainName: string;
  readonly sum: string;
  readonly note: string;
}

const [WIDTH, HEIGHT, MARGIN] = [1_200, 630, 72] as const;

/** Paper and ink of the console. */
const PALETTE = ['#f7f4ed', '#1f1c15', '#605a4d', '#1d6b5a', '#a2382a', '#e0ebe4', '#e0d9c9'];
const [PAPER, INK, MUTED, ACCENT, RED, SOFT, LINE] = [0, 1, 2, 3, 4, 5, 6] as const;

/** Sizes of a name, in pixels of a point: the largest that holds it in two lines. */
const SIZES = [13, 10, 8] as const;
const NAME_WIDTH = WIDTH - 2 * MARGIN;

/** The card of a page for previews: 1,200 by 630 pixels, about a millisecond. */
export function drawCard({ domain, name, plainName, sum, note }: Card): Picture {
  const sheet = sheetOf(WIDTH, HEIGHT);
  const shown = drawable(name) ?? drawable(plainName) ?? '';
  const size = SIZES.find((one) => linesOf(shown, one).length <= 2) ?? SIZES.at(-1)!;
  drawMark(sheet, MARGIN, 64, 56);
  sheet.write(drawable(domain) ?? '', MARGIN + 80, 72, 4, INK);
  const lines = linesOf(shown, size);
  if (lines.length > 2) lines.splice(1, lines.length, `${lines[1]!.slice(0, -3)}...`);
  const step = size * (GLYPH_HEIGHT + 2);
  for (const [row, line] of lines.entries()) sheet.write(line, MARGIN, 200 + row * step, size, INK);
  sheet.write(drawable(sum) ?? '', MARGIN, 440, 8, ACCENT);
  sheet.write(drawable(note) ?? '', MARGIN, 530, 4, MUTED);
  // what every trade here is: coins in, coins out, and the way of a sat
  for (const [place, y] of [52, 84, 116].entries()) {
    sheet.box(876, y, 84, 24, place === 0 ? SOFT : LINE);
    sheet.box(1_044, y, 84, 24, place === 1 ? SOFT : LINE);
  }
  for (let x = 960; x <= 1_044; x += 1) {
    const way = (x - 960) / 84;
    sheet.box(x - 2, Math.round(61 + 32 * (3 * way ** 2 - 2 * way ** 3)), 5, 6, RED);
  }
  sheet.disc(960, 64, 8, RED);
  sheet.disc(1_044, 96, 8, RED);
  return sheet.picture;
}

/** The mark of the console as an icon. */
export function drawIcon(size: number): Picture {
  const sheet = sheetOf(size, size);
  sheet.box(0, 0, size, size, ACCENT);
  drawMark(sheet, Math.round(size * 0.2), Math.round(size * 0.24), Math.round(size * 0.6), PAPER, ACCENT);
  return sheet.picture;
}

type Sheet = ReturnType<typeof sheetOf>;

/** An open book whose right page has a sat. */
function drawMark(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  ink: number = ACCENT,
  sat: number = PAPER,
): void {
  const [half, gap, height] = [Math.round(size * 0.47), Math.round(size * 0.06), Math.round(size * 0.86)];
  sheet.box(x, y, half, height, ink);
  sheet.box(x + half + gap, y, half, height, ink);
  sheet.disc(
    x + half + gap + Math.round(half / 2),
    y + Math.round(height * 0.45),
    Math.round(size * 0.1),
    sat,
  );
}

function sheetOf(width: number, height: number) {
  const pixels = new Uint8Array(width * height);
  const box = (left: number, top: number, wide: number, high: number, colour: number): void => {
    for (let y = Math.max(0, top); y < Math.min(height, top + high); y += 1)
      pixels.fill(colour, y * width + Math.min(width, left), y * width + Math.min(width, left + wide));
  };
  return {
    picture: { width, height, palette: PALETTE, pixels } satisfies Picture,
    box,
    disc(x: number, y: number, radius: number, colour: number): void {
      for (let row = -radius; row <= radius; row += 1) {
        const half = Math.round(Math.sqrt(radius ** 2 - row ** 2));
        box(x - half, y + row, 2 * half, 1, colour);
      }
    },
    /** What is beyond the right edge is left out. `size`: pixels of a point. */
    write(text: string, left: number, top: number, size: number, colour: number): void {
      for (const [place, character] of [...text].entries())
        for (const [column, bits] of glyphOf(character).entries())
          for (let row = 0; row < GLYPH_HEIGHT; row += 1)
            if ((bits >> row) & 1)
              box(left + (place * GLYPH_WIDTH + column) * size, top + row * size, size, size, colour);
    },
  };
}

/** Words in lines that fit; a word that is longer than a line is cut. */
function linesOf(text: string, size: number): string[] {
  const room = Math.floor(NAME_WIDTH / (GLYPH_WIDTH * size));
  const lines = text.match(new RegExp(`.{1,${room}}(?= |$)|.{${room}}`, 'g')) ?? [];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
