/**
 * The seller's own way to end a listing or counter: move the inscription. Every signature given for it spends the output in which it lay,
 * so all of them are worthless once this transaction is in a block.
 */
import { type InscriptionExit, type InscriptionMoved, spendByKeyPath } from './spend-by-key-path.ts';

/** Moves an inscription from a taproot address of the wallet (BIP86) to any address. Pure. Throws as `spendByKeyPath`. */
export function moveInscription(exit: InscriptionExit): InscriptionMoved {
  return spendByKeyPath(exit);
}
