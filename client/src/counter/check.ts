/**
 * What wallets verify before they sign a counter or its acceptance. Pure: depends only on the response of the
 * service and what the wallet wants.
 *
 * - The seller's inscription moves, whole, into a passthrough that the seller alone can spend. From there it
 *   is sold for the price less fees, paid to the seller's payment address, or it comes back.
 * - The buyer's funding creates one coin of the exact amount, and change. The settlement moves the
 *   inscription's output whole to the buyer.
 */
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../api.ts';
import { checkPassthrough } from '../listing/check-passthrough.ts';
import { checkArrival } from '../offer/check.ts';
import { checkOffered } from '../offer/offered-coins.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { type FeeLimit, largestFee } from '../signing/fee-limit.ts';
import { checkOwnCoin, type Location } from '../signing/location.ts';
import { type Coin, type Psbt, readPsbt } from '../signing/psbt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';

export type CounterPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/counter/preflight'>;
export type CounterAcceptPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/counter/accept/preflight'>;

const ALL_ANYONECANPAY = 0x81;

export interface CounterTerms {
  readonly wallet: WalletIdentity;
  readonly priceSats: number;
  readonly location?: Location;
  readonly feeLimit?: FeeLimit;
  /** x-only hex. If given, the passthrough must use this market key. */
  readonly marketPublicKey?: string;
}

/** Sats that the settlement pays us. Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkCounter(preflight: CounterPreflight, terms: CounterTerms): number {
  const { wallet, priceSats, location, feeLimit, marketPublicKey } = terms;
  const [transferStep, settlementStep, recoveryStep] = preflight.steps;
  demand(preflight.steps.length === 3 && preflight.priceSats === priceSats, () => {
    return `the service returned ${preflight.steps.length} steps for a counter at ${preflight.priceSats} sats`;
  });
  const [transfer, settlement, recovery] = [transferStep!, settlementStep!, recoveryStep!].map(
    ({ psbtBase64 }) => readPsbt(psbtBase64),
  ) as [Psbt, Psbt, Psbt];
  const own = scriptOf(wallet.ordinalsAddress, wallet.network);
  const keys = { seller: wallet.ordinalsPublicKey, market: marketPublicKey };

  checkAsked('the transfer', transferStep!, {
    address: wallet.ordinalsAddress,
    indexes: [0],
    sigHashes: [0, null],
    leafKey: null,
  });
  const input = checkOwnCoin('the transfer', transfer, own, location);
  demand(outputFilledBy(transfer, 0) === 0, () => {
    return 'the transfer does not move the inscription whole into its first output';
  });

  for (const [what, step, psbt] of [
    ['the settlement', settlementStep!, settlement],
    ['the recovery', recoveryStep!, recovery],
  ] as const) {
    checkAsked(what, step, {
      address: wallet.ordinalsAddress,
      indexes: [0],
      sigHashes: [ALL_ANYONECANPAY],
      leafKey: wallet.ordinalsPublicKey.slice(-64),
    });
    checkPassthrough(what, psbt.inputs[0], transfer, keys);
  }
  demand(recovery.outputs.length === 2 && outputFilledBy(recovery, 0) === 0, () => {
    return 'the recovery does not return the passthrough whole';
  });
  checkNamesPassthrough('the settlement', settlement, transfer);
  checkNamesPassthrough('the recovery', recovery, transfer);
  demand(
    equalBytes(recovery.outputs[0]!.script, own),
    () => `the recovery does not pay ${wallet.ordinalsAddress}`,
  );
  const paid = settlement.outputs[1];
  const least = priceSats - largestFee(priceSats, feeLimit) + input.valueSats;
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  demand(paid !== undefined && equalBytes(paid.script, payment) && paid.valueSats >= least, () => {
    return `the settlement pays us ${paid?.valueSats} sats; at least ${least} are due`;
  });
  return paid.valueSats;
}

/**
 * The last output must be the OP_RETURN that names the passthrough: without it, one payment could satisfy two
 * counters.
 */
function checkNamesPassthrough(what: string, { outputs }: Psbt, transfer: Psbt): void {
  const named = Uint8Array.of(0x6a, 0x20, ...hex.decode(transfer.txid).reverse());
  const last = outputs.at(-1)!;
  demand(last.valueSats === 0 && equalBytes(last.script, named), () => {
    return `${what} does not name its passthrough ${transfer.txid}:0 in its last output`;
  });
}

export interface CounterAcceptTerms {
  readonly wallet: WalletIdentity;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
  readonly spendableUtxos: readonly Coin[];
  readonly feeLimit?: FeeLimit;
  /** Highest network fee, sats. Default 100,000. */
  readonly maxNetworkFeeSats?: number;
}

/** Sats that our coins lose. Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkCounterAcceptance(preflight: CounterAcceptPreflight, terms: CounterAcceptTerms): number {
  const { wallet, priceSats, spendableUtxos, feeLimit, maxNetworkFeeSats = 100_000 } = terms;
  const [fundingStep, settlementStep] = preflight.steps;
  demand(
    preflight.steps.length === 2,
    () => `the service returned ${preflight.steps.length} steps instead of two`,
  );
  const funding = readPsbt(fundingStep!.psbtBase64);
  const settlement = readPsbt(settlementStep!.psbtBase64);
  demand(
    funding.txid === preflight.expectedFundingTxid && settlement.txid === preflight.expectedSettlementTxid,
    () => 'the transactions are not those that the service announced',
  );
  const asked = { address: wallet.paymentAddress, sigHashes: [1, 0, null], leafKey: null };
  checkAsked('the funding', fundingStep!, { ...asked, indexes: funding.inputs.map((_, index) => index) });
  checkAsked('the settlement', settlementStep!, { ...asked, indexes: [1] });
  checkOffered('the funding', funding.inputs, spendableUtxos);
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  demand(
    funding.outputs.every(({ script }) => equalBytes(script, payment)),
    () => {
      return 'the funding pays a third party';
    },
  );
  const [, paying] = settlement.inputs;
  demand(
    settlement.inputs.length === 2 && paying?.txid === funding.txid && paying.vout === 0,
    () => 'the settlement spends coins other than the passthrough and the funding',
  );
  checkArrival('the settlement', settlement, wallet.ordinalsAddress, wallet, undefined);
  const lost = sumOf(funding.inputs) - sumOf(funding.outputs.slice(1));
  const most =
    priceSats + largestFee(priceSats, feeLimit) + settlement.inputs[0]!.valueSats + maxNetworkFeeSats;
  demand(lost <= most, () => `the counter costs us ${lost} sats; the limit is ${most}`);
  return lost;
}
