import { type Explanation, stack } from '@ordbook/client/inspect';
import type { Question } from './explaining-wallet.ts';

export type Asked = Pick<Question, 'items' | 'explanations' | 'summary'>;

export interface SumLine {
  readonly part: 'price' | 'fees' | 'feesWithTransfer' | 'postage' | 'postageBack' | 'postageOut' | 'network';
  /** Negative: taken off. */
  readonly sats: number;
}

export interface Sum {
  /** In the order of an item's page; they add up to `totalSats`. Empty: they would not. */
  readonly lines: readonly SumLine[];
  readonly isSeller: boolean;
  /**
   * As the judge found it: what leaves a buyer, with the sats under what arrives; what arrives for a seller,
   * without those under what leaves.
   */
  readonly totalSats: number;
}

/**
 * The sum of all signatures together. What is neither price nor postage nor network fee is fees. null: the
 * viewer neither pays nor receives, or nothing was judged.
 */
export function sumOf({ items, explanations, summary }: Asked): Sum | null {
  if (!summary) return null;
  const { paysSats, receivesSats, inscriptions } = summary;
  const isSeller = receivesSats > 0;
  if (receivesSats === 0 && paysSats === 0) return null;
  const price = items.reduce((sum, { priceSats }) => sum + (priceSats ?? Number.NaN), 0);
  const under = inscriptions
    .filter(({ isToUs }) => isToUs !== isSeller)
    .reduce((sum, { valueSats }) => sum + valueSats, 0);
  const isOf = (kind: Explanation['role']['kind']) => explanations.some(({ role }) => role.kind === kind);
  // who sells to a collection offer gets its price; everybody else gets the sats under the inscription back
  const isFill = isOf('fill');
  const isPaidBack = isSeller && !isFill;
  const totalSats = isSeller ? receivesSats - under : paysSats;
  const network = isPaidBack ? spentBetween(explanations) : sumFees(explanations);
  const sign = isSeller ? -1 : 1;
  const postage: readonly SumLine[] = isSeller
    ? [
        { part: 'postageBack', sats: isPaidBack ? under : 0 },
        { part: 'postageOut', sats: -under },
      ]
    : [{ part: 'postage', sats: under }];
  const postageSats = postage.reduce((sum, { sats }) => sum + sats, 0);
  const fees = sign * (totalSats - price - postageSats) - network;
  const lines: SumLine[] = [
    { part: 'price', sats: price },
    { part: isOf('purchase') ? 'feesWithTransfer' : 'fees', sats: sign * fees },
    ...postage,
    { part: 'network', sats: sign * network },
  ];
  // money for any inscription of a collection may go for several, and of offers from one coin one can happen
  const addsUp = fees >= 0 && items.every(({ inscriptionId }) => inscriptionId !== null);
  return {
    lines: addsUp ? lines.filter(({ part, sats }) => part === 'price' || sats !== 0) : [],
    isSeller,
    totalSats,
  };
}

/** What a seller's own further transactions cost him, such as a payout. */
const spentBetween = (explanations: readonly Explanation[]) =>
  explanations.reduce((sum, one) => sum + Math.max(0, -(stack(one)?.totalSats ?? Number.NaN)), 0);

/** NaN where one does not show its fee. */
const sumFees = (explanations: readonly Explanation[]) =>
  explanations.reduce((sum, { feeSats }) => sum + (feeSats ?? Number.NaN), 0);

/**
 * What each item brings, or costs when negative, in its checked transactions; null: they do not say it for
 * each.
 */
export function netsOf(asked: Asked): (number | null)[] {
  const { items, explanations } = asked;
  const sum = sumOf(asked);
  if (items.length === 1 && sum) return [sum.isSeller ? sum.totalSats : -sum.totalSats];
  // one signature for each, or as a listing: two for each, and one that takes all back
  const isListing = explanations.length === 2 * items.length + 1;
  const each = explanations.length === items.length ? 1 : isListing ? 2 : 0;
  return items.map((_, index) => {
    const totals = explanations
      .slice(index * each, (index + 1) * each)
      .map((explanation) => stack(explanation)?.totalSats ?? Number.NaN);
    const net = totals.reduce((sum, sats) => sum + sats, 0);
    return each === 0 || Number.isNaN(net) ? null : net;
  });
}
