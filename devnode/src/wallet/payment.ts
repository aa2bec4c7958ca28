import { refuse } from '../rpc/call.ts';
import { scriptArgument } from '../rpc/descriptor.ts';
import { amountArgument } from '../rpc/parameters.ts';
import type { TransactionOutput } from '../transaction/transaction.ts';

/** The parameters of sendtoaddress. */
export const PAYMENT_PARAMETERS =
  'address:string amount:any comment?:string comment_to?:string subtractfeefromamount?:boolean replaceable?:boolean conf_target?:number estimate_mode?:string avoid_reuse?:boolean fee_rate?:any verbose?:boolean';

type Payment = {
  readonly output: TransactionOutput;
  /** sat/vB. */
  readonly feeRate?: number;
  readonly replaceable: boolean;
  /** What the call returns for a txid. */
  readonly answer: (txid: string) => unknown;
};

/**
 * What they ask for. `fee_rate` is followed, other wishes about the fee are not. Throws the RpcErrors of
 * Core.
 */
export function paymentArguments(args: readonly unknown[]): Payment {
  const [address, amount, , , fromAmount, replaceable, , , , feeRate, verbose] = args;
  const script = scriptArgument(address);
  const valueSats = amountArgument(amount);
  if (valueSats === 0) refuse('TYPE_ERROR', 'Invalid amount for send');
  if (fromAmount === true) refuse('INVALID_PARAMETER', 'devnode takes no fee from the amount; send less');
  if (feeRate !== undefined && !(Number(feeRate) > 0))
    refuse('INVALID_PARAMETER', `fee_rate ${String(feeRate)} is not a rate in sat/vB`);
  return {
    output: { valueSats, script },
    ...(feeRate !== undefined && { feeRate: Number(feeRate) }),
    replaceable: replaceable !== false,
    answer: (txid) => (verbose === true ? { txid, fee_reason: 'Fallback fee' } : txid),
  };
}
