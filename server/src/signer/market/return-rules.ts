/** The signer's rules for transactions that return listed inscriptions: recoveries and take-backs. */

import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { type Layout, layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import { EACH_COIN_ONCE, hold, type Rule, spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { TRANSFER_VSIZE } from '@ordbook/protocol/listing/listing';
import { outpointText } from '@ordbook/protocol/outpoint';
import { sumSats } from '@ordbook/protocol/sats';
import type { RecoveryRequest, TakeBackRequest } from '../port.ts';
import {
  feeRateFault,
  isOperators,
  type Judged,
  numbered,
  operatorAmong,
  signatureFaults,
  strayInput,
  TRANSFER_FEE_RULE,
} from './sale-rules.ts';

/** A transaction that returns passthroughs to their seller. */
interface JudgedReturn extends Judged {
  /** TX1 of each listing. */
  readonly transfers: readonly Layout[];
  readonly table: Layout;
  /** The child that pays for both, if one was requested. */
  readonly bump: Layout | null;
}

export interface JudgedRecovery extends JudgedReturn {
  readonly request: RecoveryRequest;
}

export interface JudgedTakeBack extends JudgedReturn {
  readonly request: TakeBackRequest;
}

/** Rules for every return of passthroughs that the operator pays for. */
const RETURN_POLICY: readonly Rule<JudgedReturn>[] = [
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
      const stranger = table.outputs
        .slice(transfers.length)
        .find(({ script }) => script !== operatorScript(keys));
      return stranger ? `${stranger.valueSats} sats to ${stranger.script}` : null;
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
    broken: (judged) => {
      const { table, bump, keys } = judged;
      if (!bump) return null;
      const stranger = bump.outputs.find(({ script }) => script !== operatorScript(keys));
      if (stranger) return `${stranger.valueSats} sats to ${stranger.script}`;
      return strayInput(bump, [], judged) ?? spentTwice(bump) ?? feeRateFault([table, bump], judged);
    },
  },
];

export const TAKE_BACK_POLICY: readonly Rule<JudgedTakeBack>[] = [
  {
    sentence: 'the seller is not the operator',
    broken: ({ request: { terms }, keys }) => operatorAmong([terms.sellerKey], keys),
  },
  {
    sentence: 'the operator keys sign only operator coins',
    broken: (taken) => strayInput(taken.table, [], taken),
  },
  ...RETURN_POLICY,
  {
    sentence: 'the seller has signed exactly this take-back',
    broken: ({ table, request: { sellerSignature } }) =>
      signatureFaults(table, 'seller', numbered([sellerSignature], 0)),
  },
];

export const RECOVERY_POLICY: readonly Rule<JudgedRecovery>[] = [
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
  ...RETURN_POLICY,
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

/** Each throws a `BrokenRule` unless the policy lets it be signed. */
export const judgeRecovery = (recovery: JudgedRecovery): void => hold(RECOVERY_POLICY, recovery);
export const judgeTakeBack = (taken: JudgedTakeBack): void => hold(TAKE_BACK_POLICY, taken);
