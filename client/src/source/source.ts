/**
 * Where inscriptions are, from a server that the user chose: their own `ord` or Esplora, never the trading
 * service. What a source does not know is an error or null, never "no".
 */
import type { Place, Satpoint } from '@ordbook/protocol/custody/sat-walk';
import type { Outpoint } from '@ordbook/protocol/outpoint';

export type { Outpoint, Satpoint };

/** Where an inscription is: an output, the sats before it there, and the value of the output. */
export type InscriptionLocation = Place;

/** An inscription of an output. */
export interface InscriptionOnOutput {
  readonly id: string;
  /** Sats before it in the output. */
  readonly offset: number;
}

/** An output as the source knows it. */
export interface OwnedOutput {
  readonly valueSats: number;
  /** null for a script without an address. */
  readonly address: string | null;
  /** Output script, hex. */
  readonly script: string;
  /** Whether it is in a block. */
  readonly confirmed: boolean;
  /** Whether a transaction spends it, unconfirmed ones included. null: this source cannot tell. */
  readonly spent: boolean | null;
  /** null: this source cannot tell, or not before the next block. */
  readonly inscriptions: readonly InscriptionOnOutput[] | null;
  /** null: as for `inscriptions`. */
  readonly hasRunes: boolean | null;
}

export interface Child {
  readonly id: string;
  readonly height: number;
}

/** A server that knows the chain. */
export interface HeaderSource {
  /** For error sentences: the host of the URL. */
  readonly name: string;
  /** Hash of the block at a height, as explorers show it. Throws `SourceError`. Retry-safe. */
  blockHash(height: number): Promise<string>;
}

/** Every call throws `SourceError` when the source does not return a valid response. All are retry-safe. */
export interface InscriptionSource extends HeaderSource {
  /**
   * Returns where the inscription is as of the newest block, and the value of that output. Throws
   * `SourceError` when it is in no output, or when this source cannot decide where it is.
   */
  locate(inscriptionId: string): Promise<InscriptionLocation>;
  output(outpoint: Outpoint): Promise<OwnedOutput>;
  /** Height of the newest block that the source has processed. */
  tipHeight(): Promise<number>;
  /** sat/vB to get into one of the next `blocks` blocks. null: this source cannot tell. */
  feeRate(blocks: number): Promise<number | null>;
  /** Returns the raw transaction, hex, whose hash was compared with `txid`. */
  transaction(txid: string): Promise<string>;
  /** The children of an inscription, with the height of their reveal. Absent: this source knows none. */
  children?(inscriptionId: string): Promise<readonly Child[]>;
}

/** A source failed, contradicts itself or does not know. `message` names the host, the path and the field. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** HTTP status of the response, when it was not 200; else null. */
  readonly status: number | null;

  constructor(
    message: string,
    { status = null, ...options }: ErrorOptions & { status?: number | null } = {},
  ) {
    super(message, options);
    this.status = status;
  }
}

const INSCRIPTION_ID = /^([0-9a-f]{64})i(0|[1-9]\d{0,9})$/;
const TXID = /^[0-9a-f]{64}$/;
const MAX_U32 = 0xffffffff;

/** The parts of an inscription id. Throws RangeError when it is none. */
export function readInscriptionId(inscriptionId: string): { txid: string; index: number } {
  const [, txid, index] = INSCRIPTION_ID.exec(inscriptionId) ?? [];
  if (txid === undefined || Number(index) > MAX_U32)
    throw new RangeError(`${inscriptionId} is not an inscription id; use <txid>i<index>`);
  return { txid, index: Number(index) };
}

/** `txid:vout`. Throws RangeError when the parts are out of range, so that they can be put into a URL. */
export function outpointText({ txid, vout }: Outpoint): string {
  if (!(Number.isInteger(vout) && vout >= 0 && vout <= MAX_U32))
    throw new RangeError(`${vout} is not an output index; use 0 to ${MAX_U32}`);
  return `${requireTxid(txid)}:${vout}`;
}

/** Returns `txid`. Throws RangeError unless it is 64 lower-case hex digits. */
export function requireTxid(txid: string): string {
  if (!TXID.test(txid)) throw new RangeError(`${txid} is not a txid; use 64 lower-case hex digits`);
  return txid;
}
