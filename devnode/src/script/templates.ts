import { OP } from './opcodes.ts';
import { isPushOnly, operationAt } from './script-bytes.ts';

/** A witness program: version 0..16 and its 2..40 bytes (BIP141). */
export interface WitnessProgram {
  readonly version: number;
  readonly program: Uint8Array;
}

/** The witness program a script is, or null. */
export function witnessProgramOf(script: Uint8Array): WitnessProgram | null {
  if (script.length < 4 || script.length > 42) return null;
  const opcode = script[0]!;
  if (opcode !== OP.OP_0 && (opcode < OP.OP_1 || opcode > OP.OP_16)) return null;
  if (script[1]! + 2 !== script.length) return null;
  return { version: opcode === OP.OP_0 ? 0 : opcode - OP.OP_1 + 1, program: script.subarray(2) };
}

function isProgram(script: Uint8Array, opcode: number, length: number): boolean {
  return script.length === length + 2 && script[0] === opcode && script[1] === length;
}

/** True for a pay-to-taproot script (BIP341). */
export function isP2tr(script: Uint8Array): boolean {
  return isProgram(script, OP.OP_1, 32);
}

/** True for a pay-to-witness-public-key-hash script. */
export function isP2wpkh(script: Uint8Array): boolean {
  return isProgram(script, OP.OP_0, 20);
}

/** True for a pay-to-witness-script-hash script. */
export function isP2wsh(script: Uint8Array): boolean {
  return isProgram(script, OP.OP_0, 32);
}

/** True for a pay-to-anchor script, which anyone may spend with an empty witness. */
export function isP2a(script: Uint8Array): boolean {
  return isProgram(script, OP.OP_1, 2) && script[2] === 0x4e && script[3] === 0x73;
}

/** True for a pay-to-script-hash script (BIP16). */
export function isP2sh(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === OP.HASH160 && script[1] === 20 && script[22] === OP.EQUAL;
}

/** True for a pay-to-public-key-hash script. */
export function isP2pkh(script: Uint8Array): boolean {
  return (
    script.length === 25 &&
    script[0] === OP.DUP &&
    script[1] === OP.HASH160 &&
    script[2] === 20 &&
    script[23] === OP.EQUALVERIFY &&
    script[24] === OP.CHECKSIG
  );
}

/** True for a script that starts with OP_RETURN and only pushes after it (a data carrier). */
export function isNullData(script: Uint8Array): boolean {
  return script[0] === OP.RETURN && isPushOnly(script.subarray(1));
}

/** True for a script that no witness and no scriptSig can satisfy, so that its coins leave the UTXO set. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === OP.RETURN || script.length > 10_000;
}

/** A scriptPubKey's form, named as in Core's RPC (`scriptPubKey.type`). */
export type OutputType =
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'multisig'
  | 'nulldata'
  | 'anchor'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'witness_unknown'
  | 'nonstandard';

/** The form of a scriptPubKey as a node names it. */
export function outputTypeOf(script: Uint8Array): OutputType {
  if (isP2sh(script)) return 'scripthash';
  const witness = witnessProgramOf(script);
  if (witness) {
    if (isP2wpkh(script)) return 'witness_v0_keyhash';
    if (isP2wsh(script)) return 'witness_v0_scripthash';
    if (isP2tr(script)) return 'witness_v1_taproot';
    if (isP2a(script)) return 'anchor';
    return witness.version === 0 ? 'nonstandard' : 'witness_unknown';
  }
  if (isNullData(script)) return 'nulldata';
  if (isP2pk(script)) return 'pubkey';
  if (isP2pkh(script)) return 'pubkeyhash';
  return isBareMultisig(script) ? 'multisig' : 'nonstandard';
}

function isPublicKeyShape(key: Uint8Array): boolean {
  const [header] = key;
  if (key.length === 33) return header === 2 || header === 3;
  return key.length === 65 && (header === 4 || header === 6 || header === 7);
}

/** True for a pay-to-public-key script, compressed or not. */
export function isP2pk(script: Uint8Array): boolean {
  return (
    (script.length === 35 || script.length === 67) &&
    script[0] === script.length - 2 &&
    script.at(-1) === OP.CHECKSIG &&
    isPublicKeyShape(script.subarray(1, -1))
  );
}

/** The m and n of a bare multisig of at most 16 keys, or null. */
export function bareMultisigOf(script: Uint8Array): { required: number; keys: number } | null {
  if (script.length < 3 || script.at(-1) !== OP.CHECKMULTISIG) return null;
  const required = script[0]! - OP.OP_1 + 1;
  const keys = script.at(-2)! - OP.OP_1 + 1;
  if (required < 1 || keys > 16 || required > keys) return null;
  let at = 1;
  for (let found = 0; found < keys; found++) {
    const key = operationAt(script, at);
    if (!key || !isPublicKeyShape(key.data)) return null;
    at = key.next;
  }
  return at === script.length - 2 ? { required, keys } : null;
}

/** True for a bare multisig script. */
export function isBareMultisig(script: Uint8Array): boolean {
  return bareMultisigOf(script) !== null;
}
