import { lazy } from '../../app/lazy.tsx';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';

const OwnWallet = lazy(() => import('./own-wallet.tsx'));

/** On the page of a wallet: what only its owner sees. */
export function OwnSlot({ address }: { readonly address: string }) {
  const by = useStore(signedIn);
  return by?.session.wallet.ordinalsAddress === address ? <OwnWallet key={address} by={by} /> : null;
}
