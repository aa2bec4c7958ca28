/**
 * A source that knows transactions only: an Esplora server. It reads the inscription's first satpoint from
 * the reveal, and follows that sat through every confirmed spend. It cannot tell what else is on an output.
 */

import { envelopesIn } from '@ordbook/protocol/custody/envelope';
import { arrival, revealedAt } from '@ordbook/protocol/custody/sat-walk';
import { sumOf } from '../responses/sats.ts';
import { type EsploraTransaction, transactionIn } from './esplora-transaction.ts';
import { blockHashIn, fieldsOf, heightIn, MAX_HEIGHT, MAX_VOUT, TXID } from './fields.ts';
import { requireTransaction } from './raw-transaction.ts';
import { type Requester, type RequestOptions, requesterTo } from './request.ts';
import {
  type InscriptionLocation,
  type InscriptionSource,
  type Outpoint,
  outpointText,
  readInscriptionId,
  requireTxid,
  SourceError,
} from './source.ts';

/** How an Esplora server is asked. */
export interface EsploraSourceOptions extends RequestOptions {
  /** Most spends that `locate` follows. Default 500. */
  readonly maxHops?: number;
  /** Time limit of `locate`, ms. Default 120,000. */
  readonly locateMs?: number;
}

/** The input that spends an output. */
export interface Spend {
  readonly txid: string;
  readonly vin: number;
  /** Of its block; null: it is unconfirmed. */
  readonly height: number | null;
}

const DEFAULT_MAX_HOPS = 500;
const DEFAULT_LOCATE_MS = 120_000;

/**
 * The Esplora server at `url`, with the path of its API, as a source. Its `output` returns null for
 * `inscriptions` and `hasRunes`. `locate` throws `SourceError` for inscriptions on no sat, and for sats that
 * went to a fee. Opens no connection by itself.
 */
export function esploraSource(url: string, options: EsploraSourceOptions = {}): InscriptionSource {
  const requester = requesterTo(url, options);
  const { maxHops = DEFAULT_MAX_HOPS, locateMs = DEFAULT_LOCATE_MS } = options;
  const { name } = requester;

  const transactionOf = async (txid: string): Promise<EsploraTransaction> => {
    const path = `/tx/${requireTxid(txid)}`;
    return transactionIn(fieldsOf(`${name}${path}`, await requester.json(path)), txid);
  };

  return {
    name,

    async locate(inscriptionId) {
      const deadline = Date.now() + locateMs;
      const fail = (what: string): never => {
        throw new SourceError(`${name}: inscription ${inscriptionId} ${what}; ask an ord server`);
      };
      let transaction = await transactionOf(readInscriptionId(inscriptionId).txid);
      let at = firstPlace(transaction, inscriptionId, fail);
      for (let hops = 0; ; hops += 1) {
        const spend = await spendOf(requester, at);
        if (!spend || spend.height === null) return at;
        if (hops === maxHops) fail(`moved more than ${maxHops} times`);
        if (Date.now() > deadline) fail(`could not be followed within ${locateMs} ms`);
        transaction = await transactionOf(spend.txid);
        at = throughSpend(`${name}/tx/${spend.txid}`, transaction, spend.vin, at, fail);
      }
    },

    async output(outpoint) {
      outpointText(outpoint);
      const { txid, vout } = outpoint;
      const { confirmed, outputs } = await transactionOf(txid);
      const output = outputs[vout];
      if (!output) throw new SourceError(`${name}/tx/${txid}: the transaction has no output ${vout}`);
      const spend = await spendOf(requester, outpoint);
      return { ...output, confirmed, spent: spend !== null, inscriptions: null, hasRunes: null };
    },

    async tipHeight() {
      const path = '/blocks/tip/height';
      return heightIn(`${name}${path}`, await requester.text(path, 'text/plain'));
    },

    async blockHash(height) {
      const path = `/block-height/${height}`;
      return blockHashIn(`${name}${path}`, await requester.text(path, 'text/plain'));
    },

    async feeRate(blocks) {
      const path = '/fee-estimates';
      return estimateFor(`${name}${path}`, await requester.json(path), blocks);
    },

    async transaction(txid) {
      const path = `/tx/${requireTxid(txid)}/hex`;
      return requireTransaction(`${name}${path}`, await requester.text(path, 'text/plain'), txid);
    },
  };
}

/** The spend of an output, which may be unconfirmed; null when there is none. Throws `SourceError`. */
export async function spendOf({ name, json }: Requester, { txid, vout }: Outpoint): Promise<Spend | null> {
  const path = `/tx/${txid}/outspend/${vout}`;
  const fields = fieldsOf(`${name}${path}`, await json(path));
  if (!fields.flag('spent')) return null;
  const status = fields.object('status');
  return {
    txid: fields.text('txid', TXID),
    vin: fields.whole('vin', 0, MAX_VOUT),
    height: status.flag('confirmed') ? status.whole('block_height', 0, MAX_HEIGHT) : null,
  };
}

/** How deep a block at `height` is: 1 for the newest. Throws `SourceError`. */
export async function confirmationsAt({ name, text }: Requester, height: number): Promise<number> {
  const path = '/blocks/tip/height';
  const tip = heightIn(`${name}${path}`, await text(path, 'text/plain'));
  if (tip < height) throw new SourceError(`${name}: the tip is ${tip}, below a block at ${height}`);
  return tip - height + 1;
}

/** Where the reveal puts an inscription. */
function firstPlace(
  transaction: EsploraTransaction,
  inscriptionId: string,
  fail: (what: string) => never,
): InscriptionLocation {
  const { inputs, confirmed } = transaction;
  const { index } = readInscriptionId(inscriptionId);
  if (!confirmed) fail('is not in a block yet');
  const envelopes = envelopesIn(inputs.map(({ witness }) => witness));
  const envelope = envelopes[index];
  if (!envelope) return fail(`is not in its transaction, which has ${envelopes.length} inscriptions`);
  const values = inputs.slice(0, envelope.input + 1).map(({ valueSats }) => valueSats);
  const place = revealedAt(transaction, envelope, values);
  if (place === 'unbound') return fail('is on no sat');
  return place ?? fail('went to the fee of its own transaction');
}

/** Where a sat arrives in the transaction that spends its output. */
function throughSpend(
  where: string,
  transaction: EsploraTransaction,
  vin: number,
  from: InscriptionLocation,
  fail: (what: string) => never,
): InscriptionLocation {
  const input = transaction.inputs[vin];
  if (input?.txid !== from.txid || input.vout !== from.vout || input.valueSats !== from.valueSats)
    throw new SourceError(`${where}: vin[${vin}] does not spend ${from.txid}:${from.vout}`);
  if (!transaction.confirmed)
    throw new SourceError(`${where}: status.confirmed is false for a confirmed spend; ask again`);
  const position = sumOf(transaction.inputs.slice(0, vin)) + from.offset;
  return (
    arrival(transaction, position) ??
    fail(`went to the fee of ${transaction.txid}, and cannot be followed into fees`)
  );
}

/**
 * The estimate for the most blocks that are at most `blocks`: Esplora lists some targets only. null without
 * one.
 */
function estimateFor(where: string, json: unknown, blocks: number): number | null {
  fieldsOf(where, json);
  const targets = Object.entries(json as Record<string, unknown>).map(([target, rate]) => {
    const isRight = /^\d{1,4}$/.test(target) && typeof rate === 'number' && rate > 0 && rate < 1e6;
    if (!isRight) throw new SourceError(`${where}: ${target.slice(0, 20)} is not a fee rate`);
    return { target: Number(target), rate };
  });
  const known = targets.filter(({ target }) => target <= blocks).sort((a, b) => b.target - a.target);
  return known[0]?.rate ?? null;
}
