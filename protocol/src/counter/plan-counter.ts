import { dustLimit, feeFor, P2WPKH_OUTPUT, transactionWeight, vsize } from '../bitcoin/weights.ts';
import { choosePayments, type PaymentCoins, sumAsked } from '../layout/coin-selection.ts';
import { sizeOf } from '../layout/size.ts';
import type { Operator } from '../layout/terms.ts';
import { TRANSFER_VSIZE } from '../listing/listing.ts';
import type { Lock } from '../locks/lock.ts';
import { P2WPKH_INPUT } from '../locks/p2wpkh.ts';
import type { Payer } from '../locks/payer.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import { type Sats, sumSats } from '../sats.ts';
import { counterLayout } from './counter.ts';
import type { CounterTerms, FundingTerms } from './terms.ts';

export interface FundingQuestion {
  readonly counter: CounterTerms;
  readonly payer: Payer;
  readonly coins: PaymentCoins;
  /** sat/vB of transfer, funding and settlement together. */
  readonly feeRate: number;
  readonly keys: Operator;
  readonly network: NetworkName;
}

/**
 * Plans how a buyer pays a counter: a funding transaction whose first output is exactly what the settlement
 * needs, fee included. The settlement raises the transfer to the target rate; the funding pays for itself.
 * Throws Refusal `insufficient_funds`.
 */
export function planFunding(question: FundingQuestion): FundingTerms & { readonly networkFeeSats: Sats } {
  const { counter, payer, feeRate, keys, network } = question;
  const { inputs, outputs } = counterLayout(counter, keys, network);
  const lock = payerLock(payer);
  const scripts = outputs.map(({ script }) => script);
  // the passthrough pays for the first output, which holds the inscription
  const lackSats = sumAsked(
    outputs.slice(1).map(({ valueSats }) => valueSats),
    'the counter',
  );
  const fundingSats = lackSats + settlementFee(sizeOf([inputs[0]!.lock, lock], scripts), counter, feeRate);
  const cost = (coins: number, hasChange: boolean): Sats =>
    fundingSats + feeFor(fundingSize(lock, coins, hasChange), feeRate);
  const { coins, changeSats } = choosePayments(question.coins, {
    cost,
    dustSats: dustLimit(lock.script),
    what: 'the counter',
  });
  return {
    payer,
    payments: coins,
    fundingSats,
    changeSats,
    networkFeeSats: sumSats(coins.map(({ valueSats }) => valueSats)) - changeSats - lackSats,
  };
}

/**
 * The network fee, sats, of a buyer with one P2WPKH coin and change at `feeRate` sat/vB: an estimate for the
 * seller.
 */
export function typicalNetworkFee(
  counter: CounterTerms,
  feeRate: number,
  keys: Operator,
  network: NetworkName,
): Sats {
  const { inputs, outputs } = counterLayout(counter, keys, network);
  const settlement =
    sizeOf(
      [inputs[0]!.lock],
      outputs.map(({ script }) => script),
    ) +
    P2WPKH_INPUT / 4;
  const funding = vsize(transactionWeight(1, 2, P2WPKH_INPUT + 2 * P2WPKH_OUTPUT));
  return settlementFee(Math.ceil(settlement), counter, feeRate) + feeFor(funding, feeRate);
}

/**
 * The fee, sats, of a settlement of `size` vB that also pays for its transfer, and at least its own relay
 * fee.
 */
function settlementFee(size: number, { transfer }: CounterTerms, feeRate: number): Sats {
  const lifted = feeFor(size + TRANSFER_VSIZE, feeRate) - transfer.transferFeeSats;
  return Math.max(lifted, feeFor(size, Math.min(feeRate, 1)));
}

function fundingSize(lock: Lock, coins: number, hasChange: boolean): number {
  return sizeOf(
    Array.from({ length: coins }, () => lock),
    hasChange ? [lock.script, lock.script] : [lock.script],
  );
}
