import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import type { Json } from '../http/json.ts';
import { RPC, type RpcCall, RpcError } from '../rpc/call.ts';
import { hexToHash } from '../transaction/hash-hex.ts';
import { parseTransaction } from '../transaction/parse.ts';
import { sumSats } from '../transaction/transaction.ts';
import type { OrdContext } from './context.ts';
import { bySequence } from './floating.ts';
import { idsOf } from './inscription-json.ts';
import { LOST_OUTPOINT, type Outpoint, type Tables, UNBOUND_OUTPOINT } from './tables.ts';

interface FoundOutput {
  readonly valueSats: number;
  readonly script: Uint8Array;
  readonly confirmations: number;
  readonly spent: boolean;
}

const inscriptionsOn = (tables: Tables, outpoint: Outpoint): string[] =>
  idsOf(
    tables,
    bySequence(tables.outputs.get(outpoint)?.inscriptions ?? []).map(({ sequence }) => sequence),
  );

/**
 * `GET /output/<outpoint>`: what the index knows of it, and from the node whether it is unspent (its mempool
 * counts). Undefined when neither knows its transaction.
 */
export async function outputJson(context: OrdContext, outpoint: Outpoint): Promise<Json | undefined> {
  const { tables, call } = context;
  const found = await findOutput(tables, call, outpoint);
  if (found === undefined) return undefined;
  const indexed = tables.outputs.get(outpoint);
  return {
    address: addressOf(found.script) ?? null,
    confirmations: found.confirmations,
    indexed: indexed !== undefined || isSpecial(outpoint),
    inscriptions: inscriptionsOn(tables, outpoint),
    outpoint,
    runes: context.emptyRuneIndex ? {} : null,
    sat_ranges: indexed?.ranges ?? null,
    script_pubkey: hex.encode(found.script),
    spent: found.spent,
    transaction: outpoint.slice(0, 64),
    value: found.valueSats,
  };
}

export const isSpecial = (outpoint: Outpoint): boolean =>
  outpoint === LOST_OUTPOINT || outpoint === UNBOUND_OUTPOINT;

async function findOutput(
  tables: Tables,
  call: RpcCall,
  outpoint: Outpoint,
): Promise<FoundOutput | undefined> {
  if (isSpecial(outpoint)) {
    const valueSats = tables.outputs.get(outpoint)?.valueSats ?? 0;
    return { valueSats, script: new Uint8Array(), confirmations: 0, spent: false };
  }
  const txid = outpoint.slice(0, 64);
  const vout = Number(outpoint.slice(65));
  const genesis = tables.blocks.get(0)?.coinbaseTxid === txid ? tables.outputs.get(outpoint) : undefined;
  if (genesis !== undefined) {
    const { valueSats, script } = genesis;
    return { valueSats, script, confirmations: tables.blocks.size, spent: false };
  }
  return (await unspentOutput(call, txid, vout)) ?? (await spentOutput(call, txid, vout));
}

/** An output that is unspent or made by the mempool. */
async function unspentOutput(call: RpcCall, txid: string, vout: number): Promise<FoundOutput | undefined> {
  const info = (await call('gettxout', [txid, vout, true])) as {
    confirmations: number;
    value: number;
    scriptPubKey: { hex: string };
  } | null;
  if (info === null) return undefined;
  return {
    valueSats: Math.round(info.value * 1e8),
    script: hex.decode(info.scriptPubKey.hex),
    confirmations: info.confirmations,
    spent: false,
  };
}

async function spentOutput(call: RpcCall, txid: string, vout: number): Promise<FoundOutput | undefined> {
  const info = await findTransaction(call, txid);
  const output = info && parseTransaction(hex.decode(info.hex)).outputs[vout];
  if (output === undefined) return undefined;
  return { ...output, confirmations: info?.confirmations ?? 0, spent: true };
}

/** A transaction of the chain or the mempool; undefined when the node knows none by that id. */
export async function findTransaction(
  call: RpcCall,
  txid: string,
): Promise<{ hex: string; confirmations?: number } | undefined> {
  try {
    return (await call('getrawtransaction', [txid, true])) as { hex: string; confirmations?: number };
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC.INVALID_ADDRESS_OR_KEY) return undefined;
    throw error;
  }
}

/** `GET /r/utxo/<outpoint>`; undefined when the index holds no such unspent output. */
export function utxoJson(context: OrdContext, outpoint: Outpoint): Json | undefined {
  const output = context.tables.outputs.get(outpoint);
  if (output === undefined) return undefined;
  return {
    inscriptions: inscriptionsOn(context.tables, outpoint),
    runes: context.emptyRuneIndex ? {} : null,
    sat_ranges: output.ranges,
    value: output.valueSats,
  };
}

/**
 * Unspent outpoints of a script by the bytes of their txids, then by vout: `stored` compares the bytes
 * `ord`'s database keeps (little endian), `counted` counts up.
 */
export function outpointsOf(tables: Tables, script: Uint8Array, order: 'stored' | 'counted'): Outpoint[] {
  const key = (outpoint: Outpoint): string => {
    const vout = new Uint8Array(4);
    new DataView(vout.buffer).setUint32(0, Number(outpoint.slice(65)), order === 'stored');
    return hex.encode(hexToHash(outpoint.slice(0, 64))) + hex.encode(vout);
  };
  const keyed = tables.outpointsByScript
    .get(hex.encode(script))
    .map((outpoint) => ({ outpoint, key: key(outpoint) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ outpoint }) => outpoint);
}

/** `GET /address/<address>`. */
export function addressJson(context: OrdContext, script: Uint8Array): Json {
  const { tables } = context;
  const outputs = outpointsOf(tables, script, 'counted');
  return {
    outputs,
    inscriptions: outputs.flatMap((outpoint) => inscriptionsOn(tables, outpoint)),
    sat_balance: sumSats(outputs.map((outpoint) => tables.outputs.get(outpoint)!)),
    // Without a rune index `ord` finds out at the first output; an address without outputs still gets a list.
    runes_balances: context.emptyRuneIndex || outputs.length === 0 ? [] : null,
  };
}

export const inscribedOutput = (tables: Tables, outpoint: Outpoint): boolean =>
  (tables.outputs.get(outpoint)?.inscriptions.length ?? 0) > 0;
