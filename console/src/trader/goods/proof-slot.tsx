import { useState } from 'preact/hooks';
import { lazy } from '../../app/lazy.tsx';
import type { ItemActionsProps } from '../../app/page-props.ts';
import { words } from '../text.ts';

const CheckedItem = lazy(() => import('./checked-item.tsx'));

/** On the page of an inscription: its proof is loaded and checked when somebody asks. */
export function ProofSlot(props: ItemActionsProps) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <CheckedItem {...props} />
  ) : (
    <button type="button" class="button" onClick={() => setAsked(true)}>
      {words.goods.check}
    </button>
  );
}
