import { randomBytes } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { networkParams } from '@ordbook/protocol/bitcoin/keys';
import { tapTweak } from '@ordbook/protocol/bitcoin/taproot';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { NetworkName } from '@ordbook/protocol/network';
import { WIF } from '@scure/btc-signer';
import { isPrivate, pointFromScalar, privateAdd, privateNegate, xOnlyPointFromScalar } from 'tiny-secp256k1';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Check } from 'typebox/value';
import { withFile } from '../../base/file-fault.ts';
import { decryptKeys, isEncrypted, type Passphrase } from './encrypted-keys.ts';

/** The operator's secrets as text: each 32 bytes in hex, or WIF (compressed) of the network. */
export interface OperatorSecrets {
  /** Co-signs passthroughs. */
  readonly market: string;
  /** Owns the anchors and the operator's other coins. */
  readonly anchor: string;
}

/** The secrets in the form used for signing, and the public keys. */
export interface OperatorKeyring {
  readonly market: Uint8Array;
  /** Tweaked (BIP86): signs the key path of the operator's coins. */
  readonly anchor: Uint8Array;
  readonly publicKeys: OperatorKeys;
}

const keyFile = Compile(Type.Object({ market: Type.String(), anchor: Type.String() }));

/** Mode bits of a file for everyone but its owner. */
const OTHERS = 0o077;

/** Reads both secrets. Throws an Error that names the key but never shows it. */
export function keyring(secrets: OperatorSecrets, network: NetworkName): OperatorKeyring {
  const market = secretOf(secrets.market, 'market', network);
  const anchor = secretOf(secrets.anchor, 'anchor', network);
  if (bytesToHex(market) === bytesToHex(anchor)) throw new Error('the market and anchor keys must differ');
  return {
    market,
    anchor: keyPathSecret(anchor),
    publicKeys: {
      market: bytesToHex(xOnlyPointFromScalar(market)),
      anchor: bytesToHex(xOnlyPointFromScalar(anchor)),
    },
  };
}

/**
 * The secret that signs the key path of a BIP86 output of `secret`'s key. Source: BIP341,
 * `taproot_tweak_seckey`.
 */
export function keyPathSecret(secret: Uint8Array): Uint8Array {
  const hasOddY = pointFromScalar(secret, true)![0] === 3;
  const even = hasOddY ? privateNegate(secret) : secret;
  return privateAdd(even, tapTweak(xOnlyPointFromScalar(secret)))!;
}

/** Reads one secret, 32 bytes in hex or WIF. Throws an Error that names the key but never shows it. */
export function secretOf(text: string, name: string, network: NetworkName): Uint8Array {
  const secret = /^[0-9a-f]{64}$/i.test(text) ? hexToBytes(text) : fromWif(text, network);
  if (!secret || !isPrivate(secret)) {
    throw new Error(`the ${name} key is neither 32 bytes in hex nor a WIF key of ${network}`);
  }
  return secret;
}

function fromWif(text: string, network: NetworkName): Uint8Array | null {
  try {
    return WIF(networkParams(network)).decode(text);
  } catch {
    return null;
  }
}

/** New random secrets, in hex. */
export function generateSecrets(): OperatorSecrets {
  return { market: randomSecret(), anchor: randomSecret() };
}

/** 32 bytes, hex. */
export function randomSecret(): string {
  for (;;) {
    const secret = randomBytes(32);
    if (isPrivate(secret)) return secret.toString('hex');
  }
}

/** Writes a key file that only its owner can read. Throws an Error when `path` exists. */
export async function writeKeyFile(path: string, secrets: object): Promise<void> {
  await withFile(path, 'the key file', () =>
    writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { flag: 'wx', mode: 0o600 }),
  );
}

/**
 * Reads a key file, which may be encrypted. Throws an Error when it is missing, malformed, encrypted with
 * another passphrase, or accessible to anyone but its owner.
 */
export async function readKeyFile(path: string, passphrase?: Passphrase): Promise<OperatorSecrets> {
  const content = parsed(await readSecretText(path, passphrase));
  if (!keyFile.Check(content))
    throw new Error(`${path} is not a key file; it must be {"market": "…", "anchor": "…"}`);
  return content;
}

/**
 * Reads the key file of the policy or gate signer: one secret under the role's name. Throws what
 * `readKeyFile` throws.
 */
export async function readRoleKeyFile<Role extends string>(
  path: string,
  role: Role,
  passphrase?: Passphrase,
): Promise<string> {
  const content = parsed(await readSecretText(path, passphrase));
  if (!Check(Type.Object({ [role]: Type.String() }), content))
    throw new Error(`${path} is not a key file of the ${role} signer; it must be {"${role}": "…"}`);
  return content[role]!;
}

/** The text of a key file, decrypted when it is encrypted. Throws what `readKeyFile` throws. */
export async function readSecretText(path: string, passphrase?: Passphrase): Promise<string> {
  const text = await readPrivately(path);
  if (!isEncrypted(text)) return text;
  if (!passphrase)
    throw new Error(
      `${path} is encrypted; run \`ordbook keys decrypt --file ${path}\` first, or give its passphrase`,
    );
  return decryptKeys(text, await passphrase(), path);
}

export async function readPrivately(path: string): Promise<string> {
  const file = await withFile(path, 'the key file', () => open(path, 'r'));
  try {
    // check the open file, not the path, which could be swapped in between
    const { mode } = await file.stat();
    if ((mode & OTHERS) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new Error(`${path} has mode ${shown}; make it accessible to its owner only (chmod 600)`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // the parser's message would show a part of the file
    return undefined;
  }
}
