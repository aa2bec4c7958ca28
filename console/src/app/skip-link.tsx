import type { RefObject } from 'preact';
import { text } from '../text.ts';

/** The first thing that the keyboard reaches: it leads past the header. */
export function SkipLink({ main }: { readonly main: RefObject<HTMLElement | null> }) {
  return (
    <a
      class="skip"
      href={`${window.location.pathname}#main`}
      onClick={(event) => {
        // by itself, the link would lead to the folder of the console (`<base>`)
        event.preventDefault();
        main.current?.focus();
      }}
    >
      {text.skip}
    </a>
  );
}
