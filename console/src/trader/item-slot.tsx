import { lazy } from '../app/lazy.tsx';
import type { ItemActionsProps } from '../app/page-props.ts';
import { useStore } from '../data/store.ts';
import { signedIn } from '../session/session.ts';
import { ConnectFirst } from './connect-first.tsx';

const ItemActions = lazy(() => import('./item-actions.tsx'));

/** The slot on the page of an inscription. A visitor loads a sentence and a button, and no cryptography. */
export function ItemSlot(props: ItemActionsProps) {
  const by = useStore(signedIn);
  return by ? <ItemActions {...props} by={by} /> : <ConnectFirst isMain />;
}
