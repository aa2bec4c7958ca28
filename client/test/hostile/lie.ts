/** Honest responses, taken apart to be changed: the JSON, and every PSBT in it. */
import { hex } from '@scure/base';
import {
  decodePsbt,
  encodePsbt,
  type RawInput,
  type RawPsbt,
} from '../../../server/test/support/raw-psbt.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { type Exchange, isSubmit } from './replay.ts';

// biome-ignore lint/suspicious/noExplicitAny: a lie may put anything anywhere
export type Json = any;

export interface HeldPsbt {
  /** The first object of the response that has the PSBT. */
  readonly holder: Json;
  /** Every object that has it. */
  readonly holders: readonly Json[];
  readonly psbt: RawPsbt;
  readonly before: string;
}

/** The responses of a flow up to its first signature. Change `body`, or what `psbts` were decoded to. */
export interface Lie {
  readonly exchanges: Exchange[];
  /** The last response before the first signature. */
  readonly body: Json;
  readonly psbts: readonly HeldPsbt[];
}

export function lieFrom(honest: readonly Exchange[]): Lie {
  const exchanges = structuredClone(honest) as Exchange[];
  const last = exchanges.findLastIndex((exchange) => !isSubmit(exchange));
  const { body } = exchanges[last]! as { body: Json };
  const all = holdersIn(body);
  const psbts = [...new Set(all.map(({ psbtBase64 }) => psbtBase64 as string))].map((before) => {
    const holders = all.filter(({ psbtBase64 }) => psbtBase64 === before);
    return { holder: holders[0], holders, psbt: decodePsbt(before), before };
  });
  return { exchanges, body, psbts };
}

function holdersIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(holdersIn);
  return typeof value.psbtBase64 === 'string' ? [value, ...inner] : inner;
}

/**
 * The responses with the changed PSBTs. `isCoherent`: what a changed transaction makes wrong elsewhere is
 * changed with it: announced txids, the inputs that spend its outputs, and the outputs that name it.
 */
export function told({ exchanges, body, psbts }: Lie, isCoherent = true): Exchange[] {
  for (const one of psbts) {
    const changed = encodePsbt(one.psbt);
    for (const holder of one.holders) holder.psbtBase64 = changed;
    if (!isCoherent) continue;
    const [old, now] = [txidOf(one.before), txidOf(changed)];
    if (old === null || now === null || old === now) continue;
    const last = exchanges.findLastIndex((exchange) => !isSubmit(exchange));
    renamed(body, old, now);
    exchanges[last] = { ...exchanges[last]!, body };
    for (const other of psbts) follow(other.psbt, one.psbt, old, now);
  }
  return exchanges;
}

function txidOf(psbtBase64: string): string | null {
  try {
    return readPsbt(psbtBase64).txid;
  } catch {
    return null;
  }
}

/** Writes `now` for `old` in every text. */
function renamed(value: Json, old: string, now: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === old) value[key] = now;
    else renamed(inner, old, now);
  }
}

/** Lets what spends or names a changed transaction do so again. */
function follow(psbt: RawPsbt, changed: RawPsbt, old: string, now: string): void {
  const { inputs, outputs } = psbt.global.unsignedTx;
  for (const [index, input] of inputs.entries()) {
    if (hex.encode(input.txid) !== old) continue;
    input.txid = hex.decode(now);
    const spent = changed.global.unsignedTx.outputs[input.index];
    const field = psbt.inputs[index];
    if (spent && field?.witnessUtxo) field.witnessUtxo = { ...spent };
  }
  const names = (txid: string) => `6a20${hex.encode(hex.decode(txid).reverse())}`;
  for (const output of outputs)
    if (hex.encode(output.script) === names(old)) output.script = hex.decode(names(now));
}

/** Inserts an input before index `at`. */
export function addInput(
  { global, inputs }: RawPsbt,
  at: number,
  coin: {
    readonly txid: string;
    readonly vout: number;
    readonly valueSats: number;
    readonly script: Uint8Array;
  },
  fields: RawInput = {},
): void {
  const { txid, vout, valueSats, script } = coin;
  const input = {
    txid: hex.decode(txid),
    index: vout,
    sequence: 0xfffffffd,
    finalScriptSig: new Uint8Array(),
  };
  global.unsignedTx.inputs.splice(at, 0, input);
  inputs.splice(at, 0, { witnessUtxo: { amount: BigInt(valueSats), script }, ...fields });
}

/** Inserts an output before index `at`. */
export function addOutput(
  { global, outputs }: RawPsbt,
  at: number,
  amount: number,
  script: Uint8Array,
): void {
  global.unsignedTx.outputs.splice(at, 0, { amount: BigInt(amount), script });
  outputs.splice(at, 0, {});
}

/** What a PSBT gives away: its outputs to `scripts`, and its fee. Sats. */
export function paidIn({ global, inputs }: RawPsbt, scripts: readonly string[]) {
  const outputs = global.unsignedTx.outputs;
  const spent = inputs.reduce((total, { witnessUtxo }) => total + Number(witnessUtxo?.amount ?? 0n), 0);
  const paid = outputs.reduce((total, { amount }) => total + Number(amount), 0);
  const toScripts = outputs
    .filter(({ script }) => scripts.includes(hex.encode(script)))
    .reduce((total, { amount }) => total + Number(amount), 0);
  const fromScripts = inputs
    .filter(({ witnessUtxo }) => witnessUtxo && scripts.includes(hex.encode(witnessUtxo.script)))
    .reduce((total, { witnessUtxo }) => total + Number(witnessUtxo!.amount), 0);
  return { feeSats: spent - paid, toScripts, fromScripts };
}
