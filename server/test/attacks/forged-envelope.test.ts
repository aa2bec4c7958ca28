/**
 * Attacker: the service, taken over.
 * Aim:      a fill of a coin that holds nothing. A txid does not commit to witnesses: the service writes an envelope into the
 *           transaction that made the coin, and its id into the gallery that the operator lists, and mines both into blocks of its own.
 * Guard:    the policy signer compares the blocks of proofs with the chain of its own node.
 */
import type { Criteria } from '@ordbook/protocol/collection-offer/criteria';
import { expect, test } from 'vitest';
import { madeProof } from '../../../protocol/test/custody/made-proof.ts';
import type { PolicyRequest } from '../../src/signer/fill-port.ts';
import { type GoodsSources, goodsFaults } from '../../src/signer/policy/goods.ts';
import {
  chainOf,
  childGoods,
  galleryOf,
  PARENT_HEIGHT,
  proofsOf,
  shown,
  text,
} from '../signer/fill-goods.ts';

/** The gallery as it is: it lists nothing. */
const gallery = madeProof([], { script: Uint8Array.of(1, PARENT_HEIGHT) });
const coin = childGoods({ isOfParent: false });
const forged = galleryOf([coin.id]);

function asked(chain: GoodsSources['chain']) {
  const sources: GoodsSources = {
    network: 'regtest',
    chain,
    ordinals: null,
    collections: async () => [{ slug: 'embers', kind: 'gallery', sources: [gallery.inscriptionId] }],
  };
  const source = { inscriptionId: forged.inscriptionId, proof: text(forged.bundle) };
  const terms = { inscription: { id: coin.id, offset: 0 }, utxo: coin.utxo };
  const criteria: Criteria = { collection: 'embers', height: 110, target: { kind: 'all' } };
  return goodsFaults(sources, { terms, custody: proofsOf(coin, source) } as PolicyRequest, criteria, 3);
}

/** The chain as it is: the gallery is in it, the false envelope is not. */
const honest = chainOf(120, { bundle: gallery.bundle, id: gallery.inscriptionId });

test('a false envelope in a block of its own is refused by the node of the policy signer', async () => {
  expect(forged.inscriptionId).toBe(gallery.inscriptionId);
  expect((await asked(honest)).place).toMatch(/^other_chain: /);
});

test('so is a false gallery, for goods that are real', async () => {
  const real = chainOf(
    120,
    { bundle: gallery.bundle, id: gallery.inscriptionId },
    { bundle: coin.bundle, id: coin.id },
  );
  expect(await asked(real)).toMatchObject({ place: null, member: expect.stringMatching(/^other_chain: /) });
});

test('without the comparison with its node the signer would sign for a coin that holds nothing', async () => {
  const claimed = new Map(
    [shown(forged.bundle, forged.inscriptionId), shown(coin.bundle, coin.id)].map(({ block }) => [
      block.height,
      block.hash,
    ]),
  );
  const believing = { ...honest, blockHash: async (height: number) => claimed.get(height) ?? null };
  expect(await asked(believing)).toEqual({ place: null, index: null, member: null });
});
