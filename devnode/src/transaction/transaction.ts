/**
 * One transaction input.
 * `txid` is display hex (byte-reversed, as RPC and explorers print it); `sequence` is a uint32.
 */
export interface TransactionInput {
  readonly txid: string;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

/** One transaction output: its amount in sats and its scriptPubKey. */
export interface TransactionOutput {
  readonly valueSats: number;
  readonly script: Uint8Array;
}

/**
 * A Bitcoin transaction as a plain value. Treat it as immutable: ids and sizes are remembered per object
 * (`txid.ts`), so make a new object instead of changing one. `version` is the int32 read as a uint32, as
 * nodes do since version 3 has a meaning.
 */
export interface Transaction {
  readonly version: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
}

/** Outpoint txid of a coinbase input. */
export const NULL_TXID = '0'.repeat(64);
/** Outpoint index of a coinbase input. */
export const NULL_VOUT = 0xffffffff;

/** True when the input spends no output (a coinbase's outpoint). */
export function isNullOutpoint(input: TransactionInput): boolean {
  return input.vout === NULL_VOUT && input.txid === NULL_TXID;
}

/** True for a coinbase transaction: exactly one input, which spends no output. */
export function isCoinbase(tx: Transaction): boolean {
  return tx.inputs.length === 1 && isNullOutpoint(tx.inputs[0]!);
}

/** True when any input carries witness data. */
export function hasWitness(tx: Transaction): boolean {
  return tx.inputs.some((input) => input.witness.length > 0);
}

/** What outputs or coins are worth together, in sats. */
export const sumSats = (outputs: readonly { readonly valueSats: number }[]): number =>
  outputs.reduce((sum, { valueSats }) => sum + valueSats, 0);
