import { hex } from '@scure/base';
import { type ChainBlock, fetchBlock } from '../follow/chain-block.ts';
import type { Json } from '../http/json.ts';
import { RPC, RpcError } from '../rpc/call.ts';
import { parseTransaction } from '../transaction/parse.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { OrdContext } from './context.ts';
import { inscriptionId } from './inscription-id.ts';
import { idOf } from './inscription-json.ts';
import { findTransaction } from './output-json.ts';
import { minimumRuneAt } from './rune-name.ts';
import { counter, outpointOf, type Tables, tipHeight } from './tables.ts';

/** `GET /status`. */
export function statusJson({ tables, startedMs, emptyRuneIndex }: OrdContext): Json {
  const blessed = counter(tables, 'blessed');
  const cursed = counter(tables, 'cursed');
  const upMs = Date.now() - startedMs;
  return {
    address_index: true,
    blessed_inscriptions: blessed,
    chain: 'regtest',
    cursed_inscriptions: cursed,
    height: tipHeight(tables) ?? null,
    initial_sync_time: { secs: 0, nanos: 0 },
    inscription_index: true,
    inscriptions: blessed + cursed,
    json_api: true,
    lost_sats: counter(tables, 'lost'),
    minimum_rune_for_next_block: minimumRuneAt(tables.blocks.size),
    rune_index: emptyRuneIndex,
    runes: 0,
    sat_index: true,
    started: new Date(startedMs).toISOString(),
    transaction_index: false,
    unrecoverably_reorged: false,
    uptime: { secs: Math.floor(upMs / 1000), nanos: (upMs % 1000) * 1_000_000 },
  };
}

/** A transaction in the JSON of the `bitcoin` crate. */
const transactionJson = ({ version, lockTime, inputs, outputs }: Transaction): Json => ({
  // The crate reads versions as signed.
  version: version | 0,
  lock_time: lockTime,
  input: inputs.map((input) => ({
    previous_output: outpointOf(input.txid, input.vout),
    script_sig: hex.encode(input.scriptSig),
    sequence: input.sequence,
    witness: input.witness.map((element) => hex.encode(element)),
  })),
  output: outputs.map(({ valueSats, script }) => ({ value: valueSats, script_pubkey: hex.encode(script) })),
});

/** `GET /tx/<txid>`; undefined when the node knows no such transaction. */
export async function transactionAnswer(context: OrdContext, txid: string): Promise<Json | undefined> {
  const found = await findTransaction(context.call, txid);
  if (found === undefined) return undefined;
  const { tables } = context;
  let inscriptionCount = 0;
  while (tables.sequenceById.has(inscriptionId(txid, inscriptionCount))) inscriptionCount++;
  return {
    chain: 'regtest',
    etching: null,
    inscription_count: inscriptionCount,
    transaction: transactionJson(parseTransaction(hex.decode(found.hex))),
    txid,
  };
}

/** Ids of the inscriptions that a block revealed, in the order of their sequence numbers. */
export function inscriptionsInBlock(tables: Tables, height: number): string[] {
  const after = tables.blocks.get(height)?.nextSequence ?? 0;
  // The genesis block reveals nothing, and `ord` looks for its predecessor at height 0 too.
  const first = tables.blocks.get(Math.max(height - 1, 0))?.nextSequence ?? 0;
  return Array.from({ length: Math.max(after - first, 0) }, (_, i) => idOf(tables, first + i));
}

async function findBlock(
  { tables, call }: OrdContext,
  query: { height: number } | { hash: string },
): Promise<ChainBlock | undefined> {
  const hash = 'hash' in query ? query.hash : tables.blocks.get(query.height)?.hash;
  if (hash === undefined) return undefined;
  try {
    const height =
      'height' in query
        ? query.height
        : ((await call('getblockheader', [hash])) as { height: number }).height;
    return await fetchBlock(call, { height, hash });
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC.INVALID_ADDRESS_OR_KEY) return undefined;
    throw error;
  }
}

/** `GET /block/<height or hash>`; undefined when there is no such block. */
export async function blockJson(
  context: OrdContext,
  query: { height: number } | { hash: string },
): Promise<Json | undefined> {
  const block = await findBlock(context, query);
  if (block === undefined) return undefined;
  return {
    best_height: tipHeight(context.tables) ?? 0,
    hash: block.hash,
    height: block.height,
    inscriptions: inscriptionsInBlock(context.tables, block.height),
    runes: [],
    target: targetOf(block.bits),
    transactions: block.transactions.map(transactionJson),
  };
}

/** The target that compact `bits` stand for, as 64 hex digits. */
function targetOf(bits: number): string {
  const exponent = bits >>> 24;
  const target = BigInt(bits & 0x7f_ffff) << BigInt(8 * (exponent - 3));
  return target.toString(16).padStart(64, '0');
}
