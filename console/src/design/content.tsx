import { useRef, useState } from 'preact/hooks';
import { bytes } from '../format/bytes.ts';
import { text } from '../text.ts';
import { isCode, kindOf, typeName } from './content-kind.ts';
import { Words } from './words.tsx';

/** What is needed to show the content of an inscription. */
export interface Shown {
  readonly inscriptionId: string;
  readonly name: string;
  readonly contentType: 'image' | 'html' | 'video' | 'text';
  readonly rawContentType: string | null;
  readonly image: string;
  /** null or none: not known. */
  readonly contentBytes?: number | null;
  readonly imageRenderingHint?: 'auto' | 'pixelated' | null;
  readonly cardBackgroundColor?: string | null;
}

interface CardContentProps {
  readonly of: Shown;
  /** Its bytes are not loaded: the card says what they are. */
  readonly isHeld?: boolean;
}

/** Characters of a text on a card. */
const MOST_WORDS = 400;
/** Pixels of a picture that are drawn small; decoding more would hold the page up. */
const MOST_PIXELS = 50_000_000;

/** The background that its collection gives it. */
export const backgroundOf = ({ cardBackgroundColor }: Shown) =>
  cardBackgroundColor ? { backgroundColor: cardBackgroundColor } : {};

/**
 * The content of an inscription on a card. Anybody may have inscribed it. A card stands still and runs
 * nothing: a picture is drawn once, by the browser, which decodes it anyway; of a text it shows the start;
 * for anything else it says what it is.
 */
export function Content({ of, isHeld = false }: CardContentProps) {
  const [failed, setFailed] = useState(false);
  const kind = failed || isHeld ? 'file' : kindOf(of);
  const onError = () => setFailed(true);
  return (
    <div class="content content-card" style={backgroundOf(of)}>
      {kind === 'picture' || kind === 'drawing' ? (
        <Still of={of} scalesUp={kind === 'drawing'} onError={onError} />
      ) : kind === 'text' ? (
        <Words url={of.image} most={MOST_WORDS} isCode={isCode(of)} onError={onError} />
      ) : (
        <TypeAndSize of={of} />
      )}
    </div>
  );
}

/** In place of a content: what it is, and how large. */
export function TypeAndSize({ of }: { readonly of: Shown }) {
  return (
    <span class="content-none">
      <strong>{typeName(of) ?? text.content.unknown}</strong>
      {of.contentBytes !== undefined && of.contentBytes !== null && <span>{bytes(of.contentBytes)}</span>}
    </span>
  );
}

interface StillProps {
  readonly of: Shown;
  /** A drawing has no size of its own that means anything. */
  readonly scalesUp: boolean;
  readonly onError: () => void;
}

/** A picture as it is at its first moment, in the size of the card: the picture itself is let go then. */
function Still({ of, scalesUp, onError }: StillProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const draw = (picture: HTMLImageElement) => {
    const paper = canvas.current;
    // it was scrolled away before it came
    if (!paper) return;
    const room = Math.max(1, Math.round(paper.clientWidth * window.devicePixelRatio));
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width * height > MOST_PIXELS) return onError();
    const scale = Math.min(scalesUp ? Number.POSITIVE_INFINITY : 1, room / width, room / height);
    paper.width = Number.isFinite(scale) ? Math.max(1, Math.round(width * scale)) : room;
    paper.height = Number.isFinite(scale) ? Math.max(1, Math.round(height * scale)) : room;
    paper.getContext('2d')!.drawImage(picture, 0, 0, paper.width, paper.height);
    setDrawn(true);
  };
  return (
    <>
      <canvas ref={canvas} class={of.imageRenderingHint === 'pixelated' ? 'pixelated' : ''} />
      {!isDrawn && (
        <img
          src={of.image}
          alt=""
          loading="lazy"
          class="content-coming"
          onLoad={(event) => draw(event.currentTarget)}
          onError={onError}
        />
      )}
    </>
  );
}
