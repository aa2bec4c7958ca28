import type { Layout } from '@ordbook/protocol/layout/layout';
import { checkRules, EACH_COIN_ONCE, type Rule } from '@ordbook/protocol/layout/rules';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { outpointText } from '@ordbook/protocol/outpoint';
import { selfDealer } from '@ordbook/protocol/purchase/self-dealer';
import type { CounterRecoveryRequest, CounterRequest } from '../port.ts';
import {
  FEE_ADDRESS_RULE,
  feeRateFault,
  isOperators,
  LEAST_FEE_SENTENCE,
  leastFeeFault,
  numbered,
  operatorAmong,
  type SigningContext,
  signatureFaults,
  strayInput,
  transferFeeFault,
  unknownPayout,
} from './sale-rules.ts';

export interface CounterToSign extends SigningContext {
  readonly request: CounterRequest;
  readonly transfer: Layout;
  readonly table: Layout;
}

export interface CounterRecoveryToSign extends SigningContext {
  readonly request: CounterRecoveryRequest;
  readonly table: Layout;
}

export const COUNTER_RULES: readonly Rule<CounterToSign>[] = [
  {
    sentence: 'the addresses of seller and payer match their keys, and neither is the operator',
    broken: ({ request: { terms, funding }, keys, settings }) => {
      const { address, publicKey, type } = funding.payer;
      const payer = payerOf(address, publicKey, settings.network);
      if (payer.type !== type || payer.publicKey !== publicKey) return `${address} is of ${payer.type}`;
      return operatorAmong([publicKey, terms.transfer.sellerKey], keys);
    },
  },
  {
    sentence: 'the buyer is not a seller',
    broken: ({ request: { terms, funding }, settings }) =>
      selfDealer([terms.transfer], funding.payer, terms.buyerOrdinalsAddress, settings.network),
  },
  {
    sentence: "the operator keys sign only the transfer's anchor and the passthrough",
    broken: (counter) => {
      const { table, transfer, keys, request } = counter;
      const stray = strayInput(table, [request.terms.transfer], counter) ?? strayInput(transfer, [], counter);
      if (stray) return stray;
      const own = [...table.inputs, ...transfer.inputs].filter(isOperators(keys));
      const anchor = outpointText(request.terms.transfer.anchor);
      const seen = own.map(({ coin }) => outpointText(coin)).join(', ');
      return seen === anchor ? null : `it spends ${seen}`;
    },
  },
  FEE_ADDRESS_RULE,
  {
    sentence: "after the seller output only the operator's fee and payout addresses are paid",
    broken: ({ table: { outputs }, settings }) => unknownPayout(outputs.slice(2, -1), [], settings),
  },
  {
    sentence: LEAST_FEE_SENTENCE,
    broken: (counter) =>
      leastFeeFault(counter.table.outputs.slice(2, -1), [counter.request.terms.transfer], counter),
  },
  EACH_COIN_ONCE,
  {
    sentence: "a transfer pays exactly the fee of the signer's own settings",
    broken: (counter) => transferFeeFault([counter.transfer], counter),
  },
  {
    sentence: 'the fee rate of both transactions is within the limit',
    broken: (counter) => feeRateFault([counter.transfer, counter.table], counter),
  },
  {
    sentence:
      'the seller has signed the transfer and every output of the settlement, and the buyer all of it',
    broken: ({ table, transfer, request }) =>
      signatureFaults(transfer, 'seller', numbered([request.transferSignature], 0)) ??
      signatureFaults(table, 'seller', numbered([request.sellerSignature], 0)) ??
      signatureFaults(
        table,
        'buyer',
        new Map(request.buyerSignatures.map(({ inputIndex, signature }) => [inputIndex, signature])),
      ),
  },
];

export const COUNTER_RECOVERY_RULES: readonly Rule<CounterRecoveryToSign>[] = [
  {
    sentence: 'the seller is not the operator',
    broken: ({ request: { terms }, keys }) => operatorAmong([terms.transfer.sellerKey], keys),
  },
  {
    sentence: 'the operator keys sign only operator coins and the passthrough',
    broken: (recovery) => strayInput(recovery.table, [recovery.request.terms.transfer], recovery),
  },
  EACH_COIN_ONCE,
  {
    sentence: 'the fee rate is within the limit',
    broken: (recovery) => feeRateFault([recovery.table], recovery),
  },
  {
    sentence: 'the seller has signed the return of the passthrough',
    broken: ({ table, request: { sellerSignature } }) =>
      signatureFaults(table, 'seller', numbered([sellerSignature], 0)),
  },
];

/** Each throws a `BrokenRule` unless the signing policy allows it. */
export const checkSignableCounter = (counter: CounterToSign): void => checkRules(COUNTER_RULES, counter);
export const checkSignableCounterRecovery = (recovery: CounterRecoveryToSign): void =>
  checkRules(COUNTER_RECOVERY_RULES, recovery);
