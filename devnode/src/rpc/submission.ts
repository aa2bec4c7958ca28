import { outpointKey } from '../chain/coins.ts';
import { type Rejection, rejectionText } from '../chain/rejection.ts';
import { type AcceptResult, acceptTransaction } from '../mempool/accept.ts';
import { feeAt } from '../mempool/fee-rate.ts';
import {
  isChildWithParentsTree,
  MAX_PACKAGE_COUNT,
  type PackageResult,
  submitPackage,
  testPackage,
} from '../mempool/package.ts';
import type { PolicySettings } from '../mempool/settings.ts';
import { isUnspendable } from '../script/templates.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, vsizeOf, wtxidOf } from '../transaction/txid.ts';
import { RPC, RpcError, refuse } from './call.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { amountArgument, btc, maxRateArgument, transactionArgument } from './parameters.ts';

/** Transactions offered to the mempool. */
export const SUBMISSION_METHODS: Readonly<Record<string, RpcMethod>> = {
  sendrawtransaction: method(
    'hexstring:string maxfeerate?:any maxburnamount?:any',
    (node, hexstring, maxfeerate, maxburn) => {
      const maxRate = maxRateArgument(maxfeerate);
      const tx = transactionArgument(hexstring, 'TX decode failed. Make sure the tx has at least one input.');
      checkBurn(tx, maxburn);
      send(node, tx, maxRate);
      return txidOf(tx);
    },
  ),
  testmempoolaccept: method('rawtxs:array maxfeerate?:any', (node, rawtxs, maxfeerate) => {
    const txs = packageArgument(rawtxs);
    return testAccept(node, txs, maxRateArgument(maxfeerate));
  }),
  submitpackage: method(
    'package:array maxfeerate?:any maxburnamount?:any',
    (node, rawtxs, maxfeerate, maxburn) => {
      const maxRate = maxRateArgument(maxfeerate);
      const txs = packageArgument(rawtxs);
      for (const tx of txs) checkBurn(tx, maxburn);
      if (txs.length > 1 && !isChildWithParentsTree(txs))
        refuse(
          'VERIFY_ERROR',
          'package topology disallowed. not child-with-parents or parents depend on each other.',
        );
      const options = maxRate === undefined ? {} : { maxRate };
      return packageJson(node, txs, submitPackage(node.view(), txs, options));
    },
  ),
};

function packageArgument(rawtxs: unknown): Transaction[] {
  const list = rawtxs as unknown[];
  if (list.length < 1 || list.length > MAX_PACKAGE_COUNT)
    refuse('INVALID_PARAMETER', `Array must contain between 1 and ${MAX_PACKAGE_COUNT} transactions.`);
  return list.map((raw) =>
    transactionArgument(raw, `TX decode failed: ${String(raw)} Make sure the tx has at least one input.`),
  );
}

function checkBurn(tx: Transaction, maxburn: unknown): void {
  const limitSats = maxburn === undefined ? 0 : amountArgument(maxburn);
  if (tx.outputs.some((output) => isUnspendable(output.script) && output.valueSats > limitSats))
    refuse('VERIFY_ERROR', 'Unspendable output exceeds maximum configured by user (maxburnamount)');
}

/** Already waiting is a success, as in Core, so that sending again is safe. */
function send(node: NodeState, tx: Transaction, maxRate: number | undefined): void {
  const txid = txidOf(tx);
  const mined = tx.outputs.some((_, vout) => node.chain.coins.has(outpointKey({ txid, vout })));
  if (mined) refuse('VERIFY_ALREADY_IN_UTXO_SET', 'Transaction outputs already in utxo set');
  if (node.pool.byTxid.has(txid)) return;
  const view = node.view();
  const tried = acceptTransaction(view, tx, { test: true });
  checkResult(tried);
  if (maxRate !== undefined && tried.status === 'valid' && tried.feeSats > feeAt(maxRate, vsizeOf(tx)))
    refuse('VERIFY_ERROR', 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  checkResult(acceptTransaction(view, tx));
}

function checkResult(result: AcceptResult): void {
  if (result.status !== 'invalid') return;
  const { rejection } = result;
  const code = rejection.kind === 'missing inputs' ? RPC.VERIFY_ERROR : RPC.VERIFY_REJECTED;
  throw new RpcError(code, rejectionText(rejection));
}

function testAccept(node: NodeState, txs: readonly Transaction[], maxRate: number | undefined): unknown {
  const view = node.view();
  const outcome: PackageResult =
    txs.length === 1
      ? { results: new Map([[wtxidOf(txs[0]!), acceptTransaction(view, txs[0]!, { test: true })]]) }
      : testPackage(view, txs);
  const packageError =
    outcome.error && outcome.error.reason !== 'transaction failed' && outcome.error.reason !== 'unspent-dust'
      ? { 'package-error': rejectionText(outcome.error) }
      : {};
  let stopped = false;
  return txs.map((tx) => {
    const ids = { txid: txidOf(tx), wtxid: wtxidOf(tx), ...packageError };
    const result = outcome.results.get(wtxidOf(tx));
    if (stopped || !result) return ids;
    if (
      result.status === 'valid' &&
      (maxRate === undefined || result.feeSats <= feeAt(maxRate, result.vsize))
    )
      return { ...ids, allowed: true, vsize: result.vsize, fees: feesJson(result) };
    if (result.status === 'valid') {
      stopped = true;
      return { ...ids, allowed: false, 'reject-reason': 'max-fee-exceeded' };
    }
    return {
      ...ids,
      allowed: false,
      ...(result.status === 'invalid' && reasonJson(result.rejection)),
    };
  });
}

function reasonJson(rejection: Rejection): Record<string, string> {
  if (rejection.kind === 'missing inputs') return { 'reject-reason': 'missing-inputs' };
  return { 'reject-reason': rejection.reason, 'reject-details': rejectionText(rejection) };
}

function feesJson(result: AcceptResult & { status: 'valid' }): Record<string, unknown> {
  return {
    base: btc(result.feeSats),
    'effective-feerate': btc(result.effectiveRate),
    'effective-includes': result.effectiveIncludes,
  };
}

function packageJson({ policy }: NodeState, txs: readonly Transaction[], outcome: PackageResult): unknown {
  const replaced = new Set<string>();
  const results: Record<string, unknown> = {};
  for (const tx of txs) {
    const result = outcome.results.get(wtxidOf(tx));
    if (result?.status === 'valid') for (const txid of result.replaced) replaced.add(txid);
    results[wtxidOf(tx)] = { txid: txidOf(tx), ...resultJson(result, policy) };
  }
  return {
    package_msg: outcome.error ? rejectionText(outcome.error) : 'success',
    'tx-results': results,
    'replaced-transactions': [...replaced],
  };
}

function resultJson(result: AcceptResult | undefined, policy: PolicySettings): Record<string, unknown> {
  switch (result?.status) {
    case undefined:
      return { error: policy.follows === 'core' ? 'package-not-validated' : 'unevaluated' };
    case 'different witness':
      return { 'other-wtxid': result.wtxid };
    case 'invalid':
      return { error: rejectionText(result.rejection) };
    case 'in mempool':
      return { vsize: result.vsize, fees: { base: btc(result.feeSats) } };
    case 'valid':
      return { vsize: result.vsize, fees: feesJson(result) };
  }
}
