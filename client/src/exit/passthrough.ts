/**
 * How a seller takes an inscription from a passthrough without the service: by key path, with the seller's
 * key.
 */

import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { hex } from '@scure/base';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { requireOptions } from '../arguments.ts';
import { type InscriptionExit, type InscriptionMoved, spendByKeyPath } from './spend-by-key-path.ts';

/** A listed inscription to move without the service, after it moved into its passthrough output. */
export interface PassthroughExit extends InscriptionExit {
  /** The market's key in the passthrough, x-only or compressed hex, as `checkListing` returns it. */
  readonly marketPublicKey: string;
}

/**
 * Builds the transaction that takes an inscription from its passthrough. Pure. Throws what `spendByKeyPath`
 * throws. A wrong key gives a signature that no node accepts; nothing is lost.
 */
export function takePassthroughBack(given: PassthroughExit): InscriptionMoved {
  requireOptions(given, ['marketPublicKey', 'secret']);
  const { marketPublicKey, ...exit } = given;
  const own = hex.encode(pubSchnorr(exit.secret));
  return spendByKeyPath(exit, hex.decode(passthroughLock(own, marketPublicKey.slice(-64)).leafHash));
}
