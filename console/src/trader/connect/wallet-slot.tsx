import { useState } from 'preact/hooks';
import { lazy } from '../../app/lazy.tsx';
import { useStore } from '../../data/store.ts';
import { kept } from '../../session/kept.ts';
import { words } from '../text.ts';
import { connectAsked } from './asked.ts';

const WalletMenu = lazy(() => import('./wallet-menu.tsx'));

/**
 * The slot in the header. Visitors load a button; who presses it, or was signed in, loads wallets, cryptography and
 * dialogs.
 */
export function WalletSlot() {
  const [isWanted, setIsWanted] = useState(false);
  const isAsked = useStore(connectAsked) > 0 || isWanted;
  const isKept = useStore(kept) !== null;
  if (isAsked || isKept) return <WalletMenu isAsked={isAsked} />;
  return (
    <button
      type="button"
      class="button wallet-button"
      aria-haspopup="dialog"
      onClick={() => setIsWanted(true)}
    >
      {words.connect.open}
    </button>
  );
}
