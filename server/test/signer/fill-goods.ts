/** What a seller brings to a fill, made by hand with its proofs: a child of a parent that moved, on a coin of 546 sats. */
import { type CustodyBundle, encodeBundle } from '@ordbook/protocol/custody/bundle';
import { type Custody, readCustody } from '@ordbook/protocol/custody/read';
import type { Utxo } from '@ordbook/protocol/outpoint';
import {
  type BlockOptions,
  blockOf,
  coin,
  made,
  madeProof,
  moveOf,
  witnessOf,
} from '../../../protocol/test/custody/made-proof.ts';
import type { FillProofs } from '../../src/signer/fill-port.ts';

/** Heights of the blocks that reveal parent, gallery and child. */
export const PARENT_HEIGHT = 90;
export const CHILD_HEIGHT = 100;

const at = (height: number): BlockOptions => ({ script: Uint8Array.of(1, height) });
/** An id as the field of an envelope has it. */
export const idValue = (id: string): string => Buffer.from(id.slice(0, 64), 'hex').reverse().toString('hex');

export const text = (bundle: CustodyBundle): string => Buffer.from(encodeBundle(bundle)).toString('base64');

export interface Goods {
  readonly id: string;
  readonly utxo: Utxo;
  readonly bundle: CustodyBundle;
}

export const PARENT = madeProof([], at(PARENT_HEIGHT));
export const parentCustody = { inscriptionId: PARENT.inscriptionId, proof: text(PARENT.bundle) };

export interface ChildOptions extends BlockOptions {
  /** Fields of its envelope besides that of the parent. */
  readonly fields?: readonly (readonly [tag: number, value: string])[];
  /** Whether its reveal spends the coin of the parent. Default true. */
  readonly isOfParent?: boolean;
  /** Sats before it in the seller's output. */
  readonly offset?: number;
}

/** A child on a coin of the seller. */
export function childGoods({
  fields = [],
  isOfParent = true,
  offset = 0,
  ...block
}: ChildOptions = {}): Goods {
  const own = coin(1_000, 71);
  const filler = coin(offset, 72);
  const reveal = made(
    [
      { txid: own.txid, vout: 0, witness: witnessOf([3, idValue(PARENT.inscriptionId)], ...fields) },
      ...(isOfParent ? [{ txid: PARENT.again.txid, vout: 0 }] : []),
    ],
    [{ valueSats: 900 }],
  );
  const before = offset > 0 ? [filler] : [];
  const sold = made(
    [...before.map(({ txid }) => ({ txid, vout: 0 })), { txid: reveal.txid, vout: 0 }],
    [{ valueSats: 546 }],
  );
  const bundle: CustodyBundle = {
    network: 'regtest',
    reveal: reveal.complete,
    ...blockOf(reveal, { ...at(CHILD_HEIGHT), ...block }),
    previous: [own.stripped],
    moves: [moveOf(sold, before)],
  };
  return { id: `${reveal.txid}i0`, utxo: { txid: sold.txid, vout: 0, valueSats: 546 }, bundle };
}

/** A gallery of these. */
export function galleryOf(ids: readonly string[], height = PARENT_HEIGHT) {
  const items = ids.map((id) => `a1005820${idValue(id)}`).join('');
  return madeProof([[17, `a1008${ids.length}${items}`]], at(height));
}

export const proofsOf = (goods: Goods, source: FillProofs['source'] = parentCustody): FillProofs => ({
  goods: text(goods.bundle),
  source,
});

/** What a proof shows, whoever looks at its place. */
export function shown(bundle: CustodyBundle, inscriptionId: string): Custody {
  const asked = { inscriptionId, outpoint: null, network: 'regtest', depth: 1 } as const;
  const answer = readCustody(encodeBundle(bundle), asked);
  if (!answer.holds) throw new Error(answer.reason);
  return answer.custody;
}

/** A node that has the blocks of these proofs. */
export function chainOf(tip: number, ...proofs: readonly { bundle: CustodyBundle; id: string }[]) {
  const blocks = new Map(
    proofs.map(({ bundle, id }) => {
      const { height, hash } = shown(bundle, id).block;
      return [height, hash];
    }),
  );
  return {
    tip: async () => ({ height: tip, hash: 'h' }),
    blockHash: async (height: number) => (height > tip ? null : (blocks.get(height) ?? 'h')),
  };
}
