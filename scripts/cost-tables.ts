import { fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { bumpFee } from '@ordbook/protocol/listing/bump';
import { transferFee } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import { KEYS, listingTerms } from '../protocol/test/parties.ts';

/** sat/vB. */
export const RATES = [1, 10, 100];
const terms = listingTerms('seller 1');

/**
 * Sats that the operator loses to the network: an anchor spent in a fan-out of many, and another one made in
 * it.
 */
const revocation = (rate: number): number => fanOutFee(51, 51, rate) - fanOutFee(50, 50, rate);

/** Sats that the operator pays for the transfer, what brings the inscription back, and the bump that lifts that to `rate` sat/vB. */
export const returned = (table: Layout) => (rate: number) =>
  transferFee(1) + networkFee(table) + Math.max(0, bumpFee(table, rate));

const LIVES: Readonly<Record<string, (rate: number) => number>> = {
  'listed, sold': () => 0,
  'listed, delisted or expired': revocation,
  'listed, purchase failed after the transfer, recovered': returned(recoveryLayout([terms], KEYS)),
  'listed, purchase failed after the transfer, taken back': returned(takeBackLayout(terms, KEYS)),
};

/** What the lives of one listing cost the operator, from the sizes of the real layouts. */
export const costTables = {
  'listing-costs': () =>
    [
      `| a listing's life | ${RATES.map((rate) => `${rate} sat/vB`).join(' | ')} |`,
      `| --- | ${RATES.map(() => '--:').join(' | ')} |`,
      ...Object.entries(LIVES).map(
        ([life, cost]) =>
          `| ${life} | ${RATES.map((rate) => cost(rate).toLocaleString('en-US')).join(' | ')} |`,
      ),
    ].join('\n'),
};
