import { P2TR_INPUT } from '../locks/p2tr.ts';
import type { Sats } from '../sats.ts';

/**
 * Weight of a P2WPKH output, WU (4 WU = 1 vB; a byte of the witness is 1 WU, any other byte 4). Source:
 * BIP141.
 */
export const P2WPKH_OUTPUT = 31 * 4;

/** Weight of a P2TR output: an anchor, an operator coin, an inscription of a taproot wallet. */
export const P2TR_OUTPUT = 43 * 4;

/** Weight of an output: value 8 B, script length 1 B, script. `script` is hex. */
export function outputWeight(script: string): number {
  return (9 + script.length / 2) * 4;
}

/** Bytes of a CompactSize number below 65,536: 1 up to 252, else 3. */
function compactSizeLength(count: number): number {
  return count < 253 ? 1 : 3;
}

/**
 * Weight of a segwit transaction with so many inputs and outputs (each below 65,536), whose weights sum to
 * `parts`.
 */
export function transactionWeight(inputs: number, outputs: number, parts: number): number {
  const version = 4;
  const lockTime = 4;
  const markerAndFlag = 2;
  return (
    (version + lockTime + compactSizeLength(inputs) + compactSizeLength(outputs)) * 4 + markerAndFlag + parts
  );
}

/** vB, rounded up. */
export function vsize(weight: number): number {
  return Math.ceil(weight / 4);
}

/** The fee, sats, of `vbytes` at `rate` sat/vB, rounded up. Exact for rates with up to three decimals. */
export function feeFor(vbytes: number, rate: number): Sats {
  return Math.ceil((vbytes * Math.round(rate * 1000)) / 1000);
}

/**
 * The smallest value, sats, of an output that nodes relay: the cost of spending it at 3 sat/vB, by the type
 * of its script (hex). 0 for OP_RETURN. Source: Bitcoin Core `GetDustThreshold`.
 */
export function dustLimit(script: string): Sats {
  if (script.startsWith('6a')) return 0;
  const size = 9 + script.length / 2;
  const witnessProgram = /^(00|5[1-9a-f]|60)(0[2-9a-f]|1[0-9a-f]|2[0-8])/.test(script) && isPush(script);
  return 3 * (size + (witnessProgram ? 67 : 148));
}

function isPush(script: string): boolean {
  return script.length === 4 + 2 * Number.parseInt(script.slice(2, 4), 16);
}

/**
 * The fee in sats at `rate` sat/vB of a transaction from `inputs` operator coins to `outputs` outputs of the
 * operator's script.
 */
export function fanOutFee(inputs: number, outputs: number, rate: number): Sats {
  const parts = inputs * P2TR_INPUT + outputs * P2TR_OUTPUT;
  return feeFor(vsize(transactionWeight(inputs, outputs, parts)), rate);
}
