/** The signer's rules for transactions that return listed inscriptions: recoveries and take-backs. */

import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { type Layout, layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import { checkRules, EACH_COIN_ONCE, type Rule, spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { TRANSFER_VSIZE } from '@ordbook/protocol/listing/listing';
import { outpointText } from '@ordbook/protocol/outpoint';
import { sumSats } from '@ordbook/protocol/sats';
import type { RecoveryRequest, TakeBackRequest } from '../port.ts';
import {
  feeRateFault,
  isOperators,
  numbered,
  operatorAmong,
  type SigningContext,
  signatureFaults,
  strayInput,
  TRANSFER_FEE_RULE,
} from './sale-rules.ts';

/** A transaction that returns passthroughs to their seller. */
interface ReturnToSign extends SigningContext {
  /** TX1 of each listing. */
  readonly transfers: readonly Layout[];
  readonly table: Layout;
  /** The child that pays for both, if one was requested. */
  readonly bump: Layout | null;
}

export interface RecoveryToSign extends ReturnToSign {
  readonly request: RecoveryRequest;
}

export interface TakeBackToSign extends ReturnToSign {
  readonly request: TakeBackRequest;
}

/** Rules for every return of passthroughs that the operator pays for. */
const RETURN_RULES: readonly Rule<ReturnToSign>[] = [
  {
    sentence: 'the operator coins of a return are the anchor changes of its transfers',
    broken: ({ table, transfers, keys }) => {
      const seen = table.inputs.filter(isOperators(keys)).map(({ coin }) => outpointText(coin));
      const named = transfers.map((transfer) => `${layoutTxid(transfer)}:1`);
      return seen.join() === named.join() ? null : `it spends ${seen.join(', ')}`;
    },
  },
  {
    sentence: 'outputs pay only the sellers and the operator',
    broken: ({ table, transfers, keys }) => {
      const other = table.outputs
        .slice(transfers.length)
        .find(({ script }) => script !== operatorScript(keys));
      return other ? `${other.valueSats} sats to ${other.script}` : null;
    },
  },
  EACH_COIN_ONCE,
  TRANSFER_FEE_RULE,
  {
    sentence: 'the fee rate is that of the transfers',
    broken: ({ table, transfers }) => {
      const transferRate = sumSats(transfers.map(networkFee)) / (transfers.length * TRANSFER_VSIZE);
      const most = Math.ceil(transferRate * layoutSize(table));
      return networkFee(table) >= 0 && networkFee(table) <= most ? null : `${networkFee(table)} sats`;
    },
  },
  {
    sentence:
      'a bump spends only operator coins and returns them to the operator, except for a fee within the limit',
    broken: (subject) => {
      const { table, bump, keys } = subject;
      if (!bump) return null;
      const other = bump.outputs.find(({ script }) => script !== operatorScript(keys));
      if (other) return `${other.valueSats} sats to ${other.script}`;
      return strayInput(bump, [], subject) ?? spentTwice(bump) ?? feeRateFault([table, bump], subject);
    },
  },
];

export const TAKE_BACK_RULES: readonly Rule<TakeBackToSign>[] = [
  {
    sentence: 'the seller is not the operator',
    broken: ({ request: { terms }, keys }) => operatorAmong([terms.sellerKey], keys),
  },
  {
    sentence: 'the operator keys sign only operator coins',
    broken: (taken) => strayInput(taken.table, [], taken),
  },
  ...RETURN_RULES,
  {
    sentence: 'the seller has signed exactly this take-back',
    broken: ({ table, request: { sellerSignature } }) =>
      signatureFaults(table, 'seller', numbered([sellerSignature], 0)),
  },
];

export const RECOVERY_RULES: readonly Rule<RecoveryToSign>[] = [
  {
    sentence: 'no seller is the operator',
    broken: ({ request: { items }, keys }) =>
      operatorAmong(
        items.map(({ terms }) => terms.sellerKey),
        keys,
      ),
  },
  {
    sentence: 'the operator keys sign only operator coins and passthroughs',
    broken: (recovery) =>
      strayInput(
        recovery.table,
        recovery.request.items.map(({ terms }) => terms),
        recovery,
      ),
  },
  ...RETURN_RULES,
  {
    sentence: 'every seller has signed exactly this recovery',
    broken: ({ table, request: { items } }) =>
      signatureFaults(
        table,
        'seller',
        numbered(
          items.map(({ sellerSignature }) => sellerSignature),
          0,
        ),
      ),
  },
];

/** Each throws a `BrokenRule` unless the signing policy allows it. */
export const checkSignableRecovery = (recovery: RecoveryToSign): void => checkRules(RECOVERY_RULES, recovery);
export const checkSignableTakeBack = (taken: TakeBackToSign): void => checkRules(TAKE_BACK_RULES, taken);
