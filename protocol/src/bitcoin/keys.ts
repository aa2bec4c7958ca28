import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import { isPointCompressed, isXOnlyPoint } from '#curve';
import type { NetworkName } from '../network.ts';
import { refuse } from '../refusals.ts';
import { bytesToHex, hexToBytes } from './bytes.ts';
import { outputKey, taprootScript } from './taproot.ts';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const PARAMS = { mainnet: NETWORK, testnet: TEST_NETWORK, signet: TEST_NETWORK, regtest: REGTEST };

/** Address prefixes of a network, as btc-signer takes them. Testnet and signet share theirs. */
export function networkParams(network: NetworkName): typeof NETWORK {
  return PARAMS[network];
}

export type AddressType = 'p2tr' | 'p2wpkh' | 'p2wsh' | 'p2sh' | 'p2pkh' | 'p2a';

/** btc-signer's names of output scripts, and ours. */
const ADDRESS_TYPES: Readonly<Record<string, AddressType>> = {
  tr: 'p2tr',
  wpkh: 'p2wpkh',
  wsh: 'p2wsh',
  sh: 'p2sh',
  pkh: 'p2pkh',
  p2a: 'p2a',
};

interface DescribedAddress {
  readonly type: AddressType;
  readonly script: string;
}

/**
 * Recently decoded addresses, by network. Decoding a taproot address takes a square root on the curve, and a
 * purchase reads the same few addresses dozens of times.
 */
const described = new Map<string, DescribedAddress>();
const MAX_DESCRIBED = 4_096;

/** The script (hex) and type of an address of `network`. Throws Refusal `bad_address` on anything else. */
export function describeAddress(address: string, network: NetworkName): DescribedAddress {
  const name = `${network} ${address}`;
  const known = described.get(name);
  if (known) return known;
  const read = readAddress(address, network);
  if (described.size >= MAX_DESCRIBED) described.clear();
  described.set(name, read);
  return read;
}

function readAddress(address: string, network: NetworkName): DescribedAddress {
  try {
    const decoded = Address(networkParams(network)).decode(address);
    const type = ADDRESS_TYPES[decoded.type];
    if (decoded.type === 'tr') {
      const script = bytesToHex(taprootScript(decoded.pubkey));
      if (isTaprootScript(script)) return { type: 'p2tr', script };
    } else if (type) return { type, script: bytesToHex(OutScript.encode(decoded)) };
  } catch {
    // refused below: btc-signer's reasons (checksum, prefix, length) do not help a client
  }
  return refuse('bad_address', `${address} is not an address of ${network}${whyNot(address, network)}`);
}

/**
 * Whether a script (hex) is that of a taproot output whose key is on the curve. To check that, btc-signer
 * takes a square root in JavaScript: twenty times as long.
 */
export function isTaprootScript(script: string): boolean {
  return /^5120[0-9a-f]{64}$/.test(script) && isXOnlyPoint(hexToBytes(script.slice(4)));
}

/** The reason, where it is known: another network, or a typing error that the checksum shows. */
function whyNot(address: string, network: NetworkName): string {
  const elsewhere = (['mainnet', 'testnet', 'regtest'] as const).find(
    (other) => networkParams(other) !== networkParams(network) && isAddressOf(address, other),
  );
  if (elsewhere) return `; it is one of ${elsewhere}`;
  const isWritten =
    /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,}$/i.test(address) || /^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(address);
  return isWritten ? '; its checksum does not match, so a character is wrong or missing' : '';
}

function isAddressOf(address: string, network: NetworkName): boolean {
  try {
    Address(networkParams(network)).decode(address);
    return true;
  } catch {
    return false;
  }
}

/** The output script (hex) that pays `address`. Throws Refusal `bad_address`. */
export function scriptOf(address: string, network: NetworkName): string {
  return describeAddress(address, network).script;
}

/** The address of an output script (hex), or null when it has none (OP_RETURN, bare multisig, unknown). */
export function addressOf(script: string, network: NetworkName): string | null {
  try {
    const decoded = isTaprootScript(script)
      ? ({ type: 'tr', pubkey: hexToBytes(script.slice(4)) } as const)
      : OutScript.decode(hexToBytes(script));
    return Address(networkParams(network)).encode(decoded);
  } catch {
    return null;
  }
}

/**
 * The x-only form (64 hex) of a key sent as x-only or compressed hex. Throws Refusal `bad_public_key` when it
 * is neither, or not a point on the curve.
 */
export function xOnlyKey(publicKey: string): string {
  if (/^[0-9a-f]{64}$/.test(publicKey) && isXOnlyPoint(hexToBytes(publicKey))) return publicKey;
  if (/^0[23][0-9a-f]{64}$/.test(publicKey) && isPointCompressed(hexToBytes(publicKey)))
    return publicKey.slice(2);
  return refuse('bad_public_key', `${publicKey} is not an x-only or compressed public key in lowercase hex`);
}

/** ripemd160(sha256(bytes)), as in P2WPKH and P2SH addresses. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Script (hex) of the taproot output that `internalKey` (x-only hex) spends by key path. Source: BIP86. */
export function bip86Script(internalKey: string): string {
  return bytesToHex(taprootScript(outputKey(hexToBytes(internalKey)).key));
}

/** The BIP86 taproot address of a key (x-only or compressed hex). Throws Refusal `bad_public_key`. */
export function ordinalsAddressOf(publicKey: string, network: NetworkName): string {
  const { key } = outputKey(hexToBytes(xOnlyKey(publicKey)));
  // not by its script: to check a key that we have just made, btc-signer takes a square root in JavaScript
  return Address(networkParams(network)).encode({ type: 'tr', pubkey: key });
}

/**
 * The script (hex) of the operator's anchors and coins: P2TR of the anchor key, or as a client saw it. A
 * taproot signature commits to the values of all inputs, so a false value of another coin cannot turn the
 * operator's sats into a fee. Source: BIP341, BIP86.
 */
export function operatorScript(
  operator: { readonly anchor: string } | { readonly operatorScript: string },
): string {
  return 'anchor' in operator ? bip86Script(operator.anchor) : operator.operatorScript;
}

/** The address of the operator's anchors and coins. */
export function anchorAddress(keys: { readonly anchor: string }, network: NetworkName): string {
  return addressOf(operatorScript(keys), network)!;
}
