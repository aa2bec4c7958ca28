import { ends } from '../../format/sats.ts';

/** The ends of an address or an id; the whole is there for those who copy it, or point at it. */
export function Ends({ of, kept = 6 }: { readonly of: string; readonly kept?: number }) {
  return (
    <span class="mono" title={of}>
      {ends(of, kept)}
    </span>
  );
}
