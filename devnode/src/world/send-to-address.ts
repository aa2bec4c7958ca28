import { RPC, type RpcCall, RpcError } from '../rpc/call.ts';
import { scriptOfAddress } from '../rpc/descriptor.ts';
import { amountArgument, parameterList, readArguments } from '../rpc/parameters.ts';
import type { Purse } from './purse.ts';

const hasWallets = async (call: RpcCall): Promise<boolean> =>
  ((await call('listwallets')) as string[]).length > 0;

const PARAMETERS = parameterList(
  'address:string amount:any comment?:string comment_to?:string subtractfeefromamount?:boolean replaceable?:boolean conf_target?:number estimate_mode?:string avoid_reuse?:boolean fee_rate?:any verbose?:boolean',
);

/**
 * The RPC of a node whose `sendtoaddress` pays from the purse and returns the txid as long as no wallet is
 * loaded. The transaction waits to be mined. `fee_rate` (sat/vB) is followed, other wishes about the fee are not.
 */
export const withPurse =
  (call: RpcCall, purse: Purse): RpcCall =>
  async (name, given, wallet) => {
    if (name !== 'sendtoaddress' || wallet !== undefined || (await hasWallets(call)))
      return call(name, given, wallet);
    const [address, amount, , , fromAmount, , , , , feeRate, verbose] = readArguments(
      name,
      PARAMETERS,
      given,
    );
    const script = scriptOfAddress(String(address));
    if (!script)
      throw new RpcError(RPC.INVALID_ADDRESS_OR_KEY, `Invalid Bitcoin address: ${String(address)}`);
    const valueSats = amountArgument(amount);
    if (valueSats === 0) throw new RpcError(RPC.TYPE_ERROR, 'Invalid amount for send');
    if (fromAmount === true)
      throw new RpcError(RPC.INVALID_PARAMETER, 'devnode takes no fee from the amount; send less');
    if (feeRate !== undefined && !(Number(feeRate) > 0))
      throw new RpcError(RPC.INVALID_PARAMETER, `fee_rate ${String(feeRate)} is not a rate in sat/vB`);
    const options = feeRate === undefined ? {} : { feeRate: Number(feeRate) };
    const { txid } = await purse.pay([{ valueSats, script }], options).catch((error: Error) => {
      throw error instanceof RpcError ? error : new RpcError(RPC.INSUFFICIENT_FUNDS, error.message);
    });
    return verbose === true ? { txid, fee_reason: 'Fallback fee' } : txid;
  };
