import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../data/store.ts';
import { text } from '../text.ts';
import { goTo, linkTo, location } from './location.ts';

/** The field in the header; `/` puts the cursor there. */
export function SearchBox() {
  const { page, query } = useStore(location);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).matches('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  const shown = page === 'search' ? (query.get('q') ?? '') : '';
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const asked = field.current?.value.trim() ?? '';
          if (asked !== '') goTo(linkTo('search', {}, { q: asked }));
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          key={shown}
          defaultValue={shown}
          maxLength={100}
          aria-label={text.search.label}
          placeholder={text.search.placeholder}
          autocomplete="off"
          spellcheck={false}
        />
      </form>
    </search>
  );
}
