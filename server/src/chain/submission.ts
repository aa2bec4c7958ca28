import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { Type } from 'typebox';
import { responseReader } from '../base/remote.ts';
import type { Chain, ChainTransaction, TransactionVerdict } from './port.ts';
import { RPC_CODE, type Rpc, refuseReply } from './rpc.ts';

type Submission = Pick<Chain, 'testAccept' | 'submitPackage' | 'broadcast'>;

/** Error codes by which the node rejects a transaction. Other errors are failures of the call. */
const REJECTIONS: ReadonlySet<number> = new Set([
  RPC_CODE.verifyError,
  RPC_CODE.verifyRejected,
  RPC_CODE.deserialization,
]);

const ALREADY_KNOWN = /^txn-already-(in-mempool|known)$/;

const readTested = responseReader(
  Type.Array(
    Type.Object({
      txid: Type.String(),
      allowed: Type.Optional(Type.Boolean()),
      'reject-reason': Type.Optional(Type.String()),
      'package-error': Type.Optional(Type.String()),
    }),
  ),
);

const readSubmitted = responseReader(
  Type.Object({
    package_msg: Type.String(),
    'tx-results': Type.Record(
      Type.String(),
      Type.Object({ txid: Type.String(), error: Type.Optional(Type.String()) }),
    ),
  }),
);

/** Sends transactions idempotently: those already in the mempool or a block count as accepted. */
export function submission(
  rpc: Rpc,
  transaction: (txid: string) => Promise<ChainTransaction | null>,
): Submission {
  const knownOr = async (verdict: TransactionVerdict): Promise<TransactionVerdict> =>
    verdict.accepted || (await transaction(verdict.txid)) === null ? verdict : accepted(verdict.txid);

  const broadcast: Submission['broadcast'] = async (raw) => {
    const txid = txidOf(raw);
    const reply = await rpc.ask('sendrawtransaction', [raw]);
    if (reply.ok || reply.code === RPC_CODE.alreadyInUtxoSet) return accepted(txid);
    if (!REJECTIONS.has(reply.code)) refuseReply(reply, 'sendrawtransaction');
    return knownOr(rejected(txid, reply.message));
  };

  const submitOnce = async (raws: readonly string[]): Promise<TransactionVerdict[]> => {
    if (raws.length === 1) return [await broadcast(raws[0]!)];
    const reply = await rpc.ask('submitpackage', [raws]);
    const verdicts = reply.ok ? packageVerdicts(reply.result, raws) : packageRefused(reply, raws);
    return Promise.all(verdicts.map(knownOr));
  };

  return {
    async testAccept(raws) {
      const tested = readTested(await rpc.call('testmempoolaccept', [raws]), 'the node (testmempoolaccept)');
      return raws.map((raw) => {
        const txid = txidOf(raw);
        const found = tested.find((verdict) => verdict.txid === txid);
        if (found?.allowed === true) return accepted(txid);
        const reason = found?.['reject-reason'] ?? found?.['package-error'];
        return reason !== undefined && ALREADY_KNOWN.test(reason)
          ? accepted(txid)
          : rejected(txid, reason ?? 'not validated: another transaction of the package failed first');
      });
    },

    async submitPackage(raws) {
      if (raws.length === 0) return [];
      const verdicts = await submitOnce(raws);
      const open = raws.filter((_, index) => !verdicts[index]!.accepted);
      // the node rejects the whole package when a parent is already in a block: send the rest without it
      if (open.length === 0 || open.length === raws.length) return verdicts;
      const again = await submitOnce(open);
      return verdicts.map((verdict) => again.find(({ txid }) => txid === verdict.txid) ?? verdict);
    },

    broadcast,
  };
}

function packageVerdicts(result: unknown, raws: readonly string[]): TransactionVerdict[] {
  const answer = readSubmitted(result, 'the node (submitpackage)');
  const byTxid = new Map(Object.values(answer['tx-results']).map((entry) => [entry.txid, entry]));
  return raws.map((raw) => {
    const txid = txidOf(raw);
    const entry = byTxid.get(txid);
    if (entry && entry.error === undefined) return accepted(txid);
    return rejected(txid, entry?.error ?? answer.package_msg);
  });
}

function packageRefused(
  reply: { code: number; message: string },
  raws: readonly string[],
): TransactionVerdict[] {
  if (!REJECTIONS.has(reply.code)) refuseReply(reply, 'submitpackage');
  return raws.map((raw) => rejected(txidOf(raw), reply.message));
}

function accepted(txid: string): TransactionVerdict {
  return { txid, accepted: true, reason: null };
}

function rejected(txid: string, reason: string): TransactionVerdict {
  return { txid, accepted: false, reason };
}

function txidOf(raw: string): string {
  return readTransaction(raw).txid;
}
