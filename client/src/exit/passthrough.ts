/** How a seller leaves a passthrough alone: by its key path, with the own key, whatever the service does. */
import { hex } from '@scure/base';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { passthroughRoot } from '../listing/check-passthrough.ts';
import { type InscriptionExit, type InscriptionMoved, spendByKeyPath } from './spend-by-key-path.ts';

export interface PassthroughExit extends InscriptionExit {
  /** x-only or compressed hex: the market's key in the passthrough, as `checkListing` tells it. */
  readonly marketPublicKey: string;
}

/**
 * Builds the transaction that takes an inscription from its passthrough. Pure. Throws as `spendByKeyPath`. A wrong key makes a signature
 * that no node takes, and loses nothing.
 */
export function takePassthroughBack({ marketPublicKey, ...exit }: PassthroughExit): InscriptionMoved {
  const own = hex.encode(pubSchnorr(exit.secret));
  return spendByKeyPath(exit, passthroughRoot(own, marketPublicKey.slice(-64)));
}
