import { sha256 } from '@noble/hashes/sha2.js';
import { bip86Script, ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { TAPSCRIPT } from '@ordbook/protocol/bitcoin/taproot';
import { keyPathSecret } from '@ordbook/server/signer/signing/keys';
import { schnorr } from '@ordbook/server/signer/signing/signatures';
import { hex, utf8 } from '@scure/base';
import {
  Address,
  OutScript,
  p2sh,
  p2wpkh,
  SigHash,
  TEST_NETWORK,
  type Transaction,
  WIF,
} from '@scure/btc-signer';
import { pointFromScalar, xOnlyPointFromScalar } from 'tiny-secp256k1';

/** Bitcoin regtest: testnet's versions with its own bech32 prefix. */
export const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

export type KeyType = 'p2wpkh' | 'p2sh-p2wpkh' | 'p2tr';

/** One key of the sandbox, with everything a wallet needs to use it. Regtest only: these keys are public. */
export interface SandboxKey {
  readonly address: string;
  /** Compressed hex; x-only for taproot. */
  readonly publicKey: string;
  readonly wif: string;
  readonly type: KeyType;
}

export interface SandboxWallet {
  readonly name: string;
  readonly ordinals: SandboxKey;
  readonly payment: SandboxKey;
}

export type WalletShape = KeyType | 'same';

/** The same name always gives the same wallet, so that scripts survive a restart of the sandbox. */
export function walletOf(name: string, shape: WalletShape): SandboxWallet {
  const ordinals = keyOf(`${name} ordinals`, 'p2tr');
  return { name, ordinals, payment: shape === 'same' ? ordinals : keyOf(`${name} payment`, shape) };
}

export function keyOf(name: string, type: KeyType): SandboxKey {
  const secret = secretOf(name);
  const publicKey = hex.encode(type === 'p2tr' ? xOnlyPointFromScalar(secret) : compressedKey(secret));
  return { address: payTo(secret, type).address!, publicKey, wif: WIF(REGTEST).encode(secret), type };
}

export function secretOf(name: string): Uint8Array {
  return sha256(utf8.decode(`ordbook sandbox: ${name}`));
}

/**
 * How a key's coins are locked: script, and what an input needs to be signed. Keys and signatures of the
 * sandbox are made by libsecp256k1: the library's own curve first builds tables for tens of milliseconds.
 */
export function payTo(secret: Uint8Array, type: KeyType) {
  if (type === 'p2tr') {
    const tapInternalKey = xOnlyPointFromScalar(secret);
    const key = hex.encode(tapInternalKey);
    return {
      script: hex.decode(bip86Script(key)),
      address: ordinalsAddressOf(key, 'regtest'),
      tapInternalKey,
    };
  }
  const witness = p2wpkh(compressedKey(secret), REGTEST);
  return type === 'p2wpkh' ? witness : p2sh(witness, REGTEST);
}

function compressedKey(secret: Uint8Array): Uint8Array {
  return pointFromScalar(secret, true)!;
}

/** The hash that a taproot input signs with DEFAULT: for its key path, or for a leaf. */
export function taprootHash(transaction: Transaction, index: number, leaf?: Uint8Array): Uint8Array {
  const spent = Array.from(
    { length: transaction.inputsLength },
    (_, i) => transaction.getInput(i).witnessUtxo!,
  );
  return transaction.preimageWitnessV1(
    index,
    spent.map(({ script }) => script),
    SigHash.DEFAULT,
    spent.map(({ amount }) => amount),
    undefined,
    leaf,
    leaf && TAPSCRIPT,
  );
}

/** Signs inputs that `payTo(secret, 'p2tr')` locks. */
export function signKeyPath(transaction: Transaction, indexes: Iterable<number>, secret: Uint8Array): void {
  const tweaked = keyPathSecret(secret);
  for (const index of indexes)
    transaction.updateInput(index, { tapKeySig: schnorr(taprootHash(transaction, index), tweaked) }, true);
}

/** The script of a regtest address; throws when it is none. */
export function scriptOf(address: string): Uint8Array {
  return OutScript.encode(Address(REGTEST).decode(address));
}
