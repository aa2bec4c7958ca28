import type { Trait } from '@ordbook/server/ordinals/port';
import { utf8 } from '@scure/base';
import type { Artwork } from './inscriber.ts';

const PALETTES = [
  ['ember', '#2b0f0a', '#ff7a3d', '#ffd166'],
  ['lagoon', '#06202b', '#16a3a3', '#b8f2e6'],
  ['orchard', '#12230f', '#7fb950', '#f4f1de'],
  ['dusk', '#1a1033', '#8c6bff', '#ffc6ff'],
] as const;
const SHAPES = ['ring', 'tile', 'star'] as const;

/** The `index`-th picture of a series: a small, deterministic SVG. */
export function artwork(series: string, index: number, traits?: readonly Trait[]): Artwork {
  const [palette, ground, ink, light] = PALETTES[index % PALETTES.length]!;
  const shape = SHAPES[Math.floor(index / PALETTES.length) % SHAPES.length]!;
  const title = `${series} #${index + 1}`;
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<title>${title}</title><rect width="64" height="64" fill="${ground}"/>`,
    drawing(shape, index, ink, light),
    '</svg>',
  ].join('');
  return {
    contentType: 'image/svg+xml',
    body: utf8.decode(svg),
    title,
    traits: traits ?? [
      { type: 'palette', value: palette },
      { type: 'shape', value: shape },
    ],
  };
}

function drawing(shape: (typeof SHAPES)[number], index: number, ink: string, light: string): string {
  const size = 10 + (index % 5) * 3;
  if (shape === 'ring')
    return `<circle cx="32" cy="32" r="${size}" fill="none" stroke="${ink}" stroke-width="6"/><circle cx="32" cy="32" r="4" fill="${light}"/>`;
  if (shape === 'tile')
    return `<rect x="${32 - size}" y="${32 - size}" width="${2 * size}" height="${2 * size}" rx="4" fill="${ink}"/><rect x="28" y="28" width="8" height="8" fill="${light}"/>`;
  return `<path d="M32 ${32 - size - 6} L${36 + size / 2} 46 L${26 - size} 28 H${38 + size} L${28 - size / 2} 46 Z" fill="${ink}" stroke="${light}"/>`;
}
