import { useState } from 'preact/hooks';
import { lazy } from '../../app/lazy.tsx';
import { words } from '../text.ts';

const WalletMenu = lazy(() => import('./wallet-menu.tsx'));

/** The slot in the header. Visitors load a button; who presses it loads wallets, cryptography and dialogs. */
export function WalletSlot() {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <WalletMenu />;
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
