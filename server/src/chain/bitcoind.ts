import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { SATS_PER_BTC } from '@ordbook/protocol/sats';
import { Type } from 'typebox';
import { responseReader } from '../base/remote.ts';
import { feeRateOfBtcPerKvb, satsOfBtc } from './amounts.ts';
import { blockOf } from './blocks.ts';
import type { Chain, UnspentOutput } from './port.ts';
import { RPC_CODE, refuseReply, rpcOver } from './rpc.ts';
import { scanner } from './scan.ts';
import { submission } from './submission.ts';
import { httpTransport, inProcessTransport, type RpcCall } from './transport.ts';

export interface BitcoindOptions {
  /** JSON-RPC URL with user and password; unused with `call`. */
  readonly url: string;
  /** Path of the node's cookie file, instead of a password in `url`. */
  readonly cookieFile?: string;
  /** Timeout of a call, ms; blocks get six times as long. */
  readonly timeoutMs: number;
  /**
   * How long a caller waits for a scan of the UTXO set, including scans queued before it, ms. Default
   * 120,000.
   */
  readonly scanTimeoutMs?: number;
  /** Calls a node in this process instead of `url`. */
  readonly call?: RpcCall;
  /** Another source of an address's coins (`esploraCoins`) instead of the node's scan. */
  readonly addressCoins?: Chain['addressCoins'];
}

const readInfo = responseReader(
  Type.Object({
    chain: Type.String(),
    blocks: Type.Integer(),
    bestblockhash: Type.String(),
    initialblockdownload: Type.Boolean(),
  }),
);
const readWaited = responseReader(Type.Object({ hash: Type.String(), height: Type.Integer() }));
const readHash = responseReader(Type.Union([Type.String(), Type.Null()]));
const readHex = responseReader(Type.String({ pattern: '^([0-9a-f]{2})+$' }));
const readHeader = responseReader(Type.Object({ height: Type.Integer() }));
const readTips = responseReader(Type.Array(Type.Object({ hash: Type.String(), status: Type.String() })));
const readTxids = responseReader(Type.Array(Type.String()));
const readTransaction = responseReader(
  Type.Object({
    hex: Type.String(),
    confirmations: Type.Optional(Type.Integer()),
    blockhash: Type.Optional(Type.String()),
  }),
);
const readUnspent = responseReader(
  Type.Union([
    Type.Null(),
    Type.Object({
      confirmations: Type.Integer(),
      value: Type.Number(),
      scriptPubKey: Type.Object({ hex: Type.String() }),
      coinbase: Type.Boolean(),
    }),
  ]),
);
const readSpenders = responseReader(
  Type.Array(
    Type.Object({
      txid: Type.String(),
      vout: Type.Integer(),
      spendingtxid: Type.Optional(Type.String()),
    }),
  ),
);
const readIndexes = responseReader(
  Type.Object({
    txindex: Type.Optional(Type.Object({ synced: Type.Boolean(), best_block_height: Type.Integer() })),
  }),
);
const readMempoolInfo = responseReader(
  Type.Object({ mempoolminfee: Type.Number(), minrelaytxfee: Type.Number() }),
);
const readEntry = responseReader(
  Type.Union([Type.Null(), Type.Object({ fees: Type.Object({ descendant: Type.Number() }) })]),
);
const readEstimate = responseReader(Type.Object({ feerate: Type.Optional(Type.Number()) }));

/**
 * How the node says that it searched the mempool and its whole transaction index. While the index is behind,
 * or where there is none, it uses other words for the same code (src/rpc/rawtransaction.cpp).
 */
const SEARCHED_EVERYWHERE = /^No such mempool or blockchain transaction/;

/**
 * Bitcoin Core 28 or later (or Knots) over JSON-RPC. It needs a transaction index (`-txindex`, which `ord`
 * needs too): without it, and while it is behind, `transaction` throws for what the mempool does not have.
 */
export function bitcoind(options: BitcoindOptions): Chain {
  const { timeoutMs, scanTimeoutMs = 120_000 } = options;
  const rpc = rpcOver(options.call ? inProcessTransport(options.call) : httpTransport(options), timeoutMs);

  const tip: Chain['tip'] = async () => {
    const info = readInfo(await rpc.call('getblockchaininfo'), 'the node (getblockchaininfo)');
    // an idle regtest chain is old and therefore in "initial download" until its next block
    if (info.initialblockdownload && info.chain !== 'regtest') {
      refuse('unavailable', `the node is still syncing, at height ${info.blocks}`);
    }
    return { height: info.blocks, hash: info.bestblockhash };
  };

  const transaction: Chain['transaction'] = async (txid) => {
    const reply = await rpc.ask('getrawtransaction', [txid, 1]);
    if (!reply.ok) {
      const isUnknown =
        reply.code === RPC_CODE.invalidAddressOrKey && SEARCHED_EVERYWHERE.test(reply.message);
      return isUnknown ? null : refuseReply(reply, 'getrawtransaction');
    }
    const found = readTransaction(reply.result, 'the node (getrawtransaction)');
    const confirmations = Math.max(found.confirmations ?? 0, 0);
    // in a block that a reorg removed, and not back in the mempool
    if (confirmations === 0 && found.blockhash !== undefined) return null;
    return { txid, hex: found.hex, confirmations, blockHash: found.blockhash ?? null };
  };

  const unspents: Chain['unspents'] = async (outpoints) => {
    const calls = outpoints.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, true] }));
    const found = await rpc.batch(calls);
    return outpoints.map((outpoint, index) => unspentOf(outpoint, found[index]));
  };

  const mempoolSpenders: Chain['mempoolSpenders'] = async (outpoints) => {
    if (outpoints.length === 0) return [];
    const asked = outpoints.map(({ txid, vout }) => ({ txid, vout }));
    const answer = await rpc.call('gettxspendingprevout', [asked]);
    const spenders = new Map(
      readSpenders(answer, 'the node (gettxspendingprevout)').map((row) => [
        outpointText(row),
        row.spendingtxid,
      ]),
    );
    return asked.map((outpoint) => spenders.get(outpointText(outpoint)) ?? null);
  };

  return {
    tip,
    transaction,
    unspents,
    mempoolSpenders,
    ...submission(rpc, transaction),
    addressCoins: options.addressCoins ?? scanner(rpc, { tip, mempoolSpenders }, scanTimeoutMs),

    async blockHash(height) {
      const answer = await rpc.callUnless(RPC_CODE.invalidParameter, 'getblockhash', [height]);
      return readHash(answer, 'the node (getblockhash)');
    },

    async waitForNewBlock({ height }, { forMs, signal }) {
      if (signal.aborted) return false;
      try {
        // not `waitfornewblock`: older nodes then miss a block that came before the call; 0 ms waits for ever
        const params = [height + 1, Math.max(1, forMs)];
        const answer = await rpc.wait('waitforblockheight', params, forMs + timeoutMs, { signal });
        return readWaited(answer, 'the node (waitforblockheight)').height > height;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },

    async isInvalidated(hash) {
      const tips = readTips(await rpc.call('getchaintips'), 'the node (getchaintips)');
      return tips.some((one) => one.hash === hash && one.status === 'invalid');
    },

    async block(hash) {
      const answer = await rpc.callUnless(RPC_CODE.invalidAddressOrKey, 'getblock', [hash, 3], 6 * timeoutMs);
      return answer === null ? null : blockOf(answer);
    },

    async rawBlock(hash, count) {
      const found = await rpc.callUnless(RPC_CODE.invalidAddressOrKey, 'getblock', [hash, 0], 6 * timeoutMs);
      if (found === null) return null;
      const { height } = readHeader(await rpc.call('getblockheader', [hash]), 'the node (getblockheader)');
      const { height: top } = await tip();
      const heights = Array.from({ length: Math.min(count, top - height + 1) }, (_, index) => height + index);
      const hashes = await rpc.batch(heights.map((each) => ({ method: 'getblockhash', params: [each] })));
      const calls = hashes.map((each) => ({ method: 'getblockheader', params: [each, false] }));
      const headers = (await rpc.batch(calls)).map((each) => readHex(each, 'the node (getblockheader)'));
      return { hex: readHex(found, 'the node (getblock)'), headers };
    },

    async unspent(outpoint) {
      return (await unspents([outpoint]))[0]!;
    },

    async transactionIndex() {
      const { txindex } = readIndexes(await rpc.call('getindexinfo'), 'the node (getindexinfo)');
      return txindex ? { isSynced: txindex.synced, height: txindex.best_block_height } : null;
    },

    async mempoolTxids() {
      return readTxids(await rpc.call('getrawmempool'), 'the node (getrawmempool)');
    },

    async replacedFees(txid) {
      const answer = await rpc.callUnless(RPC_CODE.invalidAddressOrKey, 'getmempoolentry', [txid]);
      const entry = readEntry(answer, 'the node (getmempoolentry)');
      return entry && Math.max(0, Math.round(entry.fees.descendant * SATS_PER_BTC));
    },

    async discount(txid, sats) {
      return (await rpc.ask('prioritisetransaction', [txid, 0, -sats])).ok;
    },

    async feeRates(targetBlocks) {
      const [info, estimate] = await rpc.batch([
        { method: 'getmempoolinfo' },
        { method: 'estimatesmartfee', params: [targetBlocks] },
      ]);
      const { mempoolminfee, minrelaytxfee } = readMempoolInfo(info, 'the node (getmempoolinfo)');
      const { feerate } = readEstimate(estimate, 'the node (estimatesmartfee)');
      return {
        minimum: feeRateOfBtcPerKvb(Math.max(mempoolminfee, minrelaytxfee)),
        estimate: feerate === undefined ? null : feeRateOfBtcPerKvb(feerate),
      };
    },
  };
}

function unspentOf(outpoint: Outpoint, answer: unknown): UnspentOutput | null {
  const found = readUnspent(answer, 'the node (gettxout)');
  if (found === null) return null;
  return {
    txid: outpoint.txid,
    vout: outpoint.vout,
    valueSats: satsOfBtc(found.value),
    script: found.scriptPubKey.hex,
    confirmations: found.confirmations,
    coinbase: found.coinbase,
  };
}
