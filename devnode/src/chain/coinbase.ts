import type { Transaction } from '../transaction/transaction.ts';
import { NULL_TXID, NULL_VOUT } from '../transaction/transaction.ts';
import { witnessCommitmentScript } from './block.ts';
import type { PolicyName } from './policy-name.ts';

const INITIAL_SUBSIDY_SATS = 50 * 100_000_000;
const REGTEST_HALVING_BLOCKS = 150;
const RESERVED_VALUE = new Uint8Array(32);

/** New sats a block at `height` may create: 50 BTC, halved every 150 blocks on regtest. */
export function subsidySats(height: number): number {
  const halvings = Math.floor(height / REGTEST_HALVING_BLOCKS);
  return halvings >= 64 ? 0 : Math.floor(INITIAL_SUBSIDY_SATS / 2 ** halvings);
}

/** The push of the height that begins every coinbase scriptSig (BIP34), as a script number. */
export function heightPush(height: number): Uint8Array {
  if (height === 0) return Uint8Array.of(0);
  if (height <= 16) return Uint8Array.of(0x50 + height);
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if (bytes.at(-1)! & 0x80) bytes.push(0);
  return Uint8Array.of(bytes.length, ...bytes);
}

/**
 * The coinbase of a block at `height` that holds `others` and pays subsidy and fees to `script`. From
 * Bitcoin Core 30 on it is locked to the height before its own (BIP54) and has nothing but the height in
 * the scriptSig; before, it had no lock and OP_0 after the height.
 */
export function createCoinbase(params: {
  follows: PolicyName;
  height: number;
  script: Uint8Array;
  feeSats: number;
  others: readonly Transaction[];
}): Transaction {
  const { follows, height } = params;
  // A scriptSig of one byte is too short for a block.
  const filler = follows === 'knots' || height <= 16 ? [0] : [];
  const base: Transaction = {
    version: 2,
    inputs: [
      {
        txid: NULL_TXID,
        vout: NULL_VOUT,
        scriptSig: Uint8Array.of(...heightPush(height), ...filler),
        sequence: follows === 'core' ? 0xfffffffe : 0xffffffff,
        witness: [RESERVED_VALUE],
      },
    ],
    outputs: [{ valueSats: subsidySats(height) + params.feeSats, script: params.script }],
    lockTime: follows === 'core' ? height - 1 : 0,
  };
  const commitment = witnessCommitmentScript([base, ...params.others], RESERVED_VALUE);
  return { ...base, outputs: [...base.outputs, { valueSats: 0, script: commitment }] };
}
