import { useStore } from '../../data/store.ts';
import { access } from '../api/access.ts';
import { type ActSpec, ask } from './act.ts';

interface ActButtonProps {
  readonly act: ActSpec;
  /** What it is about, for those who hear only the button. */
  readonly about?: string;
  /** It stops the market. */
  readonly isStop?: boolean;
}

/** A button that asks for an act; nothing for somebody who may only view. */
export function ActButton({ act, about, isStop = false }: ActButtonProps) {
  const now = useStore(access);
  if (now.is !== 'in' || !now.overview.mayAct) return null;
  return (
    <button
      type="button"
      class={`button${isStop ? ' button-stop' : ''}`}
      aria-haspopup="dialog"
      aria-label={about === undefined ? undefined : `${act.title}: ${about}`}
      onClick={() => ask(act)}
    >
      {act.title}
    </button>
  );
}
