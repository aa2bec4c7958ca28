/** Why a proof shows nothing. Each code is explained in `docs/protocol/custody.md`. */
export type CustodyFaultCode =
  /** Not a proof, or not one of this version: cut, padded, longer than the bound. */
  | 'malformed'
  /** Of another network. */
  | 'wrong_network'
  /** More moves than a reader follows. */
  | 'too_many_moves'
  /** The reveal is that of another inscription. */
  | 'other_inscription'
  /** The reveal does not hold the inscription. */
  | 'not_revealed'
  /** The inscription is on no sat. */
  | 'unbound'
  /** The sat went to a fee, and from there to a miner. */
  | 'spent_as_fee'
  /** A transaction of 64 bytes. */
  | 'ambiguous_transaction'
  /** The witness of the reveal is not that of the block. */
  | 'not_in_block'
  /** Too few headers. */
  | 'not_buried'
  /** A header without the work of its network, or out of order. */
  | 'no_work'
  /** A move does not spend the output before it. */
  | 'broken_move'
  /** A previous transaction is not the one that an input names. */
  | 'wrong_previous'
  /** It ends at another output, or at another sat of it, than was asked. */
  | 'other_place'
  /** Not a child of the parent, or not an item of the gallery. */
  | 'not_a_member'
  /** The gallery is written in a form that this reader does not read. */
  | 'unreadable_gallery';

/** A proof shows nothing; `message` says why, in a sentence. */
export class CustodyFault extends Error {
  readonly code: CustodyFaultCode;

  constructor(code: CustodyFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
