import { useEffect } from 'preact/hooks';
import { text } from '../text.ts';

/** Names the tab by what its page shows; undefined: it is not loaded yet. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${text.name}`;
  }, [name]);
}
