import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { isPoint, pointAddScalar, pointFromScalar, privateAdd } from 'tiny-secp256k1';
import { RPC, RpcError } from '../rpc/call.ts';
import { scriptOfAddress, withChecksum } from '../rpc/descriptor.ts';
import { isHex } from '../rpc/parameters.ts';
import { secretOfWif } from '../rpc/psbt-library.ts';
import { hash160 } from '../script/hashes.ts';
import { keyPathScript } from '../script/taproot.ts';

/** Where a key comes from: the fingerprint of the first one, and the steps from there. */
export type Origin = { readonly fingerprint: number; readonly path: readonly number[] };

/** A key at one index. `secret` is missing where the descriptor has public keys only. */
export type DerivedKey = {
  readonly publicKey: Uint8Array;
  readonly secret?: Uint8Array;
  readonly origin: Origin;
};

/** What a descriptor says of one index. `key` is missing in `addr()` and `raw()`. */
export type DerivedOutput = {
  readonly script: Uint8Array;
  readonly key?: DerivedKey;
  readonly redeemScript?: Uint8Array;
  /** The descriptor of this very output, without secrets and checksum. */
  readonly text: string;
};

export type Kind = 'pkh' | 'wpkh' | 'sh' | 'tr' | 'rawtr' | 'fixed';

/** A descriptor that was read (BIP380). Texts have no checksum. */
export type Descriptor = {
  readonly kind: Kind;
  readonly isRange: boolean;
  readonly hasSecrets: boolean;
  /** Without secrets. */
  readonly publicText: string;
  /** Without secrets and hardened steps, which become an origin. */
  readonly normalText: string;
  /** The output at an index, any if there is no range. It is derived once. */
  readonly at: (index: number) => DerivedOutput;
  /** The index below `end` whose output has a script (in hex); undefined when there is none. */
  readonly find: (scriptHex: string, end: number) => number | undefined;
};

type KeySource = Pick<Descriptor, 'isRange' | 'hasSecrets'> & {
  readonly publicText: string;
  readonly normalText: string;
  readonly at: (index: number) => DerivedKey;
};

/** As written, with brackets. */
type GivenOrigin = Origin & { readonly text: string };

const HARDENED = 0x80000000;
/** Regtest's tprv and tpub. */
export const VERSIONS = { private: 0x04358394, public: 0x043587cf } as const;
const FORM = /^(?:(pkh|wpkh|tr|rawtr)\(([^(),{}]+)\)|sh\(wpkh\(([^(),{}]+)\)\)|(?:addr|raw)\([^()]*\))$/;
const KEY = /^(?:\[([0-9a-f]{8})((?:\/\d+[h']?)*)\])?([0-9A-Za-z]+)((?:\/\d+[h']?)*)(\/\*)?$/;

/** The library that derives keys. It is loaded when it is first needed. */
export const bip32Library = () => import('@scure/bip32');

const refuse = (message: string) => new RpcError(RPC.INVALID_ADDRESS_OR_KEY, message);

// Wallets read theirs at every call, and forks share them.
const known = new Map<string, Promise<Descriptor>>();
const REMEMBERED = 10_000;

/**
 * Reads `pkh`, `wpkh`, `sh(wpkh)`, `tr` with a key alone, `rawtr`, `addr` and `raw`, with keys in hex, WIF or
 * BIP32 and with `/*` at the end. Rejects with an RpcError -5 on any other form and on a wrong checksum.
 */
export function readDescriptor(text: string): Promise<Descriptor> {
  const remembered = known.get(text);
  if (remembered) return remembered;
  if (known.size >= REMEMBERED) known.clear();
  const reading = parse(text);
  known.set(text, reading);
  reading.catch(() => known.delete(text));
  return reading;
}

async function parse(text: string): Promise<Descriptor> {
  const [body = '', checksum] = text.split('#');
  if (checksum !== undefined && withChecksum(body) !== text)
    throw refuse(
      `Provided checksum '${checksum}' does not match computed checksum '${withChecksum(body).slice(-8)}'`,
    );
  const [, single, inner, nested] = FORM.exec(body) ?? [];
  const keyText = inner ?? nested;
  if (keyText === undefined) return fixed(body);
  const kind = (single ?? 'sh') as Kind;
  const wrap = (key: string) => (kind === 'sh' ? `sh(wpkh(${key}))` : `${kind}(${key})`);
  const source = await readKey(keyText, kind);
  const outputs: DerivedOutput[] = [];
  const indexes = new Map<string, number>();
  const at = (index: number): DerivedOutput => {
    for (let next = outputs.length; next <= (source.isRange ? index : 0); next++) {
      const key = source.at(next);
      const made = outputOf(kind, key);
      const shown = kind === 'tr' || kind === 'rawtr' ? key.publicKey.subarray(1) : key.publicKey;
      outputs.push({ ...made, key, text: wrap(`[${originText(key.origin)}]${hex.encode(shown)}`) });
      indexes.set(hex.encode(made.script), next);
    }
    return outputs[source.isRange ? index : 0]!;
  };
  const find = (scriptHex: string, end: number) => {
    at(end - 1);
    const index = indexes.get(scriptHex);
    return index !== undefined && index < end ? index : undefined;
  };
  const { isRange, hasSecrets, publicText, normalText } = source;
  return { kind, isRange, hasSecrets, publicText: wrap(publicText), normalText: wrap(normalText), at, find };
}

function fixed(body: string): Descriptor {
  const [, name, inner = ''] = /^(addr|raw)\(([^()]*)\)$/.exec(body) ?? [];
  const script =
    name === 'addr' ? scriptOfAddress(inner) : name && isHex(inner) ? hex.decode(inner) : undefined;
  if (!script) {
    if (body.startsWith('addr(')) throw refuse('Address is not valid');
    if (/^(pk|sh|wsh|combo|multi|sortedmulti|tr)\(/.test(body))
      throw refuse(
        `devnode reads pkh(), wpkh(), sh(wpkh()), tr() of a key alone, rawtr(), addr() and raw() descriptors, but not '${withoutSecrets(body)}'`,
      );
    throw refuse(`'${withoutSecrets(body)}' is not a valid descriptor function`);
  }
  const scriptHex = hex.encode(script);
  return {
    kind: 'fixed',
    isRange: false,
    hasSecrets: false,
    publicText: body,
    normalText: body,
    at: () => ({ script, text: body }),
    find: (wanted) => (wanted === scriptHex ? 0 : undefined),
  };
}

/** Errors end up in logs: what may be a private key does not. */
const withoutSecrets = (text: string): string =>
  text.replace(/[tx]prv\w+|\b[5KLc9][1-9A-Za-z]{50,51}\b/g, '…');

function outputOf(kind: Kind, { publicKey }: DerivedKey): Pick<DerivedOutput, 'script' | 'redeemScript'> {
  const hash = hash160(publicKey);
  const witness = Uint8Array.of(0, 20, ...hash);
  if (kind === 'tr') return { script: keyPathScript(publicKey.subarray(1)) };
  if (kind === 'rawtr') return { script: Uint8Array.of(0x51, 32, ...publicKey.subarray(1)) };
  if (kind === 'wpkh') return { script: witness };
  if (kind === 'sh')
    return { script: Uint8Array.of(0xa9, 20, ...hash160(witness), 0x87), redeemScript: witness };
  return { script: Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac) };
}

async function readKey(text: string, kind: Kind): Promise<KeySource> {
  const xOnly = kind === 'tr' || kind === 'rawtr';
  const failure = `${kind}(): key '${withoutSecrets(text)}' is not valid`;
  const [, fingerprint, steps = '', body = '', path = '', star] = KEY.exec(text) ?? [];
  const given = fingerprint
    ? {
        fingerprint: Number.parseInt(fingerprint, 16),
        path: stepsOf(steps),
        text: `[${fingerprint}${steps}]`,
      }
    : undefined;
  if (/^t(prv|pub)/.test(body)) return extendedKey(body, path, star !== undefined, given, failure);
  if (body === '' || path !== '' || star !== undefined) throw refuse(failure);
  const isHexKey = /^[0-9a-f]+$/.test(body);
  const secret = isHexKey ? undefined : await secretOfWif(body);
  if (!isHexKey && !secret) throw refuse(failure);
  const publicKey = secret ? pointFromScalar(secret, true)! : publicBytes(body, kind, failure);
  const origin = given ?? { fingerprint: fingerprintOf(publicKey), path: [] };
  const shown = hex.encode(xOnly ? publicKey.subarray(1) : publicKey);
  const publicText = `${given?.text ?? ''}${shown}`;
  const normalText = given ? `[${originText(given)}]${shown}` : shown;
  const key = { publicKey, ...(secret && { secret }), origin };
  return { isRange: false, hasSecrets: secret !== undefined, publicText, normalText, at: () => key };
}

async function extendedKey(
  body: string,
  pathGiven: string,
  isRange: boolean,
  given: GivenOrigin | undefined,
  failure: string,
): Promise<KeySource> {
  const steps = stepsOf(pathGiven);
  const { HDKey } = await bip32Library();
  let base: HDKey;
  try {
    base = HDKey.fromExtendedKey(body, VERSIONS);
  } catch {
    throw refuse(failure);
  }
  const hasSecrets = base.privateKey !== null;
  const hard = steps.findLastIndex((step) => step >= HARDENED) + 1;
  if (hard > 0 && !hasSecrets) throw refuse('hardened steps need a private key');
  const root = given ?? { fingerprint: base.fingerprint, path: [] };
  const account = steps.slice(0, hard).reduce(child, base);
  const parent = steps.slice(hard).reduce(child, account);
  const star = isRange ? '/*' : '';
  const before = given ? `[${originText(given)}]` : '';
  const normalOrigin = { fingerprint: root.fingerprint, path: [...root.path, ...steps.slice(0, hard)] };
  const normalBefore = hard > 0 ? `[${originText(normalOrigin)}]` : before;
  return {
    isRange,
    hasSecrets,
    publicText: `${given?.text ?? ''}${base.publicExtendedKey}${pathGiven}${star}`,
    normalText: `${normalBefore}${account.publicExtendedKey}${pathText(steps.slice(hard))}${star}`,
    at: (index) => {
      const { publicKey, secret } = isRange ? keyAt(parent, index) : keyOf(parent);
      const path = [...root.path, ...steps, ...(isRange ? [index] : [])];
      return { publicKey, ...(secret && { secret }), origin: { fingerprint: root.fingerprint, path } };
    },
  };
}

const keyOf = ({ publicKey, privateKey }: HDKey) => ({ publicKey: publicKey!, secret: privateKey });

/** One normal step (BIP32), by the curve that verifies: a wallet takes it for each of its addresses. */
function keyAt(parent: HDKey, index: number): ReturnType<typeof keyOf> {
  const { publicKey, secret } = keyOf(parent);
  const step = Uint8Array.of(index >>> 24, index >>> 16, index >>> 8, index);
  const tweak = hmac(sha512, parent.chainCode!, Uint8Array.of(...publicKey, ...step)).subarray(0, 32);
  return { publicKey: pointAddScalar(publicKey, tweak, true)!, secret: secret && privateAdd(secret, tweak) };
}

const child = (key: HDKey, step: number): HDKey => key.deriveChild(step);

const stepsOf = (path: string): number[] =>
  [...path.matchAll(/\/(\d+)([h']?)/g)].map(
    ([, number, hardened]) => Number(number) + (hardened ? HARDENED : 0),
  );

/** `/84h/1h/0h`; empty without steps. */
export const pathText = (path: readonly number[]): string =>
  path.map((step) => (step >= HARDENED ? `/${step - HARDENED}h` : `/${step}`)).join('');

const originText = ({ fingerprint, path }: Origin): string =>
  `${fingerprint.toString(16).padStart(8, '0')}${pathText(path)}`;

const fingerprintOf = (publicKey: Uint8Array): number =>
  Number.parseInt(hex.encode(hash160(publicKey).subarray(0, 4)), 16);

function publicBytes(text: string, kind: Kind, failure: string): Uint8Array {
  const full = (kind === 'tr' || kind === 'rawtr') && text.length === 64 ? `02${text}` : text;
  if (full.length !== 66) throw refuse(failure);
  const bytes = hex.decode(full);
  if (isPoint(bytes)) return bytes;
  throw refuse(`${kind}(): Pubkey '${text}' is invalid`);
}
