/** Coins of one key: their inputs, and sizes of what spends them. */
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { hex } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { WrongArgument } from '../arguments.ts';
import type { Coin } from '../signing/psbt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { type NetworkName, scriptOf } from '../wallet/network.ts';
import { type KeyType, type SigningKey, signingKey } from '../wallet/signing-key.ts';

/** A coin at the address of a key. A wrong value gives a signature that no node accepts. */
export interface KeyCoin extends Coin {
  readonly type: KeyType;
  /** The secret of the key of its address, 32 bytes. */
  readonly secret: Uint8Array;
}

/** Options that every exit needs, and those of a coin. */
export const EXIT = ['secret', 'toAddress', 'network', 'feeRate'];
export const COIN = ['txid', 'vout', 'valueSats'];

/** The script of `toAddress`. Throws `WrongArgument` when it is no address of `network`. */
export function destination(toAddress: string, network: NetworkName): Uint8Array {
  try {
    return scriptOf(toAddress, network);
  } catch {
    throw new WrongArgument('toAddress', `is ${toAddress}, which is no address of ${network}`);
  }
}

/** vB: version, lock time, counts and the segwit marker. */
export const FRAME_VBYTES = 10.5;
/** Size of an input with its witness, vB; ECDSA signatures count at their longest. */
export const INPUT_VBYTES: Readonly<Record<KeyType, number>> = { p2tr: 57.5, p2wpkh: 68, 'p2sh-p2wpkh': 91 };

export function keyOf({ type, secret }: Pick<KeyCoin, 'type' | 'secret'>, network: NetworkName): SigningKey {
  return signingKey({ type, secret: hex.encode(secret) }, network);
}

/** The input that spends a coin, ready to sign. */
export function inputOf(coin: KeyCoin, network: NetworkName): Parameters<Transaction['addInput']>[0] {
  const { script, redeemScript } = keyOf(coin, network);
  return {
    ...outpointOf(coin),
    witnessUtxo: { script, amount: BigInt(coin.valueSats) },
    ...(coin.type === 'p2tr' ? { tapInternalKey: pubSchnorr(coin.secret) } : {}),
    ...(redeemScript ? { redeemScript } : {}),
  };
}

/** Sequence: may be replaced by one with a higher fee. */
export function outpointOf({ txid, vout }: Coin) {
  return { txid, index: vout, sequence: 0xfffffffd };
}

/** Size of an output, vB. */
export function outputBytes(script: Uint8Array): number {
  return 9 + script.length;
}

/** Throws `UnsafePsbt` with `fix` when no node relays an output of so many sats. */
export function requireAboveDust(sats: number, script: Uint8Array, address: string, fix: string): void {
  demand(sats >= dustSats(script), () => {
    return `${sats} sats are dust at ${address}, which needs at least ${dustSats(script)}; ${fix}`;
  });
}

/** The least sats of an output that nodes relay. */
export function dustSats(script: Uint8Array): number {
  return dustLimit(hex.encode(script));
}
