/**
 * The policy signer's list of collections, as the operator signs it with the key of the publisher: a
 * compromised service cannot write it, and the number shows a list that was put back from an older copy.
 */
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { taggedHash } from '@ordbook/protocol/bitcoin/taproot';
import type { NetworkName } from '@ordbook/protocol/network';
import { isXOnlyPoint, signSchnorr, verifySchnorr, xOnlyPointFromScalar } from 'tiny-secp256k1';
import type { PolicyCollection } from '../fill-port.ts';

export interface CollectionList {
  readonly network: NetworkName;
  /** 1 for the first list of a publisher; each later one has a higher number. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
  readonly collections: readonly PolicyCollection[];
}

export interface SignedCollectionList extends CollectionList {
  /** The key that signs the key set too, x-only hex. */
  readonly publisher: string;
  /** BIP340, 64 bytes in hex. */
  readonly signature: string;
}

const VERSION = 1;

/** What the publisher signs: every field in a fixed order, without spaces. */
function listHash({
  network,
  number,
  issuedAt,
  publisher,
  collections,
}: Omit<SignedCollectionList, 'signature'>): Uint8Array {
  const listed = collections.map(({ slug, kind, sources }) => ({ slug, kind, sources }));
  const text = JSON.stringify({
    version: VERSION,
    network,
    number,
    issuedAt,
    publisher,
    collections: listed,
  });
  return taggedHash('ordbook/collection-list', new TextEncoder().encode(text));
}

/** Signs a list, its collections in the order of their slugs. `secret`: 32 bytes, the publisher's. */
export function signCollectionList(list: CollectionList, secret: Uint8Array): SignedCollectionList {
  const collections = list.collections
    .map(({ slug, kind, sources }) => ({ slug, kind, sources }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const named = { ...list, collections, publisher: bytesToHex(xOnlyPointFromScalar(secret)) };
  return { ...named, signature: bytesToHex(signSchnorr(listHash(named), secret)) };
}

/** Whether the publisher that a list names has signed it. Its keys and signature have their length. */
export function isSignedList(list: SignedCollectionList): boolean {
  const publisher = hexToBytes(list.publisher);
  return isXOnlyPoint(publisher) && verifySchnorr(listHash(list), publisher, hexToBytes(list.signature));
}
