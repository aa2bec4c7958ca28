import type { MarketCollection } from '@ordbook/client/market';
import { Content } from './content.tsx';

/** What a collection looks like: its first inscriptions, up to four. */
export function Mosaic({
  collection,
  most = 4,
}: {
  readonly collection: MarketCollection;
  readonly most?: 1 | 4;
}) {
  const { name, samples, pixelArt, cardBackgroundColor } = collection;
  const shown = samples.slice(0, samples.length < 4 ? 1 : most);
  return (
    <div class={`mosaic mosaic-${shown.length}`} aria-hidden="true">
      {shown.map((sample) => (
        <Content
          key={sample.inscriptionId}
          of={{ ...sample, name, imageRenderingHint: pixelArt ? 'pixelated' : 'auto', cardBackgroundColor }}
        />
      ))}
    </div>
  );
}
