import { roughly } from '../format/sats.ts';

/** An amount of a statistic, with its unit. */
export function Roughly({ sats }: { readonly sats: number }) {
  const [amount, unit] = roughly(sats).split(' ');
  return (
    <span class="amount">
      {amount} <span class="unit">{unit}</span>
    </span>
  );
}
