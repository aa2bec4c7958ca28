import { info } from '../data/market.ts';
import { useStore } from '../data/store.ts';
import { dollars, sats as grouped } from '../format/sats.ts';
import { text } from '../text.ts';

/** An amount with its unit, and in dollars where the operator has a price. null: none. */
export function Amount({
  sats,
  withFiat = false,
}: {
  readonly sats: number | null;
  readonly withFiat?: boolean;
}) {
  const price = useStore(info)?.usdPerBtc ?? null;
  if (sats === null) return <span class="muted">{text.none}</span>;
  const fiat = withFiat ? dollars(sats, price) : null;
  return (
    <span class="amount">
      {grouped(sats)} <span class="unit">{text.sats}</span>
      {fiat !== null && <span class="fiat"> {text.about(fiat)}</span>}
    </span>
  );
}
