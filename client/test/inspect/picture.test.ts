import { describe, expect, test } from 'vitest';
import { inspect, type PictureOptions, picture, sentence } from '../../src/inspect/index.ts';
import { signedFlows } from './flows.ts';

const flows = signedFlows();
const named = (name: string) => flows.find((flow) => flow.name === name)!;
const MARKUP = `"><script>alert(1)</script><img src=x onerror='alert(1)'>&amp;\u0000`;

function drawn(name: string, options: PictureOptions = {}, inscription?: string): string {
  const { psbtBase64, yours, inputsToSign } = named(name);
  const settings = { network: 'regtest', yours, inputsToSign } as const;
  const { inscriptions, inputs } = inspect(psbtBase64, settings);
  const names = inscriptions.map(({ input }) => ({ ...inputs[input]!, name: inscription ?? 'Ember #3' }));
  return picture(inspect(psbtBase64, { ...settings, inscriptions: names }), options);
}

/** The names of all tags. Throws unless the picture is well-formed XML of elements that draw. */
function tagsOf(svg: string): Set<string> {
  const open: string[] = [];
  const seen = new Set<string>();
  const rest = svg.replaceAll(
    /<(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)(\/?)>/gi,
    (_, close, tag, __, empty) => {
      seen.add(tag);
      if (close) expect(open.pop()).toBe(tag);
      else if (!empty) open.push(tag);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest.replaceAll(/\{[^}]*\}/g, '')).not.toMatch(/[<>]/);
  return seen;
}

test('a picture has a title and a description in words, and draws with six elements only', () => {
  for (const { name } of flows.filter(({ number }) => number === 0)) {
    const svg = drawn(name, { scheme: 'light', width: 360 });
    expect([...tagsOf(svg)].sort()).toEqual(
      expect.arrayContaining(['desc', 'rect', 'svg', 'text', 'title'].sort()),
    );
    for (const tag of tagsOf(svg))
      expect(['svg', 'title', 'desc', 'rect', 'text', 'path', 'circle']).toContain(tag);
    expect(svg).toMatch(/role="img" aria-label="[^"]+"/);
  }
});

test('no text of a hostile PSBT or of a hostile service becomes markup', () => {
  const svg = drawn('buy 1, p2wpkh', { scheme: 'light' }, MARKUP);
  tagsOf(svg);
  expect(svg).not.toMatch(/<script|<img|onerror='/);
  expect(svg).not.toContain('\u0000');
  expect(svg).toContain('&#60;script&#62;');
});

test('on a phone addresses are shortened, and amounts, owners and the fee rate never', () => {
  for (const { name } of flows.filter(({ number }) => number === 0)) {
    const shown = [...drawn(name, { scheme: 'light', width: 326 }).matchAll(/<text [^>]*>([^<]*)</g)];
    const cut = shown.map(([, text]) => text!).filter((text) => text.includes('…'));
    expect(cut.filter((text) => !/^(bcrt1|[23mn])\w*…\w+$/.test(text))).toEqual([]);
  }
});

test('the line of an inscription leads from its coin to where it lands, dashed where that can change', () => {
  const bought = drawn('buy 3, p2wpkh', { scheme: 'light' });
  expect(bought.match(/<path /g)).toHaveLength(3);
  expect(bought).not.toMatch(/<path [^>]*dasharray/);
  expect(drawn('list 1, p2wpkh')).toMatch(/<path /);
  const { psbtBase64, yours } = flows.find(({ name, number }) => name === 'counter, p2wpkh' && number === 1)!;
  expect(picture(inspect(psbtBase64, { network: 'regtest', yours }))).toMatch(/<path [^>]*dasharray/);
});

test('coins of others are folded in a long column, and inscriptions never', () => {
  const svg = drawn('buy 3, p2wpkh');
  expect(svg).toContain('4 more coins');
  expect(svg.match(/>10,000, yours</g)).toHaveLength(3);
  const twenty = drawn('buy 20, p2tr');
  expect(twenty.match(/<rect/g)!.length).toBeLessThan(40);
  expect(twenty).toMatch(/more coins/);
});

test('a picture in one scheme has no style element, and one that follows the reader has both schemes', () => {
  expect(drawn('buy 1, p2wpkh', { scheme: 'dark' })).not.toMatch(/<style| style=/);
  expect(drawn('buy 1, p2wpkh')).toMatch(/prefers-color-scheme: dark/);
});

describe('at every width', () => {
  test.each([360, 820, 1440])('%i px: everything is inside, and as large as text on a phone', (width) => {
    for (const { name } of flows.filter(({ number }) => number === 0)) {
      const svg = drawn(name, { width, scheme: 'light' });
      const [, height] = /viewBox="0 0 \d+ (\d+)"/.exec(svg)!;
      for (const [, x, y, w, h] of svg.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)) {
        expect(Number(x) + Number(w), name).toBeLessThanOrEqual(width);
        expect(Number(y) + Number(h), name).toBeLessThanOrEqual(Number(height));
      }
      for (const [, size] of svg.matchAll(/font-size="(\d+)px"/g))
        expect(Number(size)).toBeGreaterThanOrEqual(12);
    }
  });
});

test('the title is the sentence', () => {
  const { psbtBase64 } = named('buy 1, p2wpkh');
  const explanation = inspect(psbtBase64, { network: 'regtest' });
  expect(picture(explanation)).toContain(`<title>${sentence(explanation)}</title>`);
});
