import { text } from '../text.ts';

/** The operator vouches for the collection. */
export function Verified() {
  return (
    <svg viewBox="0 0 16 16" class="verified" role="img" aria-label={text.verified}>
      <title>{text.verified}</title>
      <circle cx="8" cy="8" r="7.2" />
      <path d="M4.8 8.2l2.2 2.2 4.2-4.6" />
    </svg>
  );
}
