import { createStore } from '../../data/store.ts';

/** How often somebody asked to connect beside the button in the header. */
export const connectAsked = createStore(0);

/** Opens the dialog of the header. */
export function askToConnect(): void {
  connectAsked.set(connectAsked.get() + 1);
}
