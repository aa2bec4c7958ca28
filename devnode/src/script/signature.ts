import { ecdsaVerifies, schnorrVerifies } from './curve.ts';
import { decodeLaxDer, isLowS, isStrictDer } from './der.ts';
import { SCRIPT_FLAGS, type ScriptFlags } from './flags.ts';
import { ScriptFailure } from './script-error.ts';
import { sighashLegacy } from './sighash-legacy.ts';
import { sighashTaproot, type TaprootContext } from './sighash-taproot.ts';
import { SIGHASH } from './sighash-type.ts';
import { sighashV0 } from './sighash-v0.ts';
import type { Spend } from './spend.ts';

/** The rules a script runs under: before segwit, segwit v0 (BIP141) or tapscript (BIP342). */
export type ScriptVersion = 'legacy' | 'v0' | 'tapscript';

/**
 * Refuses an ECDSA signature (with its sighash byte) whose form the flags forbid. The empty signature, which
 * is how to fail on purpose, always passes.
 * @throws ScriptFailure SIG_DER, SIG_HIGH_S, SIG_HASHTYPE
 */
export function checkSignatureEncoding(signature: Uint8Array, flags: ScriptFlags): void {
  if (signature.length === 0) return;
  const strict = SCRIPT_FLAGS.DERSIG | SCRIPT_FLAGS.LOW_S | SCRIPT_FLAGS.STRICTENC;
  if ((flags & strict) !== 0 && !isStrictDer(signature)) throw new ScriptFailure('SIG_DER');
  if ((flags & SCRIPT_FLAGS.LOW_S) !== 0) {
    const compact = decodeLaxDer(signature.subarray(0, -1));
    if (!compact || !isLowS(compact)) throw new ScriptFailure('SIG_HIGH_S');
  }
  if ((flags & SCRIPT_FLAGS.STRICTENC) !== 0) {
    const outputs = signature.at(-1)! & ~SIGHASH.ANYONECANPAY;
    if (outputs < SIGHASH.ALL || outputs > SIGHASH.SINGLE) throw new ScriptFailure('SIG_HASHTYPE');
  }
}

/**
 * Refuses a public key whose form the flags forbid.
 * @throws ScriptFailure PUBKEYTYPE, WITNESS_PUBKEYTYPE
 */
export function checkPublicKeyEncoding(key: Uint8Array, flags: ScriptFlags, version: ScriptVersion): void {
  const compressed = key.length === 33 && (key[0] === 2 || key[0] === 3);
  const uncompressed = key.length === 65 && key[0] === 4;
  if ((flags & SCRIPT_FLAGS.STRICTENC) !== 0 && !compressed && !uncompressed)
    throw new ScriptFailure('PUBKEYTYPE');
  if ((flags & SCRIPT_FLAGS.WITNESS_PUBKEYTYPE) !== 0 && version === 'v0' && !compressed)
    throw new ScriptFailure('WITNESS_PUBKEYTYPE');
}

/** True when `signature` (with its sighash byte) signs this input over `scriptCode`. */
export function ecdsaSigns(
  spend: Spend,
  inputIndex: number,
  scriptCode: Uint8Array,
  version: ScriptVersion,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const hashType = signature.at(-1);
  if (hashType === undefined) return false;
  const hash =
    version === 'v0'
      ? sighashV0(spend, inputIndex, scriptCode, hashType)
      : sighashLegacy(spend.tx, inputIndex, scriptCode, hashType);
  return ecdsaVerifies(hash, publicKey, signature.subarray(0, -1));
}

/**
 * Checks a taproot signature: 64 bytes (sighash DEFAULT) or 65 with an explicit type.
 * @throws ScriptFailure SCHNORR_SIG_SIZE, SCHNORR_SIG_HASHTYPE, SCHNORR_SIG
 */
export function checkSchnorrSignature(
  spend: Spend,
  inputIndex: number,
  context: TaprootContext,
  signature: Uint8Array,
  publicKey: Uint8Array,
): void {
  if (signature.length !== 64 && signature.length !== 65) throw new ScriptFailure('SCHNORR_SIG_SIZE');
  const hashType = signature[64] ?? SIGHASH.DEFAULT;
  if (signature.length === 65 && hashType === SIGHASH.DEFAULT)
    throw new ScriptFailure('SCHNORR_SIG_HASHTYPE');
  const hash = sighashTaproot(spend, inputIndex, hashType, context);
  if (!hash) throw new ScriptFailure('SCHNORR_SIG_HASHTYPE');
  if (!schnorrVerifies(hash, publicKey, signature.subarray(0, 64))) throw new ScriptFailure('SCHNORR_SIG');
}
