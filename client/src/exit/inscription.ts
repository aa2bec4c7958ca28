/**
 * How a seller ends a listing or counter without the service: by moving the inscription. Every earlier
 * signature spends its old output, so all of them are void once this transaction is in a block.
 */
import { type InscriptionExit, type InscriptionMoved, spendByKeyPath } from './spend-by-key-path.ts';

/**
 * Builds the move of an inscription from a taproot address (BIP86) to any address. Pure. Throws what
 * `spendByKeyPath` throws.
 */
export function moveInscription(exit: InscriptionExit): InscriptionMoved {
  return spendByKeyPath(exit);
}
