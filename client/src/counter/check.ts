/**
 * What wallets verify before they sign a counter or its acceptance. Pure: depends only on the response of the
 * service and what the wallet wants.
 *
 * - The seller's inscription moves, whole, into a passthrough that the seller alone can spend. From there it
 *   is sold for the price less fees, paid to the seller's payment address, or it comes back.
 * - The buyer's funding creates one coin of the exact amount, and change. The settlement moves the
 *   inscription's output whole to the buyer.
 */
import { counterTable, counterTables, fundingLayout } from '@ordbook/protocol/counter/counter';
import { layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { Payout, SeenOperator } from '@ordbook/protocol/layout/terms';
import { TRANSFER_VSIZE } from '@ordbook/protocol/listing/listing';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import { checkPassthrough } from '../listing/check-passthrough.ts';
import { checkOrigin, readTransfer } from '../listing/read-transfer.ts';
import { checkArrival } from '../offer/check.ts';
import { checkOffered, selectedCoins } from '../offer/offered-coins.ts';
import type { Answer } from '../operation.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import {
  checkAmount,
  checkNetworkFee,
  checkPostage,
  type Limits,
  largestFee,
  largestNetworkFee,
} from '../signing/limits.ts';
import { checkOwnCoin, type Location } from '../signing/location.ts';
import { type Coin, coinOf, type Psbt, type PsbtInput, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, paysSeen, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { addressOf, scriptOf } from '../wallet/network.ts';

export type CounterPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/counter/preflight'>;
export type CounterAcceptPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/counter/accept/preflight'>;

const ALL_ANYONECANPAY = 0x81;

export interface CounterTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly inscriptionId: string;
  readonly priceSats: number;
  /** Where the inscription is, from your own source. Without it the service is trusted. */
  readonly location?: Location;
  /** x-only hex. If given, the passthrough must use this market key. */
  readonly marketPublicKey?: string;
}

/** What a counter does, as verified. */
export interface CheckedCounter {
  /** Sats that the settlement pays us. */
  readonly receivedSats: number;
  /** What to sign, built here: transfer, settlement and recovery. */
  readonly steps: readonly BuiltStep[];
  readonly operator: SeenOperator;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkCounter(preflight: CounterPreflight, terms: CounterTerms): CheckedCounter {
  const { wallet, priceSats, location, feeLimit, marketPublicKey } = terms;
  checkAmount('priceSats', priceSats);
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
  checkPostage('the transfer', input.valueSats, terms);
  demand(transfer.inputs.length === 2 && transfer.outputs.length === 2, () => {
    return `the transfer has ${transfer.inputs.length} inputs and ${transfer.outputs.length} outputs, not two of each`;
  });
  demand(outputFilledBy(transfer, 0) === 0, () => {
    return 'the transfer does not move the inscription whole into its first output';
  });

  let marketKey = '';
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
    marketKey = checkPassthrough(what, psbt.inputs[0], transfer, keys);
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
  const figure = preflight.sellerReceiveSats + preflight.inscriptionUtxoValueSats;
  demand(figure === paid.valueSats, () => {
    return `the settlement pays us ${paid.valueSats} sats, but the figures show ${figure}`;
  });
  const operator = { market: marketKey, operatorScript: hex.encode(transfer.outputs[1]!.script) };
  return rebuild('the counter', () => {
    const tables = counterTables(rebuiltTerms(transfer, settlement, terms), operator, wallet.network);
    const whats = ['the transfer', 'the settlement', 'the recovery'];
    const steps = tables.map((table, stepIndex) =>
      rebuiltStep(preflight.steps[stepIndex]!, {
        what: whats[stepIndex]!,
        table,
        party: 'seller',
        stepIndex,
        address: wallet.ordinalsAddress,
      }),
    );
    return { receivedSats: paid.valueSats, steps, operator };
  });
}

/** The counter from our side, with the buyer and the payouts that the settlement shows. */
function rebuiltTerms(transfer: Psbt, settlement: Psbt, { wallet, inscriptionId, location }: CounterTerms) {
  const [utxo, anchor] = transfer.inputs as [PsbtInput, PsbtInput];
  const addressAt = (index: number): string => {
    const address = addressOf(settlement.outputs[index]!.script, wallet.network);
    demand(address !== null, () => `output ${index} of the settlement pays a script without an address`);
    return address;
  };
  const payouts = settlement.outputs.slice(2, -1).map(
    ({ valueSats }, index): Payout => ({
      purpose: 'marketplace',
      address: addressAt(2 + index),
      valueSats,
    }),
  );
  return {
    transfer: {
      utxo: coinOf(utxo),
      inscriptions: [{ id: inscriptionId, offset: location?.offset ?? 0 }],
      sellerKey: wallet.ordinalsPublicKey.slice(-64),
      sellerPaymentAddress: wallet.paymentAddress,
      sellerProceedsSats: settlement.outputs[1]!.valueSats,
      anchor: coinOf(anchor),
      transferFeeSats: anchor.valueSats - transfer.outputs[1]!.valueSats,
    },
    buyerOrdinalsAddress: addressAt(0),
    payouts,
  };
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

export interface CounterAcceptTerms extends Limits {
  readonly wallet: WalletIdentity;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
  readonly spendableUtxos: readonly Coin[];
  /** Where the inscription is, from your own source. Without it the service is trusted. */
  readonly location?: Location;
}

/** What the acceptance of a counter does, as verified. */
export interface CheckedCounterAcceptance {
  /** Sats that our coins lose. */
  readonly lostSats: number;
  /** What to sign, built here: funding and settlement. */
  readonly steps: readonly BuiltStep[];
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkCounterAcceptance(
  preflight: CounterAcceptPreflight,
  terms: CounterAcceptTerms,
): CheckedCounterAcceptance {
  const { wallet, priceSats, spendableUtxos, feeLimit } = terms;
  checkAmount('priceSats', priceSats);
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
  checkPostage('the settlement', settlement.inputs[0]!.valueSats, terms);
  const lost = sumOf(funding.inputs) - sumOf(funding.outputs.slice(1));
  const most =
    priceSats +
    largestFee(priceSats, feeLimit) +
    settlement.inputs[0]!.valueSats +
    largestNetworkFee(priceSats, terms);
  demand(
    lost <= most,
    () => `the counter costs us ${lost} sats; the limit is ${most}. Set maxNetworkFeeSats to allow it`,
  );
  return rebuild('the acceptance', () => ({
    lostSats: lost,
    steps: rebuiltAcceptance(preflight, funding, settlement, terms),
  }));
}

/** Funding and settlement from our side, with the seller and the payouts that the settlement shows. */
function rebuiltAcceptance(
  { steps, selectedPaymentUtxos, listingTransfer, estimatedNetworkFeeSats }: CounterAcceptPreflight,
  funding: Psbt,
  settlement: Psbt,
  { wallet, priceSats, spendableUtxos, location, feeLimit, ...limits }: CounterAcceptTerms,
): BuiltStep[] {
  const transfer = readTransfer('the transfer', listingTransfer, settlement.inputs[0]!.txid);
  if (location) checkOrigin('the transfer', transfer, location);
  const { passthrough } = transfer;
  const payer = payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network);
  const [fundingSats, changeSats = 0] = funding.outputs.map(({ valueSats }) => valueSats) as [
    number,
    number?,
  ];
  const paid = fundingLayout({
    payer,
    payments: selectedCoins('the funding', selectedPaymentUtxos, spendableUtxos),
    fundingSats,
    changeSats,
  });
  const table = counterTable({
    passthrough: {
      coin: { txid: transfer.txid, vout: 0, valueSats: passthrough.valueSats },
      lock: seenLock(passthrough.script),
      signs: {},
    },
    buyerScript: hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network)),
    sellerProceedsSats: settlement.outputs[1]!.valueSats,
    sellerScript: hex.encode(settlement.outputs[1]!.script),
    payouts: paysSeen(settlement, 2, -1),
    funding: { coin: { txid: layoutTxid(paid), vout: 0, valueSats: fundingSats }, payer },
  });
  const shared = sumOf(table.outputs.slice(1));
  const agreed = priceSats + largestFee(priceSats, feeLimit) + passthrough.valueSats;
  demand(shared <= agreed, () => `the settlement pays ${shared} sats to others; ${agreed} were agreed to`);
  const feeSats = networkFee(paid) + networkFee(table);
  demand(networkFee(paid) >= 0 && networkFee(table) >= 0, () => {
    return `the acceptance pays out more than it spends: network fees of ${networkFee(paid)} and ${networkFee(table)} sats`;
  });
  demand(feeSats === estimatedNetworkFeeSats, () => {
    return `the network fee is ${feeSats} sats, but the service announced ${estimatedNetworkFeeSats}`;
  });
  const vsize = layoutSize(paid) + layoutSize(table) + TRANSFER_VSIZE;
  checkNetworkFee('the acceptance', { feeSats, vsize, priceSats }, limits);
  const buyer = { party: 'buyer', address: wallet.paymentAddress } as const;
  return [
    rebuiltStep(steps[0]!, { ...buyer, what: 'the funding', table: paid, stepIndex: 0 }),
    rebuiltStep(steps[1]!, { ...buyer, what: 'the settlement', table, stepIndex: 1 }),
  ];
}
