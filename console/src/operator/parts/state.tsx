import type { ComponentChildren } from 'preact';
import { stateText } from '../../format/state-text.ts';

const TONES: Readonly<Record<string, string>> = {
  confirmed: 'fine',
  accepted: 'fine',
  sold: 'fine',
  failed: 'stop',
  stalled: 'stop',
  displaced: 'stop',
};
const ON_THE_WAY = ['broadcasting', 'pending', 'seller_signed', 'sending', 'broadcast', 'filling'];

interface MarkProps {
  readonly isFine: boolean;
  readonly children: ComponentChildren;
}

/** What is well, or not. */
export function Mark({ isFine, children }: MarkProps) {
  return <span class={`state state-${isFine ? 'fine' : 'stop'}`}>{children}</span>;
}

/** A state in words, with the colour of how it goes; the pointer shows it as it is stored. */
export function State({ state }: { readonly state: string }) {
  const tone = TONES[state] ?? (ON_THE_WAY.includes(state) ? 'going' : 'plain');
  return (
    <span class={`state state-${tone}`} title={state}>
      {stateText(state)}
    </span>
  );
}
