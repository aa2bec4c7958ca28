import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import type { Lock, Unlock } from './locks.ts';
import type { Unsigned } from './sighash.ts';

/** An output that a case can spend. */
export type Coin = { txid: string; vout: number; sats: number; lock: Lock };

export type PlannedInput = {
  coin: Coin;
  /** Default 0xfffffffd. */
  sequence?: number;
  /** Default: the honest unlocking of the coin's lock. */
  unlock?: Unlock;
};

export type Plan = {
  inputs: readonly PlannedInput[];
  outputs: readonly { lock: Lock; sats: number | bigint }[];
  version?: number;
  lockTime?: number;
};

/** A signed transaction, with what this suite computes about it on its own. */
export type Sent = { hex: string; txid: string; wtxid: string; weight: number; vsize: number };

export type Built = Sent & { coin(vout: number): Coin };

/** Signs a plan. Throws nothing about policy: bad transactions are the point. */
export function build(plan: Plan): Built {
  const unsigned: Unsigned = {
    version: plan.version ?? 2,
    lockTime: plan.lockTime ?? 0,
    inputs: plan.inputs.map(({ coin, sequence }) => ({
      txid: coin.txid,
      vout: coin.vout,
      sequence: sequence ?? 0xfffffffd,
      sats: BigInt(coin.sats),
      script: coin.lock.script,
    })),
    outputs: plan.outputs.map(({ lock, sats }) => ({ sats: BigInt(sats), script: lock.script })),
  };
  const unlocked = plan.inputs.map(({ coin, unlock }, index) =>
    (unlock ?? coin.lock.unlock)(unsigned, index),
  );
  const witnesses = unlocked.map(({ witness }) => [...(witness ?? [])]);
  const scriptSigs = unlocked.map(({ scriptSig }) => scriptSig ?? new Uint8Array());
  const sent = sentAs(encode(unsigned, scriptSigs, witnesses));
  return {
    ...sent,
    coin: (vout) => {
      const { lock, sats } = plan.outputs[vout]!;
      return { txid: sent.txid, vout, sats: Number(sats), lock };
    },
  };
}

/** Names and measures a serialized transaction. */
export function sentAs(raw: Uint8Array): Sent {
  const { version, inputs, outputs, lockTime } = RawTx.decode(raw);
  const stripped = RawOldTx.encode({ version, inputs, outputs, lockTime });
  const weight = stripped.length * 3 + raw.length;
  return {
    hex: Buffer.from(raw).toString('hex'),
    txid: displayedHash(stripped),
    wtxid: displayedHash(raw),
    weight,
    vsize: Math.ceil(weight / 4),
  };
}

function encode(tx: Unsigned, scriptSigs: Uint8Array[], witnesses: Uint8Array[][]): Uint8Array {
  return RawTx.encode({
    version: tx.version,
    segwitFlag: witnesses.some((witness) => witness.length > 0),
    inputs: tx.inputs.map(({ txid, vout, sequence }, index) => ({
      txid: Uint8Array.from(Buffer.from(txid, 'hex')),
      index: vout,
      finalScriptSig: scriptSigs[index]!,
      sequence,
    })),
    outputs: tx.outputs.map(({ sats, script }) => ({ amount: BigInt.asUintN(64, sats), script })),
    witnesses,
    lockTime: tx.lockTime,
  });
}

function displayedHash(bytes: Uint8Array): string {
  return Buffer.from(sha256x2(bytes).reverse()).toString('hex');
}
