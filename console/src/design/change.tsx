import { change } from '../format/sats.ts';
import { text } from '../text.ts';

/** A change in percent, in the colour of its direction. null: unknown. */
export function Change({ percent }: { readonly percent: number | null }) {
  if (percent === null) return <span class="muted">{text.none}</span>;
  const tone = percent > 0 ? 'rise' : percent < 0 ? 'fall' : 'muted';
  return <span class={tone}>{change(percent)}</span>;
}
