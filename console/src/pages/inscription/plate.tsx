import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { backgroundOf, type Shown, TypeAndSize } from '../../design/content.tsx';
import { isCode, kindOf, typeName } from '../../design/content-kind.ts';
import { Words } from '../../design/words.tsx';
import { bytes } from '../../format/bytes.ts';
import { text } from '../../text.ts';

/** Characters of a text; the rest is in its file. */
const MOST_WORDS = 20_000;

interface PlateProps {
  readonly of: Shown;
}

/**
 * The whole content of an inscription: a picture, a text, a player, a specimen, or what it is. What may be a
 * program runs after a click, in a frame without the origin of this page, and the service sends it with a
 * policy that lets it read other inscriptions and nothing else.
 */
export function Plate({ of }: PlateProps) {
  const { image, contentBytes } = of;
  const facts = [
    typeName(of) ?? text.content.unknown,
    contentBytes !== undefined && contentBytes !== null && bytes(contentBytes),
  ];
  return (
    <figure class="plate">
      <Whole of={of} />
      <figcaption class="muted">
        {facts.filter(Boolean).join(' · ')} ·{' '}
        <a href={image} target="_blank" rel="noopener noreferrer">
          {text.content.open}
        </a>
      </figcaption>
    </figure>
  );
}

function Whole({ of }: PlateProps) {
  const [failed, setFailed] = useState(false);
  const onError = () => setFailed(true);
  const kind = failed ? 'file' : kindOf(of);
  if (kind === 'drawing' || kind === 'page')
    return (
      <Program of={of}>
        {kind === 'drawing' ? <Picture of={of} onError={onError} /> : <TypeAndSize of={of} />}
      </Program>
    );
  return (
    <div class={`content content-whole whole-${kind}`} style={backgroundOf(of)}>
      {kind === 'picture' && <Picture of={of} onError={onError} />}
      {kind === 'text' && <Words url={of.image} most={MOST_WORDS} isCode={isCode(of)} onError={onError} />}
      {kind === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: nobody inscribes captions
        <video controls preload="metadata" src={of.image} aria-label={of.name} onError={onError} />
      )}
      {kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: nobody inscribes captions
        <audio controls preload="metadata" src={of.image} aria-label={of.name} onError={onError} />
      )}
      {kind === 'font' && <Specimen of={of} onError={onError} />}
      {kind === 'file' && <TypeAndSize of={of} />}
    </div>
  );
}

type ShowingProps = PlateProps & { readonly onError: () => void };

function Picture({ of, onError }: ShowingProps) {
  const hint = of.imageRenderingHint === 'pixelated' ? 'pixelated' : '';
  return (
    <img src={of.image} alt={of.name} decoding="async" draggable={false} class={hint} onError={onError} />
  );
}

/** Stands still, as `children`, until the visitor runs it. */
function Program({ of, children }: PlateProps & { readonly children: ComponentChildren }) {
  const [isRunning, setRunning] = useState(false);
  return (
    <>
      <div class="content content-whole" style={backgroundOf(of)}>
        {isRunning ? (
          <iframe
            src={of.image}
            class={kindOf(of) === 'page' ? 'frame-sheet' : ''}
            title={text.content.frame(of.name)}
            sandbox="allow-scripts"
            referrerpolicy="no-referrer"
          />
        ) : (
          children
        )}
      </div>
      <p class="plate-run">
        <button type="button" class="button" aria-pressed={isRunning} onClick={() => setRunning(!isRunning)}>
          {isRunning ? text.content.stop : text.content.run}
        </button>
        <span class="muted">{text.content.program}</span>
      </p>
    </>
  );
}

const FACE = 'inscribed';

/** A few lines in an inscribed font. */
function Specimen({ of, onError }: ShowingProps) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const face = new FontFace(FACE, `url(${JSON.stringify(of.image)})`);
    face.load().then(() => {
      document.fonts.add(face);
      setReady(true);
    }, onError);
    return () => document.fonts.delete(face);
  }, [of.image]);
  return isReady ? (
    <p class="content-text" style={{ fontFamily: FACE }}>
      {text.content.specimen}
    </p>
  ) : null;
}
