/** What is painted in the picture; the colours are those of `docs/trade.svg`. */
export type Token =
  | 'page'
  | 'text'
  | 'head'
  | 'title'
  | 'small'
  | 'red'
  | 'you'
  | 'passthrough'
  | 'offer'
  | 'other'
  | 'data'
  | 'sat'
  | 'dot';

/** Attributes that paint an element. */
export type Paint = (token: Token) => string;

type Attributes = Readonly<Record<string, string>>;

const FONT = { 'font-family': 'ui-sans-serif, system-ui, sans-serif', 'font-size': '13px' };

/** Of both schemes. */
const SHAPES: Readonly<Record<Token, Attributes>> = {
  page: {},
  text: FONT,
  head: { ...FONT, 'font-weight': '700' },
  title: { ...FONT, 'font-size': '16px', 'font-weight': '700' },
  small: { ...FONT, 'font-size': '12px' },
  red: { ...FONT, 'font-size': '12px', 'font-weight': '700' },
  you: {},
  passthrough: {},
  offer: {},
  other: {},
  data: {},
  sat: { fill: 'none', 'stroke-width': '3' },
  dot: {},
};

function colours(ink: string, faint: string, edge: string, red: string, fills: readonly string[]) {
  const [page, you, passthrough, offer, other, data] = fills as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const box = (fill: string) => ({ fill, stroke: edge });
  return {
    page: { fill: page },
    text: { fill: ink },
    head: { fill: ink },
    title: { fill: ink },
    small: { fill: faint },
    red: { fill: red },
    you: box(you),
    passthrough: box(passthrough),
    offer: box(offer),
    other: box(other),
    data: box(data),
    sat: { stroke: red },
    dot: { fill: red },
  } satisfies Record<Token, Attributes>;
}

const SCHEMES = {
  light: colours('#17202e', '#414a57', '#8a8f98', '#b3261e', [
    '#ffffff',
    '#d3e5fb',
    '#f7cf8b',
    '#d9f0dc',
    '#e4e6ea',
    '#ffffff',
  ]),
  dark: colours('#eceff3', '#b9c1cc', '#727a86', '#ff8a80', [
    '#14181d',
    '#1d3a5c',
    '#77500a',
    '#1f4a2a',
    '#343a43',
    '#14181d',
  ]),
} as const;

/** Attributes for one scheme; for `auto` a class of the style sheet. */
export function painter(scheme: 'light' | 'dark' | 'auto'): Paint {
  if (scheme === 'auto') return (token) => `class="${token}"`;
  return (token) =>
    Object.entries({ ...SHAPES[token], ...SCHEMES[scheme][token] })
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ');
}

/** The style element of both schemes. */
export function styleSheet(): string {
  const rules = (sheet: Readonly<Record<string, Attributes>>) =>
    Object.entries(sheet)
      .filter(([, attributes]) => Object.keys(attributes).length > 0)
      .map(([token, attributes]) => {
        const body = Object.entries(attributes).map(([name, value]) => `${name}: ${value}`);
        return `.${token} { ${body.join('; ')} }`;
      })
      .join(' ');
  const dark = `@media (prefers-color-scheme: dark) { ${rules(SCHEMES.dark)} }`;
  return `<style>${rules(SHAPES)} ${rules(SCHEMES.light)} ${dark}</style>`;
}
