import { base64, hex } from '@scure/base';
import { RawPSBTV0, RawPSBTV2, type TransactionInput } from '@scure/btc-signer/psbt.js';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { equalBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js';
import { UnreadablePsbt } from './unreadable-psbt.ts';

/** Source: Bitcoin Core, MAX_MONEY. */
const MAX_SATS = 21_000_000 * 100_000_000;
/** Most characters of a PSBT, as in the rest of the SDK; twice as many as hex. */
const MAX_LENGTH = 1_500_000;
/** More inputs or outputs than any transaction of a standard size has. */
const MAX_ENTRIES = 10_000;
/** The first bytes of every PSBT, hex. */
const MAGIC = '70736274ff';

/** An input as the PSBT states it. */
export interface ReadInput {
  readonly txid: string;
  readonly vout: number;
  readonly sequence: number;
  /** null: the PSBT does not show the coin. */
  readonly valueSats: number | null;
  /** Hex. */
  readonly script: string | null;
  /** Why the coin that the PSBT shows cannot be the one that is spent; null: nothing contradicts it. */
  readonly contradiction: string | null;
  /** Whether the whole previous transaction is there, and is the right one: it proves the value. */
  readonly isProven: boolean;
  readonly fields: TransactionInput;
}

/** A PSBT as it was read, before anything about it is believed. */
export interface ReadPsbt {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly ReadInput[];
  readonly outputs: readonly { readonly valueSats: number; readonly script: string }[];
  /** null: a scriptSig is not known before it is signed. */
  readonly txid: string | null;
}

type Decoded = ReturnType<typeof RawPSBTV0.decode> | ReturnType<typeof RawPSBTV2.decode>;

/**
 * Reads a PSBT of version 0 or 2, base64 or hex, whatever is missing from it. Throws `UnreadablePsbt`, and
 * nothing else.
 */
export function readAnyPsbt(text: string): ReadPsbt {
  const parsed = decoded(bytesOf(text));
  const { global } = parsed;
  const unsigned = global.unsignedTx;
  const maps = parsed.inputs as readonly TransactionInput[];
  const froms: readonly From[] = unsigned ? unsigned.inputs : maps.slice(0, global.inputCount ?? 0);
  const tos: readonly Partial<Coin>[] = unsigned
    ? unsigned.outputs
    : (parsed.outputs.slice(0, global.outputCount ?? 0) as Partial<Coin>[]);
  if (froms.length > MAX_ENTRIES || tos.length > MAX_ENTRIES)
    throw new UnreadablePsbt(`the PSBT has more than ${MAX_ENTRIES} inputs or outputs`);
  if (froms.length === 0) throw new UnreadablePsbt('the PSBT spends no coin');
  if (tos.length === 0) throw new UnreadablePsbt('the PSBT has no output');
  const inputs = froms.map((from, index) => readInput(from, maps[index] ?? {}, index));
  const outputs = tos.map((to, index) => readOutput(to, index));
  requireAmounts('its inputs hold', inputs);
  requireAmounts('its outputs pay', outputs);
  const read = {
    version: unsigned ? unsigned.version : (global.txVersion ?? 2),
    lockTime: unsigned ? unsigned.lockTime : (global.fallbackLocktime ?? 0),
    inputs,
    outputs,
  };
  return { ...read, txid: txidOf(read) };
}

function bytesOf(text: string): Uint8Array {
  if (text.length > 2 * MAX_LENGTH)
    throw new UnreadablePsbt(`the PSBT has ${text.length} characters; the limit is ${2 * MAX_LENGTH}`);
  const packed = text.replaceAll(/\s/g, '');
  if (packed === '') throw new UnreadablePsbt('the PSBT is empty; paste it as base64 or hex');
  try {
    if (packed.slice(0, MAGIC.length).toLowerCase() === MAGIC) return hex.decode(packed.toLowerCase());
    return base64.decode(packed);
  } catch {
    throw new UnreadablePsbt('this is neither base64 nor hex of a PSBT; copy all of it');
  }
}

function decoded(bytes: Uint8Array): Decoded {
  if (hex.encode(bytes.subarray(0, 5)) !== MAGIC)
    throw new UnreadablePsbt('this is not a PSBT: it does not begin with the bytes of one');
  try {
    return RawPSBTV0.decode(bytes);
  } catch (error) {
    try {
      return RawPSBTV2.decode(bytes);
    } catch {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UnreadablePsbt(`the PSBT cannot be decoded: ${reason.slice(0, 300)}`);
    }
  }
}

type From = Partial<Pick<TransactionInput & object, 'txid' | 'index' | 'sequence'>>;

interface Coin {
  readonly amount: bigint;
  readonly script: Uint8Array;
}

function readInput(from: From, fields: TransactionInput, index: number): ReadInput {
  const { txid, index: vout } = from;
  if (txid === undefined || vout === undefined)
    throw new UnreadablePsbt(`input ${index} does not say which coin it spends`);
  const { coin, contradiction, isProven } = spentCoin(fields, txid, vout, index);
  return {
    txid: hex.encode(txid),
    vout,
    sequence: from.sequence ?? 0xffffffff,
    valueSats: coin ? amountOf(coin.amount, `input ${index} holds`) : null,
    script: coin ? hex.encode(coin.script) : null,
    contradiction,
    isProven,
    fields,
  };
}

function spentCoin(fields: TransactionInput, txid: Uint8Array, vout: number, index: number) {
  const { witnessUtxo, nonWitnessUtxo: previous } = fields;
  if (!previous) return { coin: witnessUtxo ?? null, contradiction: null, isProven: false };
  const { version, inputs, outputs, lockTime } = previous;
  const seen = sha256x2(RawOldTx.encode({ version, inputs, outputs, lockTime })).reverse();
  const output = outputs[vout] ?? null;
  const contradiction = equalBytes(seen, txid)
    ? output === null
      ? `input ${index} spends output ${vout} of a transaction that has ${outputs.length}`
      : witnessUtxo &&
          (witnessUtxo.amount !== output.amount || !equalBytes(witnessUtxo.script, output.script))
        ? `input ${index} shows a coin of ${witnessUtxo.amount} sats, but the previous transaction has ${output.amount}, or another script`
        : null
    : `input ${index} shows the previous transaction ${hex.encode(seen)}, but spends ${hex.encode(txid)}`;
  return { coin: witnessUtxo ?? output, contradiction, isProven: contradiction === null };
}

function readOutput({ amount, script }: Partial<Coin>, index: number) {
  if (amount === undefined || script === undefined)
    throw new UnreadablePsbt(`output ${index} has no amount or no script`);
  return { valueSats: amountOf(amount, `output ${index} pays`), script: hex.encode(script) };
}

function amountOf(amount: bigint, what: string): number {
  if (amount > BigInt(MAX_SATS))
    throw new UnreadablePsbt(`${what} ${amount} sats, more than 21 million BTC; no node accepts that`);
  return Number(amount);
}

function requireAmounts(what: string, coins: readonly { readonly valueSats: number | null }[]): void {
  const total = coins.reduce((sum, { valueSats }) => sum + BigInt(valueSats ?? 0), 0n);
  if (total > BigInt(MAX_SATS))
    throw new UnreadablePsbt(`${what} ${total} sats, more than 21 million BTC; no node accepts that`);
}

/** The scriptSig that is fixed before signing, hex; null: it is not. */
function scriptSigOf(input: ReadInput): string | null {
  const { finalScriptSig } = input.fields;
  return finalScriptSig?.length ? hex.encode(finalScriptSig) : segwitScriptSig(input);
}

/** The scriptSig of an input whose signatures are in its witness, hex; null: it is no such input. */
export function segwitScriptSig({ script, fields: { redeemScript } }: ReadInput): string | null {
  if (script === null) return null;
  if (isWitnessProgram(script)) return '';
  if (!redeemScript || script !== `a914${hex.encode(hash160(redeemScript))}87`) return null;
  const redeem = hex.encode(redeemScript);
  return isWitnessProgram(redeem) ? `${(redeem.length / 2).toString(16).padStart(2, '0')}${redeem}` : null;
}

/** Whether an output script (hex) is native segwit. Source: BIP141. */
function isWitnessProgram(script: string): boolean {
  return (
    /^(00|5[1-9a-f]|60)(0[2-9a-f]|1[0-9a-f]|2[0-8])/.test(script) &&
    script.length === 4 + 2 * Number.parseInt(script.slice(2, 4), 16)
  );
}

function txidOf({ version, lockTime, inputs, outputs }: Omit<ReadPsbt, 'txid'>): string | null {
  const scriptSigs = inputs.map(scriptSigOf);
  if (scriptSigs.includes(null)) return null;
  const bytes = RawOldTx.encode({
    version,
    lockTime,
    inputs: inputs.map(({ txid, vout, sequence }, index) => ({
      txid: hex.decode(txid),
      index: vout,
      finalScriptSig: hex.decode(scriptSigs[index]!),
      sequence,
    })),
    outputs: outputs.map(({ valueSats, script }) => ({
      amount: BigInt(valueSats),
      script: hex.decode(script),
    })),
  });
  return hex.encode(sha256x2(bytes).reverse());
}
