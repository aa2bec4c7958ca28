import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import { outpointKey } from '../chain/coins.ts';
import { RPC, RpcError, refuse } from '../rpc/call.ts';
import { scriptArgument, withChecksum } from '../rpc/descriptor.ts';
import { coinAt, type RpcMethod } from '../rpc/method.ts';
import { btc, hashArgument, transactionArgument } from '../rpc/parameters.ts';
import { emptyPsbt } from '../rpc/psbt.ts';
import { coinArgument, sighashArgument } from '../rpc/signing.ts';
import { SUBMISSION_METHODS } from '../rpc/submission.ts';
import { unsignedTransaction } from '../rpc/tools.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { sumSats, type Transaction } from '../transaction/transaction.ts';
import { coinsOf, type WalletCoin } from './coins.ts';
import { fund, fundingOf, rateArgument } from './fund.ts';
import { sumsOf, transactionEntry, transactionRows } from './history.ts';
import { PAYMENT_PARAMETERS, paymentArguments } from './payment.ts';
import { processPsbt, signTransaction } from './sign.ts';
import { type OpenWallet, walletMethod } from './wallet.ts';

const MOST_CONFIRMATIONS = 9_999_999;

/** The coins of a wallet, and what it spends and signs. */
export const MONEY_METHODS: Readonly<Record<string, RpcMethod>> = {
  getbalance: walletMethod(
    'dummy?:string minconf?:number include_watchonly?:boolean avoid_reuse?:boolean',
    (open, _, minconf = 0) => {
      const counted = coinsOf(open).filter(
        ({ safe, immature, confirmations }) => safe && !immature && confirmations >= (minconf as number),
      );
      return btc(sumSats(counted));
    },
  ),
  listunspent: walletMethod(
    'minconf?:number maxconf?:number addresses?:array include_unsafe?:boolean query_options?:object',
    (open, minconf = 1, maxconf = MOST_CONFIRMATIONS, addresses = [], unsafe = true) => {
      const wanted = new Set((addresses as unknown[]).map((address) => hex.encode(scriptArgument(address))));
      return coinsOf(open)
        .filter(
          ({ immature, locked, safe, confirmations, script }) =>
            !immature &&
            !locked &&
            (safe || unsafe === true) &&
            confirmations >= (minconf as number) &&
            confirmations <= (maxconf as number) &&
            (wanted.size === 0 || wanted.has(hex.encode(script))),
        )
        .map((coin) => coinJson(open, coin));
    },
  ),
  sendtoaddress: walletMethod(PAYMENT_PARAMETERS, async (open, ...args) => {
    const { output, feeRate, replaceable, answer } = paymentArguments(args);
    checkKeys(open);
    const draft: Transaction = { version: 2, inputs: [], outputs: [output], lockTime: 0 };
    const rate = rateArgument(open, feeRate);
    const { tx } = asPayment(() => fund(open, draft, { addInputs: true, rate, lock: false, replaceable }));
    const { hex: raw } = await signTransaction(open, tx, new Map(), 0);
    return answer(SUBMISSION_METHODS['sendrawtransaction']!.answer(open.node, raw) as string);
  }),
  fundrawtransaction: walletMethod(
    'hexstring:string options?:object iswitness?:boolean',
    (open, text, options) => {
      const draft = unfundedArgument(String(text));
      const { tx, feeSats, changePosition } = fund(open, draft, fundingOf(open, options, true));
      return { hex: hex.encode(serializeTransaction(tx)), fee: btc(feeSats), changepos: changePosition };
    },
  ),
  walletcreatefundedpsbt: walletMethod(
    'inputs?:array outputs:any locktime?:number options?:object bip32derivs?:boolean version?:number psbt_version?:number',
    async (open, inputs = [], outputs = [], lockTime = 0, options = {}, paths = true, version = 2) => {
      const { replaceable = true } = options as Record<string, unknown>;
      const draft = unsignedTransaction(inputs, outputs, lockTime, replaceable, version);
      const { tx, feeSats, changePosition } = fund(
        open,
        draft,
        fundingOf(open, options, draft.inputs.length === 0),
      );
      const { psbt } = await processPsbt(open, emptyPsbt(tx), {
        sign: false,
        finalize: false,
        sighash: undefined,
        paths: paths as boolean,
      });
      return { psbt, fee: btc(feeSats), changepos: changePosition };
    },
  ),
  walletprocesspsbt: walletMethod(
    'psbt:string sign?:boolean sighashtype?:string bip32derivs?:boolean finalize?:boolean',
    (open, psbt, sign = true, sighash = undefined, paths = true, finalize = true) => {
      if (sign === true) checkKeys(open);
      return processPsbt(open, psbt, {
        sign: sign as boolean,
        finalize: finalize as boolean,
        sighash: sighash === undefined ? undefined : sighashArgument(sighash),
        paths: paths as boolean,
      });
    },
  ),
  signrawtransactionwithwallet: walletMethod(
    'hexstring:string prevtxs?:array sighashtype?:string',
    (open, text, prevtxs = [], sighash = 'DEFAULT') => {
      checkKeys(open);
      const tx = transactionArgument(text, 'TX decode failed. Make sure the tx has at least one input.');
      const coins = new Map((prevtxs as unknown[]).map(coinArgument));
      return signTransaction(open, tx, coins, sighashArgument(sighash));
    },
  ),
  simulaterawtransaction: walletMethod('rawtxs?:array options?:object', (open, rawtxs = []) => {
    let changeSats = 0;
    for (const raw of rawtxs as unknown[]) {
      const tx = transactionArgument(raw, 'Transaction hex string decoding failure.');
      const spent = tx.inputs.map((input) => {
        const coin = coinAt(open.node, input);
        if (!coin || open.node.pool.spenders.has(outpointKey(input)))
          refuse(
            'INVALID_PARAMETER',
            'One or more transaction inputs are missing or have been spent already',
          );
        return coin;
      });
      const { credit, debit } = sumsOf(open, { tx, spent });
      changeSats += credit - debit;
    }
    return { balance_change: btc(changeSats) };
  }),
  gettransaction: walletMethod(
    'txid:string include_watchonly?:boolean verbose?:boolean',
    (open, txid, _, verbose = false) => {
      const found = transactionEntry(open, hashArgument(txid, 'txid'), verbose as boolean);
      if (!found) refuse('INVALID_ADDRESS_OR_KEY', 'Invalid or non-wallet transaction id');
      return found;
    },
  ),
  listtransactions: walletMethod(
    'label?:string count?:number skip?:number include_watchonly?:boolean',
    (open, label = '*', count = 10, skip = 0) => {
      for (const [name, value] of [
        ['count', count],
        ['from', skip],
      ] as const)
        if ((value as number) < 0) refuse('INVALID_PARAMETER', `Negative ${name}`);
      return transactionRows(open, String(label), count as number, skip as number);
    },
  ),
};

/** Core's sendtoaddress has one code for all that fails while it chooses coins. */
function asPayment<T>(choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC.WALLET_ERROR)
      refuse('INSUFFICIENT_FUNDS', error.message);
    throw error;
  }
}

function checkKeys({ wallet }: OpenWallet): void {
  if (!wallet.privateKeys) refuse('WALLET_ERROR', 'Error: Private keys are disabled for this wallet');
}

/**
 * Its form without inputs looks like the mark of a witness: it is read with an input that is taken off again.
 */
function unfundedArgument(text: string): Transaction {
  const failure = 'TX decode failed. Make sure the tx has at least one input.';
  if (text.slice(8, 10) !== '00') return transactionArgument(text, failure);
  const placeholder = `01${'00'.repeat(41)}`;
  return {
    ...transactionArgument(`${text.slice(0, 8)}${placeholder}${text.slice(10)}`, failure),
    inputs: [],
  };
}

function coinJson({ wallet }: OpenWallet, coin: WalletCoin): Record<string, unknown> {
  const { txid, vout, script, valueSats, confirmations, safe, owned } = coin;
  const { output, descriptor } = owned;
  const address = addressOf(script);
  const label = wallet.labels[hex.encode(script)];
  return {
    txid,
    vout,
    ...(address !== undefined && { address }),
    ...(label !== undefined && { label }),
    ...(output.redeemScript && { redeemScript: hex.encode(output.redeemScript) }),
    scriptPubKey: hex.encode(script),
    amount: btc(valueSats),
    confirmations,
    spendable: wallet.privateKeys,
    solvable: output.key !== undefined,
    ...(output.key && { desc: withChecksum(output.text) }),
    parent_descs: [withChecksum(descriptor.normalText)],
    safe,
  };
}
