import type { Criteria } from '@ordbook/protocol/collection-offer/criteria';
import { describe, expect, test } from 'vitest';
import { headerOf, madeProof } from '../../../../protocol/test/custody/made-proof.ts';
import type { Inscription } from '../../../src/ordinals/port.ts';
import type { FillProofs, PolicyCollection, PolicyRequest } from '../../../src/signer/fill-port.ts';
import { type GoodsFaults, type GoodsSources, goodsFaults } from '../../../src/signer/policy/goods.ts';
import {
  CHILD_HEIGHT,
  chainOf,
  childGoods,
  type Goods,
  galleryOf,
  PARENT,
  PARENT_HEIGHT,
  parentCustody,
  proofsOf,
  text,
} from '../fill-goods.ts';

const CHILD = childGoods();
const NONE: GoodsFaults = { place: null, index: null, member: null };
const parentProof = { bundle: PARENT.bundle, id: PARENT.inscriptionId };
const CHILDREN = { slug: 'embers', kind: 'parent_child', sources: [PARENT.inscriptionId] } as const;

interface Case {
  readonly goods?: Goods;
  readonly custody?: FillProofs;
  readonly inscription?: { id: string; offset: number };
  readonly criteria?: Partial<Criteria>;
  readonly collections?: readonly PolicyCollection[];
  readonly sources?: Partial<GoodsSources>;
}

async function faults({ goods = CHILD, custody = proofsOf(goods), ...given }: Case = {}) {
  const { inscription = { id: goods.id, offset: 0 } } = given;
  const sources: GoodsSources = {
    network: 'regtest',
    chain: chainOf(120, goods, parentProof),
    ordinals: null,
    collections: async () => given.collections ?? [CHILDREN],
    ...given.sources,
  };
  const request = { terms: { inscription, utxo: goods.utxo }, custody } as PolicyRequest;
  const criteria = { collection: 'embers', height: 110, target: { kind: 'all' }, ...given.criteria };
  return goodsFaults(sources, request, criteria as Criteria, 3);
}

const place = (starts: RegExp) => ({ ...NONE, place: expect.stringMatching(starts) });
const member = (starts: RegExp) => ({ ...NONE, member: expect.stringMatching(starts) });
const sourceOf = ({ inscriptionId, bundle }: ReturnType<typeof madeProof>) => ({
  inscriptionId,
  proof: text(bundle),
});

describe('the goods of a fill, without any index', () => {
  test('are well when their proof ends where the terms have them, and that of the parent shows the membership', async () => {
    expect(await faults()).toEqual(NONE);
  });

  test('are also well on another sat than the first, when the terms say so', async () => {
    const goods = childGoods({ offset: 40 });
    expect(await faults({ goods, inscription: { id: goods.id, offset: 40 } })).toEqual(NONE);
    expect(await faults({ goods })).toEqual(place(/^it is on sat 40 of/));
  });

  const withGoods = (goods: string): FillProofs => ({ ...proofsOf(CHILD), goods });
  const { bundle } = CHILD;
  const foreign = headerOf(new Uint8Array(32), new Uint8Array(32), 0x207fffff);
  const earlier = { ...PARENT.bundle, moves: PARENT.bundle.moves.slice(0, 1) };

  test.each<[lie: string, Case, unknown]>([
    ['no proof', { custody: withGoods('') }, place(/^malformed: /)],
    ['no base64', { custody: withGoods('*'.repeat(40)) }, place(/^malformed: /)],
    ['a proof that is cut', { custody: withGoods(text(bundle).slice(0, -8)) }, place(/^malformed: /)],
    [
      'a proof that ends a move earlier',
      { custody: withGoods(text({ ...bundle, moves: [] })) },
      place(/^other_place: the proof ends at \w+:0, not at/),
    ],
    ['the proof of another', { custody: withGoods(parentCustody.proof) }, place(/^other_inscription: /)],
    [
      'too few headers',
      { custody: withGoods(text({ ...bundle, headers: bundle.headers.slice(0, 2) })) },
      place(/^not_buried: 3 headers are asked for, and the proof has 2/),
    ],
    [
      'a header of its own',
      { custody: withGoods(text({ ...bundle, headers: [foreign, ...bundle.headers.slice(1)] })) },
      place(/^not_in_block: /),
    ],
    [
      'a block that is not in the chain of the node',
      { sources: { chain: chainOf(120, parentProof) } },
      place(new RegExp(`^other_chain: .* block ${CHILD_HEIGHT}, .* node has h there`)),
    ],
    [
      'a block above the tip of the node',
      { sources: { chain: chainOf(CHILD_HEIGHT - 1, CHILD, parentProof) } },
      place(/^other_chain: .* node has no block there/),
    ],
    ['a proof of another network', { sources: { network: 'signet' } }, place(/^wrong_network: /)],
    ['no proof of a parent', { custody: proofsOf(CHILD, null) }, member(/^no_proof: .* has no index/)],
    [
      'a parent whose block is not in the chain',
      { sources: { chain: chainOf(120, CHILD) } },
      member(/^other_chain: /),
    ],
    [
      'a parent of its own',
      { custody: proofsOf(CHILD, { inscriptionId: CHILD.id, proof: text(bundle) }) },
      member(/^not_a_member: \w+ is no source of embers/),
    ],
    [
      'a parent of another witness, in a block of its own',
      { custody: proofsOf(CHILD, sourceOf(galleryOf([]))) },
      member(/^other_chain: /),
    ],
    [
      'a parent that was elsewhere at the reveal',
      { custody: proofsOf(CHILD, { ...parentCustody, proof: text(earlier) }) },
      member(/^not_a_member: the reveal of \w+ does not spend/),
    ],
    [
      'a child that only names its parent',
      { goods: childGoods({ isOfParent: false }) },
      member(/^not_a_member: /),
    ],
    [
      'a child that is younger than the criteria',
      { criteria: { height: CHILD_HEIGHT - 1 } },
      member(new RegExp(`became a member in block ${CHILD_HEIGHT}`)),
    ],
    ['a collection that is not in the list', { collections: [] }, member(/^the collection is not in/)],
  ])('are refused with %s', async (_lie, given, found) => {
    expect(await faults(given)).toEqual(found);
  });

  describe('of a gallery', () => {
    const listedIn = (gallery: ReturnType<typeof madeProof>, sources = [gallery.inscriptionId]) => ({
      custody: proofsOf(CHILD, sourceOf(gallery)),
      collections: [{ slug: 'embers', kind: 'gallery' as const, sources }],
      sources: { chain: chainOf(120, CHILD, { bundle: gallery.bundle, id: gallery.inscriptionId }) },
    });
    const own = galleryOf([CHILD.id]);

    test('are members from the block of the younger of the two on', async () => {
      expect(await faults({ ...listedIn(own), criteria: { height: CHILD_HEIGHT } })).toEqual(NONE);
      const early = { ...listedIn(own), criteria: { height: PARENT_HEIGHT } };
      expect(await faults(early)).toEqual(member(/became a member/));
    });

    test('are none of a gallery that the operator does not list, or that does not list them', async () => {
      expect(await faults(listedIn(own, []))).toEqual(member(/^not_a_member: \w+ is no source/));
      const none = madeProof([], { script: Uint8Array.of(1, PARENT_HEIGHT) });
      expect(await faults(listedIn(none))).toEqual(member(/^not_a_member: \w+ is not a gallery/));
    });
  });

  test('have the traits that the criteria ask for, by their own proof', async () => {
    const target = { kind: 'traits', traits: [{ type: 'a', values: ['b'] }] } as const;
    const withTraits = childGoods({ fields: [[17, 'a101a101a161616162']] });
    expect(await faults({ goods: withTraits, criteria: { target } })).toEqual(NONE);
    expect(await faults({ criteria: { target } })).toEqual(member(/with the traits \[\]/));
  });
});

interface Indexed {
  readonly at?: Partial<Inscription>;
  readonly hasRunes?: boolean;
  readonly count?: number;
  readonly isKnown?: boolean;
}

/** An index that has the child where the proof has it. */
function index({ at, hasRunes = false, count = 1, isKnown = true }: Indexed = {}) {
  const inscription = {
    ...{ id: CHILD.id, location: CHILD.utxo, offset: 0, genesisHeight: CHILD_HEIGHT },
    ...{ traits: [], parents: [PARENT.inscriptionId] },
    ...at,
  } as unknown as Inscription;
  const output = { ...CHILD.utxo, address: null, script: '', spent: false, hasRunes };
  return {
    ordinals: {
      blockHash: async () => 'h',
      inscription: async () => (isKnown ? inscription : null),
      outputs: async () => [{ ...output, inscriptionIds: Array<string>(count).fill(CHILD.id) }],
      gallery: async () => [{ id: CHILD.id, title: null, traits: [] }],
    },
  };
}

describe('an index of the signer', () => {
  const found = (starts: RegExp) => ({ ...NONE, index: expect.stringMatching(starts) });

  test('agrees with the proof, or the fill is refused with both places', async () => {
    expect(await faults({ sources: index() })).toEqual(NONE);
    const location = { txid: 'ab'.repeat(32), vout: 7 };
    expect(await faults({ sources: index({ at: { location } }) })).toEqual(
      found(
        new RegExp(
          `^the index has it on sat 0 of ${location.txid}:7, the proof on sat 0 of ${CHILD.utxo.txid}:0`,
        ),
      ),
    );
    expect(await faults({ sources: index({ at: { offset: 3 } }) })).toEqual(found(/has it on sat 3 of/));
    expect(await faults({ sources: index({ isKnown: false }) })).toEqual(found(/^the index does not know/));
  });

  test('finds what else is on the coin', async () => {
    expect(await faults({ sources: index({ hasRunes: true }) })).toEqual(found(/holds runes/));
    expect(await faults({ sources: index({ count: 2 }) })).toEqual(found(/^2 inscriptions are on/));
  });

  test('says who is a member where no proof is sent', async () => {
    const custody = proofsOf(CHILD, null);
    const gallery = [{ slug: 'embers', kind: 'gallery', sources: ['a gallery'] }] as const;
    expect(await faults({ custody, sources: index() })).toEqual(NONE);
    expect(await faults({ custody, collections: gallery, sources: index() })).toEqual(NONE);
    expect(await faults({ custody, sources: index({ at: { parents: [] } }) })).toEqual(
      member(/^the index has no such member/),
    );
  });

  test('does not replace the proof of the place', async () => {
    const custody = { ...proofsOf(CHILD), goods: '' };
    expect(await faults({ custody, sources: index() })).toEqual(place(/^malformed/));
  });

  test('that is behind the node decides nothing', async () => {
    const behind = { ordinals: { ...index().ordinals, blockHash: async () => null } };
    await expect(faults({ sources: behind })).rejects.toThrow('the inscription index is behind');
  });
});
