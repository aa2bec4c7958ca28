import { useState } from 'preact/hooks';
import { lazy } from '../../app/lazy.tsx';
import { useStore } from '../../data/store.ts';
import { words } from '../text.ts';
import { connectAsked } from './asked.ts';

const WalletMenu = lazy(() => import('./wallet-menu.tsx'));

/** The slot in the header. Visitors load a button; who presses it loads wallets, cryptography and dialogs. */
export function WalletSlot() {
  const [isWanted, setIsWanted] = useState(false);
  const asked = useStore(connectAsked);
  if (isWanted || asked > 0) return <WalletMenu />;
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
