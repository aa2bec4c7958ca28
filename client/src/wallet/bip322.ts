import { hex, utf8 } from '@scure/base';
import { RawWitness, Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import type { SigningKey } from './signing-key.ts';

/**
 * The BIP-322 "simple" signature of `message`: the witness of the virtual transaction `to_sign`, as hex.
 * P2WPKH and P2SH-P2WPKH sign with ALL, P2TR by key path with DEFAULT. Source: BIP-322.
 */
export function signMessage(key: SigningKey, message: string): string {
  const toSign = new Transaction({
    version: 0,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
  });
  toSign.addInput({
    txid: toSpendTxid(message, key.script),
    index: 0,
    sequence: 0,
    witnessUtxo: { script: key.script, amount: 0n },
    ...(key.redeemScript ? { redeemScript: key.redeemScript } : {}),
    ...(key.type === 'p2tr' ? { tapInternalKey: hex.decode(key.xOnly) } : {}),
  });
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  toSign.signIdx(key.secret, 0);
  toSign.finalizeIdx(0);
  return hex.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness!));
}

/** The txid of BIP-322's virtual transaction, which commits to the message and pays the address 0 sats. */
function toSpendTxid(message: string, script: Uint8Array): string {
  const messageHash = tagSchnorr('BIP0322-signed-message', utf8.decode(message));
  const bytes = RawOldTx.encode({
    version: 0,
    lockTime: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0x00, 0x20), messageHash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
  });
  return hex.encode(sha256x2(bytes).reverse());
}
