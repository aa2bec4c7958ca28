/**
 * What wallets verify before they sign a counter or its acceptance. Pure: depends only on the response of the
 * service and what the wallet wants.
 *
 * The seller's transfer, settlement and recovery, and the buyer's funding and settlement, are built here.
 * From the PSBTs come only the operator's coins, the amounts, and the scripts of others.
 */
import { counterTable, counterTables, fundingLayout } from '@ordbook/protocol/counter/counter';
import { layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { Payout, SeenOperator } from '@ordbook/protocol/layout/terms';
import { TRANSFER_VSIZE } from '@ordbook/protocol/listing/listing';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { hex } from '@scure/base';
import { marketKeySeen } from '../listing/market-key.ts';
import { ownTransferSeen } from '../listing/own-transfer.ts';
import { checkOrigin, readTransfer } from '../listing/read-transfer.ts';
import { selectedCoins } from '../offer/offered-coins.ts';
import type { Answer } from '../operation.ts';
import { sumOf } from '../responses/sats.ts';
import { checkAmount, checkNetworkFee, checkPostage, type Limits, largestFee } from '../signing/limits.ts';
import type { Location } from '../signing/location.ts';
import { type Coin, type PsbtOutput, readPsbt } from '../signing/psbt.ts';
import {
  type BuiltStep,
  inputSeen,
  outputSeen,
  paysSeen,
  rebuild,
  rebuiltStep,
  stepsOf,
} from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { addressOf, scriptOf } from '../wallet/network.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';

/** What the service wants signed for a counter. */
export type CounterPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/counter/preflight'>;
/** What the service wants signed for the acceptance of a counter. */
export type CounterAcceptPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/counter/accept/preflight'>;

/** What a preflight of a counter is compared with. */
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
  /** Key and script of the operator, as the transactions have them. */
  readonly operator: SeenOperator;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkCounter(preflight: CounterPreflight, terms: CounterTerms): CheckedCounter {
  const { wallet, priceSats, location, feeLimit, marketPublicKey } = terms;
  checkAmount('priceSats', priceSats);
  demand(preflight.priceSats === priceSats, () => {
    return `the service built a counter at ${preflight.priceSats} sats, not at ${priceSats} sats`;
  });
  const steps = stepsOf('the counter', preflight.steps, 3);
  const [transfer, settlement] = [readPsbt(steps[0]!.psbtBase64), readPsbt(steps[1]!.psbtBase64)];
  const [what, sale] = ['the transfer', 'the settlement'];
  const own = ownTransferSeen(what, transfer, { ...terms, location });
  const { valueSats: receivedSats } = outputSeen(sale, settlement, 1);
  const least = priceSats - largestFee(priceSats, feeLimit) + own.terms.utxo.valueSats;
  demand(receivedSats >= least, () => {
    return `the settlement pays us ${receivedSats} sats; at least ${least} are due`;
  });
  const figure = preflight.sellerReceiveSats + preflight.inscriptionUtxoValueSats;
  demand(figure === receivedSats, () => {
    return `the settlement pays us ${receivedSats} sats, but the figures show ${figure}`;
  });
  const operator = {
    market: marketKeySeen(sale, settlement, marketPublicKey),
    operatorScript: own.operatorScript,
  };
  const addressOn = ({ script }: PsbtOutput): string => {
    const address = addressOf(script, wallet.network);
    demand(address !== null, () => `the settlement pays ${hex.encode(script)}, which has no address`);
    return address;
  };
  return rebuild('the counter', () => {
    const built = {
      transfer: { ...own.terms, sellerProceedsSats: receivedSats },
      buyerOrdinalsAddress: addressOn(outputSeen(sale, settlement, 0)),
      payouts: settlement.outputs.slice(2, -1).map((output): Payout => {
        return { purpose: 'marketplace', address: addressOn(output), valueSats: output.valueSats };
      }),
    };
    const tables = counterTables(built, operator, wallet.network);
    const rebuilt = [what, sale, 'the recovery'].map((what, stepIndex) =>
      rebuiltStep(steps[stepIndex]!, {
        what,
        table: tables[stepIndex]!,
        party: 'seller',
        stepIndex,
        wallet,
      }),
    );
    return { receivedSats, steps: rebuilt, operator };
  });
}

/** What a preflight of an acceptance is compared with. */
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
  const { wallet, priceSats, spendableUtxos, location, feeLimit, ...limits } = terms;
  checkAmount('priceSats', priceSats);
  const steps = stepsOf('the acceptance', preflight.steps, 2);
  const [funding, settlement] = [readPsbt(steps[0]!.psbtBase64), readPsbt(steps[1]!.psbtBase64)];
  const { txid } = inputSeen('the settlement', settlement, 0);
  const transfer = readTransfer('the transfer', preflight.listingTransfer, txid);
  if (location) checkOrigin('the transfer', transfer, location);
  const { passthrough } = transfer;
  checkPostage('the settlement', passthrough.valueSats, limits);
  const seller = outputSeen('the settlement', settlement, 1);
  const { valueSats: fundingSats } = outputSeen('the funding', funding, 0);
  return rebuild('the acceptance', () => {
    const payer = payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network);
    const paid = fundingLayout({
      payer,
      payments: selectedCoins('the funding', preflight.selectedPaymentUtxos, spendableUtxos),
      fundingSats,
      changeSats: funding.outputs[1]?.valueSats ?? 0,
    });
    const table = counterTable({
      passthrough: {
        coin: { txid, vout: 0, valueSats: passthrough.valueSats },
        lock: seenLock(passthrough.script),
        signs: {},
      },
      buyerScript: hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network)),
      sellerProceedsSats: seller.valueSats,
      sellerScript: hex.encode(seller.script),
      payouts: paysSeen(settlement, 2, -1),
      funding: { coin: { txid: layoutTxid(paid), vout: 0, valueSats: fundingSats }, payer },
    });
    const shared = sumOf(table.outputs.slice(1));
    const agreed = priceSats + largestFee(priceSats, feeLimit) + passthrough.valueSats;
    demand(shared <= agreed, () => `the settlement pays ${shared} sats to others; ${agreed} were agreed to`);
    demand(networkFee(paid) >= 0 && networkFee(table) >= 0, () => {
      return `the acceptance pays out more than it spends: network fees of ${networkFee(paid)} and ${networkFee(table)} sats`;
    });
    const feeSats = networkFee(paid) + networkFee(table);
    demand(feeSats === preflight.estimatedNetworkFeeSats, () => {
      return `the network fee is ${feeSats} sats, but the service announced ${preflight.estimatedNetworkFeeSats}`;
    });
    const vsize = layoutSize(paid) + layoutSize(table) + TRANSFER_VSIZE;
    checkNetworkFee('the acceptance', { feeSats, vsize, priceSats }, limits);
    const buyer = { party: 'buyer', wallet } as const;
    const { expectedFundingTxid, expectedSettlementTxid } = preflight;
    return {
      lostSats: shared + feeSats,
      steps: [
        rebuiltStep(steps[0]!, {
          ...buyer,
          what: 'the funding',
          table: paid,
          stepIndex: 0,
          txid: expectedFundingTxid,
        }),
        rebuiltStep(steps[1]!, {
          ...buyer,
          what: 'the settlement',
          table,
          stepIndex: 1,
          txid: expectedSettlementTxid,
        }),
      ],
    };
  });
}
