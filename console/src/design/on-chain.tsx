import { linkTo } from '../app/location.ts';
import { info } from '../data/market.ts';
import { useStore } from '../data/store.ts';
import { ends } from '../format/sats.ts';

interface OnChainProps {
  readonly of: string;
  /** Characters of each end that are shown; absent: all. */
  readonly kept?: number;
}

const shown = (value: string, kept: number | undefined) => (kept === undefined ? value : ends(value, kept));

/** An ordinals address, which leads to what it holds and trades. */
export function Address({ of, kept }: OnChainProps) {
  return (
    <a class="mono" title={of} href={linkTo('wallet', { address: of })}>
      {shown(of, kept)}
    </a>
  );
}

/** A txid, which leads to the operator's explorer where there is one. */
export function Transaction({ of, kept }: OnChainProps) {
  const { explorerUrl = null } = useStore(info) ?? {};
  if (explorerUrl === null)
    return (
      <span class="mono" title={of}>
        {shown(of, kept)}
      </span>
    );
  return (
    <a class="mono" title={of} href={`${explorerUrl}/tx/${of}`} target="_blank" rel="noopener noreferrer">
      {shown(of, kept)}
    </a>
  );
}
