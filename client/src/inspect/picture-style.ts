const FONT = { 'font-family': 'ui-sans-serif, system-ui, sans-serif', 'font-size': '13px' };

/** A value in both schemes, or in each. */
type Value = string | readonly [light: string, dark: string];

const INK: Value = ['#17202e', '#eceff3'];
const RED: Value = ['#b3261e', '#ff8a80'];
const FAINT: Value = ['#414a57', '#b9c1cc'];
const box = (light: string, dark: string) => ({
  fill: [light, dark] as const,
  stroke: ['#8a8f98', '#727a86'] as const,
});

/** What is painted in the picture; the colours are those of `docs/trade.svg`. */
const PAINTS = {
  page: { fill: ['#ffffff', '#14181d'] },
  text: { ...FONT, fill: INK },
  head: { ...FONT, 'font-weight': '700', fill: INK },
  title: { ...FONT, 'font-size': '16px', 'font-weight': '700', fill: INK },
  small: { ...FONT, 'font-size': '12px', fill: FAINT },
  red: { ...FONT, 'font-size': '12px', 'font-weight': '700', fill: RED },
  you: box('#d3e5fb', '#1d3a5c'),
  passthrough: box('#f7cf8b', '#77500a'),
  offer: box('#d9f0dc', '#1f4a2a'),
  other: box('#e4e6ea', '#343a43'),
  data: box('#ffffff', '#14181d'),
  sat: { fill: 'none', 'stroke-width': '3', stroke: RED },
  dot: { fill: RED },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Value>>>>;

export type Token = keyof typeof PAINTS;

/** Attributes that paint an element. */
export type Paint = (token: Token) => string;

/** Attributes for one scheme; for `auto` a class of the style sheet. */
export function painter(scheme: 'light' | 'dark' | 'auto'): Paint {
  if (scheme === 'auto') return (token) => `class="${token}"`;
  return (token) =>
    Object.entries<Value>(PAINTS[token])
      .map(
        ([name, value]) =>
          `${name}="${typeof value === 'string' ? value : value[scheme === 'dark' ? 1 : 0]}"`,
      )
      .join(' ');
}

/** The style element of both schemes. */
export function styleSheet(): string {
  const rules = (of: (value: Value) => string | null) =>
    Object.entries<Readonly<Record<string, Value>>>(PAINTS)
      .map(([token, paint]) => {
        const body = Object.entries(paint).flatMap(([name, value]) => {
          const text = of(value);
          return text === null ? [] : [`${name}: ${text}`];
        });
        return body.length === 0 ? '' : `.${token} { ${body.join('; ')} }`;
      })
      .filter((rule) => rule !== '')
      .join(' ');
  const both = rules((value) => (typeof value === 'string' ? value : null));
  const [light, dark] = [0, 1].map((at) => rules((value) => (typeof value === 'string' ? null : value[at]!)));
  return `<style>${both} ${light} @media (prefers-color-scheme: dark) { ${dark} }</style>`;
}
