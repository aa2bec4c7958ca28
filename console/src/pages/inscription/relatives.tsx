import { useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { place } from '../../app/place.ts';
import { useResource } from '../../data/resource.ts';
import { Content } from '../../design/content.tsx';
import { ends } from '../../format/sats.ts';
import { text } from '../../text.ts';
import { metadataOf, relativesOf } from './recursive.ts';

/** Of those that the index returns. */
const SHOWN = 12;

/** Its parents and its children, nothing where there are none, and its metadata when they are opened. */
export function Relatives({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Side id={id} side="parents" />
      <Side id={id} side="children" />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{text.inscription.metadata}</summary>
        {isOpen && <Metadata id={id} />}
      </details>
    </>
  );
}

function Metadata({ id }: { readonly id: string }) {
  const { value } = useResource(`metadata ${id}`, (signal) => metadataOf(id, signal));
  if (value === undefined) return null;
  if (value === null) return <p class="muted">{text.inscription.noMetadata}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <pre tabIndex={0}>{value}</pre>
  );
}

/** The index names them only: what is no picture has no preview here. */
const PICTURE = { contentType: 'image', rawContentType: null } as const;

function Side({ id, side }: { readonly id: string; readonly side: 'parents' | 'children' }) {
  const { value } = useResource(`${side} ${id}`, (signal) => relativesOf(id, side, signal));
  if (!value || value.ids.length === 0) return null;
  const count = value.ids.length;
  return (
    <section>
      <h2>{text.inscription[side]}</h2>
      <ul class="relatives">
        {value.ids.slice(0, SHOWN).map((other) => {
          const image = `${place.serviceUrl}/content/${other}`;
          return (
            <li key={other}>
              <a href={linkTo('inscription', { id: other })} aria-label={ends(other)} title={other}>
                <Content of={{ inscriptionId: other, name: ends(other), image, ...PICTURE }} />
                <span class="mono">{ends(other, 4)}</span>
              </a>
            </li>
          );
        })}
      </ul>
      {count > SHOWN && <p class="muted">{text.inscription.others(count - SHOWN, value.more)}</p>}
    </section>
  );
}
