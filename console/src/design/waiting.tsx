import { text } from '../text.ts';

/** Shown while something loads; it appears after a moment, so that fast loads do not flicker. */
export function Waiting() {
  return (
    <p class="waiting" role="status">
      {text.waiting}
    </p>
  );
}
