/**
 * Signs a PSBT exactly as `inputsToSign` says, and nothing else. An entry that cannot be followed exactly, or
 * whose signature would authorise more than it says, is refused before any input is signed.
 */
import { isLeafInOutput } from '@ordbook/judge';
import { base64, hex } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import { concatBytes, equalBytes, signECDSA, signSchnorr } from '@scure/btc-signer/utils.js';
import { type Psbt, readPsbt } from '../signing/psbt.ts';
import { leafHashOf, taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { keyHashHash, taprootHash } from './signature-hash.ts';
import type { SigningKey } from './signing-key.ts';
import type { InputToSign, OwnPassthrough, SigningRequest } from './wallet.ts';

/** The sighash types that are signed. NONE is missing on purpose: it lets anyone choose the outputs. */
const ALLOWED: ReadonlySet<number> = new Set([0x00, 0x01, 0x81, 0x83]);
const SINGLE = 3;

/**
 * Returns the signed PSBT, base64. `keys`: all keys of the wallet; `passthrough`: the one that its owner
 * takes back. Throws `UnsafePsbt`.
 */
export function signPsbt(
  keys: readonly SigningKey[],
  { psbtBase64, inputsToSign }: SigningRequest,
  passthrough?: OwnPassthrough,
): string {
  const psbt = readPsbt(psbtBase64);
  const asked = new Set<number>();
  const signatures = inputsToSign.flatMap((entry) => {
    const key = keyFor(keys, entry);
    demand(
      entry.signingIndexes.length > 0,
      () => `the entry for ${entry.address} in inputsToSign has no inputs`,
    );
    return entry.signingIndexes.map((index) => {
      demand(!asked.has(index), () => `inputsToSign has input ${index} twice`);
      asked.add(index);
      return { index, fields: signature(psbt, index, key, entry, passthrough) };
    });
  });
  demand(signatures.length > 0, () => 'inputsToSign is empty');
  for (const { index, fields } of signatures) psbt.transaction.updateInput(index, fields, true);
  return base64.encode(psbt.transaction.toPSBT());
}

function keyFor(keys: readonly SigningKey[], { address, publicKey }: InputToSign): SigningKey {
  const key = keys.find((own) => own.address === address);
  demand(key !== undefined, () => `${address} is not an address of this wallet`);
  demand(publicKey === undefined || publicKey.slice(-64) === key.xOnly, () => {
    return `${publicKey} is not the key of ${address}`;
  });
  return key;
}

type SignatureFields = Parameters<Transaction['updateInput']>[1];

function signature(
  psbt: Psbt,
  index: number,
  key: SigningKey,
  entry: InputToSign,
  passthrough: OwnPassthrough | undefined,
): SignatureFields {
  const input = psbt.inputs[index];
  demand(input !== undefined, () => `input ${index} does not exist`);
  const { fields } = input;
  demand(!fields.finalScriptWitness && !fields.finalScriptSig, () => `input ${index} is already finalised`);
  const sighash = sighashFor(psbt, index, key, entry);
  const leaves = fields.tapLeafScript ?? [];
  if (entry.disableTweakSigner) {
    demand(leaves.length === 1, () => `input ${index} has ${leaves.length} leaves to sign, not one`);
    return leafSignature(psbt, index, key, sighash);
  }
  demand(leaves.length === 0, () => {
    return `input ${index} has a leaf: a key path signature would spend it without the other signers`;
  });
  if (passthrough && input.txid === passthrough.txid && input.vout === passthrough.vout)
    return passthroughSignature(psbt, index, key, sighash, hex.decode(passthrough.merkleRoot));
  demand(equalBytes(input.script, key.script), () => {
    return `input ${index} spends ${hex.encode(input.script)}, which is not ${key.address}`;
  });
  return key.type === 'p2tr'
    ? { tapKeySig: schnorr(psbt, index, key.tweakedSecret(), sighash) }
    : { partialSig: [[hex.decode(key.publicKey), ecdsa(psbt, index, key, sighash)]] };
}

/** The requested sighash. Throws `UnsafePsbt` when the PSBT contradicts it, or it is not safe to sign. */
function sighashFor(psbt: Psbt, index: number, key: SigningKey, { sigHash }: InputToSign): number {
  const own = key.type === 'p2tr' ? 0 : 1;
  // 0 means DEFAULT for taproot; ECDSA has no DEFAULT, and wallets read it as ALL
  const sighash = sigHash === undefined || (sigHash === 0 && own === 1) ? own : sigHash;
  demand(
    ALLOWED.has(sighash),
    () => `input ${index} asks for sighash ${sighash}, which is never signed here`,
  );
  const stated = psbt.inputs[index]?.fields.sighashType;
  demand(stated === undefined || stated === sighash, () => {
    return `input ${index} has sighash ${stated} in the PSBT, but inputsToSign asks for ${sighash}`;
  });
  demand((sighash & SINGLE) !== SINGLE || index < psbt.outputs.length, () => {
    return `inputsToSign asks for SINGLE on input ${index}, but output ${index} does not exist`;
  });
  return sighash;
}

/**
 * Signs the key path of a passthrough: DEFAULT only, so that the signature is valid for this transaction
 * only.
 */
function passthroughSignature(
  psbt: Psbt,
  index: number,
  key: SigningKey,
  sighash: number,
  merkleRoot: Uint8Array,
): SignatureFields {
  const { script, fields } = psbt.inputs[index]!;
  demand(key.type === 'p2tr' && equalBytes(script, taprootScript(hex.decode(key.xOnly), merkleRoot)), () => {
    return `input ${index} spends ${hex.encode(script)}, which is not a passthrough of ${key.address}`;
  });
  const shown = fields.tapMerkleRoot;
  demand(shown !== undefined && equalBytes(shown, merkleRoot), () => {
    return `input ${index} has the merkle root ${shown && hex.encode(shown)}, not ${hex.encode(merkleRoot)}`;
  });
  demand(sighash === 0, () => {
    return `input ${index} asks for sighash ${sighash}; a passthrough is taken back with DEFAULT only`;
  });
  return { tapKeySig: schnorr(psbt, index, key.tweakedSecret(merkleRoot), sighash) };
}

function leafSignature(psbt: Psbt, index: number, key: SigningKey, sighash: number): SignatureFields {
  const { script, fields } = psbt.inputs[index]!;
  const [control, versioned] = fields.tapLeafScript![0]!;
  const leaf = versioned.subarray(0, -1);
  const leafVersion = versioned.at(-1)!;
  demand(isLeafInOutput(hex.encode(script), control, versioned), () => {
    return `the leaf of input ${index} is not in the output that it spends`;
  });
  demand(hex.encode(leaf).includes(`20${key.xOnly}`), () => {
    return `the leaf of input ${index} does not have the key of ${key.address}`;
  });
  const leafHash = leafHashOf(versioned);
  const made = schnorr(psbt, index, key.secret, sighash, { leaf, leafVersion });
  return { tapScriptSig: [[{ pubKey: hex.decode(key.xOnly), leafHash }, made]] };
}

function schnorr(
  psbt: Psbt,
  index: number,
  secret: Uint8Array,
  sighash: number,
  path?: { readonly leaf: Uint8Array; readonly leafVersion: number },
): Uint8Array {
  const made = signSchnorr(taprootHash(psbt, index, sighash, path), secret);
  return sighash === 0 ? made : concatBytes(made, Uint8Array.of(sighash));
}

function ecdsa(psbt: Psbt, index: number, key: SigningKey, sighash: number): Uint8Array {
  const { fields } = psbt.inputs[index]!;
  if (key.redeemScript) {
    const given = fields.redeemScript;
    demand(given === undefined || equalBytes(given, key.redeemScript), () => {
      return `the redeem script of input ${index} is not that of ${key.address}`;
    });
  }
  const hash = keyHashHash(psbt, index, sighash, hex.decode(key.publicKey));
  return concatBytes(signECDSA(hash, key.secret, true), Uint8Array.of(sighash));
}
