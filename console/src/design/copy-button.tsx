import { useState } from 'preact/hooks';
import { text } from '../text.ts';

/** Copies a text. `what`: its name, for those who cannot see what is beside it. */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setSaid(text.copy.done),
      () => setSaid(text.copy.failed),
    );
  return (
    <button
      type="button"
      class="chip chip-plain"
      aria-label={text.copy.label(what)}
      onClick={() => void (navigator.clipboard ? copy() : setSaid(text.copy.failed))}
      onBlur={() => setSaid(null)}
    >
      <span role="status">{said ?? text.copy.copy}</span>
    </button>
  );
}
