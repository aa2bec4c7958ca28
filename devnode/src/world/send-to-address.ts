import { RPC, type RpcCall, RpcError } from '../rpc/call.ts';
import { parameterList, readArguments } from '../rpc/parameters.ts';
import { PAYMENT_PARAMETERS, paymentArguments } from '../wallet/payment.ts';
import type { Purse } from './purse.ts';

const PARAMETERS = parameterList(PAYMENT_PARAMETERS);

const hasWallets = async (call: RpcCall): Promise<boolean> =>
  ((await call('listwallets')) as string[]).length > 0;

/**
 * The RPC of a node whose `sendtoaddress` pays from the purse and returns the txid as long as no wallet is
 * loaded. The transaction waits to be mined.
 */
export const withPurse =
  (call: RpcCall, purse: Purse): RpcCall =>
  async (name, given, wallet) => {
    if (name !== 'sendtoaddress' || wallet !== undefined || (await hasWallets(call)))
      return call(name, given, wallet);
    const { output, feeRate, answer } = paymentArguments(readArguments(name, PARAMETERS, given));
    const options = feeRate === undefined ? {} : { feeRate };
    const { txid } = await purse.pay([output], options).catch((error: Error) => {
      throw error instanceof RpcError ? error : new RpcError(RPC.INSUFFICIENT_FUNDS, error.message);
    });
    return answer(txid);
  };
