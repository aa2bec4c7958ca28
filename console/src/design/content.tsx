import { useEffect, useState } from 'preact/hooks';
import { text } from '../text.ts';

/** What is needed to show the content of an inscription. */
export interface Shown {
  readonly inscriptionId: string;
  readonly name: string;
  readonly contentType: 'image' | 'html' | 'video' | 'text';
  readonly rawContentType: string | null;
  readonly image: string;
  readonly imageRenderingHint?: 'auto' | 'pixelated' | null;
  readonly cardBackgroundColor?: string | null;
}

interface ContentProps {
  readonly of: Shown;
  /** `card`: a picture in a list; `whole`: what a visitor may click and play. */
  readonly as: 'card' | 'whole';
}

/** A frame starts only where the eye rests, ms: frames that scroll past would cost most of it. */
const REST_MS = 250;

/**
 * The content of an inscription. Anybody may have inscribed it. A picture is shown as an image, in which
 * browsers run nothing; everything else in a frame without the origin of this page, and the service sends it
 * with a policy that lets it read other inscriptions and nothing else.
 */
export function Content({ of, as }: ContentProps) {
  const [failed, setFailed] = useState(false);
  const isSvg = of.rawContentType?.startsWith('image/svg') ?? false;
  // an SVG may draw other inscriptions, which images do not load
  const isImage = of.contentType === 'image' && (as === 'card' || !isSvg);
  const style = of.cardBackgroundColor ? { backgroundColor: of.cardBackgroundColor } : {};
  return (
    <div class={`content content-${as}`} style={style}>
      {failed ? (
        <span class="content-none">{text.content.none}</span>
      ) : isImage ? (
        <img
          src={of.image}
          alt={as === 'whole' ? of.name : ''}
          loading={as === 'card' ? 'lazy' : 'eager'}
          decoding="async"
          draggable={false}
          class={of.imageRenderingHint === 'pixelated' ? 'pixelated' : ''}
          onError={() => setFailed(true)}
        />
      ) : (
        <Frame of={of} as={as} />
      )}
    </div>
  );
}

function Frame({ of, as }: ContentProps) {
  const [isReady, setReady] = useState(as === 'whole');
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isReady) return null;
  return (
    <iframe
      src={of.image}
      class={of.contentType === 'image' ? '' : 'frame-sheet'}
      title={text.content.frame(of.name)}
      sandbox="allow-scripts"
      loading="lazy"
      referrerpolicy="no-referrer"
      tabIndex={as === 'card' ? -1 : 0}
    />
  );
}
