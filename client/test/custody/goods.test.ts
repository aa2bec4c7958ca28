import { bytesToHex, sha256d } from '@ordbook/protocol/bitcoin/bytes';
import { decodeBundle, encodeBundle } from '@ordbook/protocol/custody/bundle';
import { outpointText } from '@ordbook/protocol/outpoint';
import { describe, expect, test } from 'vitest';
import {
  blockOf,
  type MadeInput,
  made,
  madeProof,
  moveOf,
  witnessOf,
} from '../../../protocol/test/custody/made-proof.ts';
import { goodsOf } from '../../src/custody/goods.ts';
import type { Asking } from '../../src/custody/service-proof.ts';
import { UnsafePsbt } from '../../src/signing/unsafe-psbt.ts';
import type { InscriptionSource } from '../../src/source/source.ts';
import type { NetworkName } from '../../src/wallet/network.ts';
import { GOODS_LIES, galleryOf, type Honest, type ProofAnswer } from './lies.ts';

const SLUG = 'embers';
type MadeBundle = Pick<ReturnType<typeof madeProof>, 'bundle' | 'inscriptionId'>;

function answerOf({ bundle, inscriptionId }: MadeBundle, roots: readonly string[] = []): ProofAnswer {
  const proof = Buffer.from(encodeBundle(bundle)).toString('base64');
  return { inscriptionId, proof, collections: roots.length > 0 ? [{ slug: SLUG, roots }] : [] };
}

let services = 0;

/** A service with these answers. `calls`: what it was asked for. */
function asking(
  answers: readonly ProofAnswer[],
  safety: Asking['safety'] = {},
  network: NetworkName = 'regtest',
): Asking & { readonly calls: string[] } {
  const calls: string[] = [];
  const fetch = async (input: Request | string | URL) => {
    const id = /inscriptions\/(\w+)\/custody/.exec(new Request(input).url)![1]!;
    calls.push(id);
    const answer = answers.find(({ inscriptionId }) => inscriptionId === id);
    return answer ? Response.json(answer) : Response.json({ error: 'it moved too often' }, { status: 404 });
  };
  services += 1;
  const baseUrl = `http://market-${services}.test`;
  return { client: { options: { baseUrl, fetch } }, wallet: { network }, safety, calls };
}

function blockHashOf({ bundle }: MadeBundle): string {
  return bytesToHex(sha256d(bundle.headers[0]!).reverse());
}

const valueFor = (id: string) => Buffer.from(id.slice(0, 64), 'hex').reverse().toString('hex');
const PARENT = madeProof();

/** A child whose reveal spends these coins beside its own. */
function childOf(parentId: string, spends: readonly MadeInput[]): MadeBundle {
  const { first } = PARENT.coins;
  const witness = witnessOf([3, valueFor(parentId)]);
  const reveal = made([{ txid: first.txid, vout: 0, witness }, ...spends], [{ valueSats: 900 }]);
  const moved = made([{ txid: reveal.txid, vout: 0 }], [{ valueSats: 800 }]);
  const parts = { reveal: reveal.complete, ...blockOf(reveal), previous: [first.stripped] };
  return {
    bundle: { ...PARENT.bundle, ...parts, moves: [moveOf(moved)] },
    inscriptionId: `${reveal.txid}i0`,
  };
}

function madeGallery(...[ids, encoding]: Parameters<typeof galleryOf>): MadeBundle {
  const { gallery, previous } = galleryOf(ids, encoding);
  const parts = { reveal: gallery.complete, ...blockOf(gallery), previous, moves: [] };
  return { bundle: { ...PARENT.bundle, ...parts }, inscriptionId: `${gallery.txid}i0` };
}

/** Spends the coin that the parent was on before its last move. */
const CHILD = childOf(PARENT.inscriptionId, [{ txid: PARENT.moved.txid, vout: 1 }]);
const PLACE = { txid: 'cd'.repeat(32), vout: 0, offset: 0, valueSats: 800 };
const ask = { inscriptionId: CHILD.inscriptionId, collectionSlug: SLUG };

describe('what is bought', () => {
  test('is shown with its moves, its block and its membership, and what is not shown is said', async () => {
    const service = asking([answerOf(CHILD, [PARENT.inscriptionId]), answerOf(PARENT)]);
    const goods = await goodsOf(service, ask);
    expect(goods.location).toMatchObject({ vout: 0, offset: 0, valueSats: 800 });
    expect(goods.custody).toMatchObject({ block: { height: 300 }, walk: [{}, {}], agreeing: [] });
    const rootId = PARENT.inscriptionId;
    expect(goods.membership).toEqual({ slug: SLUG, rootId, by: 'parent', isRootKnown: false });
    expect(goods.shown.join('\n')).toMatch(
      new RegExp(`1 move since its reveal in block 300 \\(.*\n.* is a child of ${rootId}$`),
    );
    expect(goods.notShown).toEqual([
      'that block 300 is in the chain: work proves nothing on regtest, and no source of yours was asked',
      `that ${SLUG} is made by ${rootId}: only the service says so. Compare it with what the creator publishes`,
      'what else is on its coin: only a source of yours can say',
    ]);
  });

  test('needs the proof of its parent once, and again when the parent has moved since', async () => {
    const before = { ...PARENT, bundle: { ...PARENT.bundle, moves: PARENT.bundle.moves.slice(0, 1) } };
    const late = childOf(PARENT.inscriptionId, [{ txid: PARENT.again.txid, vout: 0 }]);
    const roots = [PARENT.inscriptionId];
    const answers = [answerOf(CHILD, roots), answerOf(late, roots), answerOf(before)];
    const service = asking(answers);
    await goodsOf(service, ask);
    await goodsOf(service, ask);
    answers[2] = answerOf(PARENT);
    await goodsOf(service, { ...ask, inscriptionId: late.inscriptionId });
    const [child, root] = [CHILD.inscriptionId, PARENT.inscriptionId];
    expect(service.calls).toEqual([child, root, child, late.inscriptionId, root]);
  });

  test('belongs to a gallery that lists it', async () => {
    const gallery = madeGallery([PARENT.inscriptionId]);
    const roots = [gallery.inscriptionId];
    const shown = await goodsOf(asking([answerOf(PARENT, roots), answerOf(gallery)]), {
      ...ask,
      inscriptionId: PARENT.inscriptionId,
    });
    expect(shown.membership).toMatchObject({ by: 'gallery', rootId: gallery.inscriptionId });
    await expect(goodsOf(asking([answerOf(CHILD, roots), answerOf(gallery)]), ask)).rejects.toThrow(
      `the service says that ${CHILD.inscriptionId} belongs to ${SLUG}, but the proofs say otherwise: the gallery ${gallery.inscriptionId} does not list`,
    );
  });

  const packed = madeGallery([PARENT.inscriptionId], [[19, '6272']]);
  test.each([
    ['without a root', [], 'the service names no parent and no gallery of embers'],
    ['whose parent has no proof', [PARENT.inscriptionId], 'the service has no proof (it moved too often)'],
    ['of a gallery that is compressed', [packed.inscriptionId], 'are compressed'],
  ])('%s is not shown as a member, which is said', async (_, roots, reason) => {
    const answers = [answerOf(CHILD, roots), answerOf(packed)];
    const { membership, notShown } = await goodsOf(asking(answers), ask);
    expect(membership).toBeNull();
    const what = `that ${CHILD.inscriptionId} belongs to ${SLUG}: `;
    expect(notShown.find((sentence) => sentence.startsWith(what))).toContain(reason);
    await expect(goodsOf(asking(answers, { collections: { [SLUG]: roots } }), ask)).rejects.toThrow(
      `nobody shows ${what}`,
    );
  });

  test('belongs to the roots that the user named, whatever the service names', async () => {
    const answers = [answerOf(CHILD, [PARENT.inscriptionId]), answerOf(PARENT)];
    const known = asking(answers, { collections: { [SLUG]: [PARENT.inscriptionId] } });
    expect((await goodsOf(known, ask)).membership).toMatchObject({ isRootKnown: true });
    const another = madeGallery([PARENT.inscriptionId]);
    const wrong = asking([...answers, answerOf(another)], {
      collections: { [SLUG]: [another.inscriptionId] },
    });
    await expect(goodsOf(wrong, ask)).rejects.toThrow(`the gallery ${another.inscriptionId} does not list`);
  });

  test('of a request that says where it is needs no proof, unless the user named the roots', async () => {
    const service = asking([]);
    const goods = await goodsOf(service, { ...ask, location: PLACE });
    expect({ calls: service.calls, location: goods.location }).toEqual({ calls: [], location: PLACE });
    const collections = { [SLUG]: [PARENT.inscriptionId] };
    const named = asking([], { collections });
    await expect(goodsOf(named, { ...ask, location: PLACE })).rejects.toThrow(
      `nobody shows that ${CHILD.inscriptionId} belongs to ${SLUG}: the service has no proof`,
    );
    const proving = asking([answerOf(CHILD), answerOf(PARENT)], { collections });
    expect(await goodsOf(proving, { ...ask, location: PLACE })).toMatchObject({
      location: PLACE,
      membership: { by: 'parent' },
    });
  });
});

describe('where it is', () => {
  const source = { name: 'own ord', locate: async () => PLACE } as unknown as InscriptionSource;

  test('comes from a source, or is not known, where the service proves nothing', async () => {
    const known = await goodsOf(asking([], { source }, 'mainnet'), ask);
    expect(known).toMatchObject({ location: PLACE, custody: null });
    expect(known.shown).toEqual([`own ord has ${CHILD.inscriptionId} at ${outpointText(PLACE)}`]);
    expect(known.notShown).toEqual([
      `a proof of ${CHILD.inscriptionId}: the service has no proof (it moved too often)`,
    ]);
    expect((await goodsOf(asking([]), ask)).location).toBeUndefined();
  });

  test('is not believed of a service on mainnet that proves nothing', async () => {
    await expect(goodsOf(asking([], {}, 'mainnet'), ask)).rejects.toThrow(
      `nobody shows where ${CHILD.inscriptionId} is: the service has no proof (it moved too often). Pass a source to signIn`,
    );
  });
});

describe('the block of a proof', () => {
  const named = { inscriptionId: PARENT.inscriptionId };
  const hash = blockHashOf(PARENT);
  const headers = (name: string, known: string) => ({ name, blockHash: async () => known });

  test('is compared with every source', async () => {
    const two = { headers: [headers('one', hash), headers('two', hash)] };
    const goods = await goodsOf(asking([answerOf(PARENT)], two), named);
    expect(goods.custody?.agreeing).toEqual(['one', 'two']);
    expect(goods.notShown.join()).not.toContain('in the chain');
    const other = 'ab'.repeat(32);
    const differing = { headers: [headers('one', hash), headers('two', other)] };
    await expect(goodsOf(asking([answerOf(PARENT)], differing), named)).rejects.toThrow(
      `is of block 300 ${hash}, but two has ${other} at that height; ask another source`,
    );
  });

  test('is compared with sources also when the proof of a parent is kept', async () => {
    const service = asking([answerOf(CHILD, [PARENT.inscriptionId]), answerOf(PARENT)]);
    await goodsOf(service, ask);
    // made blocks have one height: the source has that of the child only
    const doubting = { ...service, safety: { headers: [headers('one', blockHashOf(CHILD))] } };
    await expect(goodsOf(doubting, ask)).rejects.toThrow(`proof of ${PARENT.inscriptionId} is of block 300`);
  });
});

describe('a lie of the service is refused:', () => {
  const roots = ['ab'.repeat(32)];
  const honest: Honest = { network: 'regtest', asked: answerOf(PARENT, roots), other: answerOf(CHILD) };
  const { inscriptionId } = PARENT;

  const place = { txid: PARENT.again.txid, vout: 0, offset: 400, valueSats: 700 };
  const source = {
    name: 'own ord',
    locate: async () => place,
    blockHash: async () => blockHashOf(PARENT),
  } as unknown as InscriptionSource;

  test.each(GOODS_LIES)('$name', async ({ by, refusal, tell }) => {
    const wanted = { inscriptionId, collectionSlug: SLUG };
    const told = tell(honest);
    // made blocks have one height, and the source knows one of them
    const refused = goodsOf(asking(told, by === 'membership' ? {} : { source }), wanted);
    await expect(refused).rejects.toThrow(refusal);
    await expect(refused).rejects.toBeInstanceOf(UnsafePsbt);
  });

  test('work below the floor, on mainnet without a source', async () => {
    const { tell } = GOODS_LIES.find(({ name }) => name.startsWith('work below'))!;
    await expect(goodsOf(asking(tell(honest), {}, 'mainnet'), { inscriptionId })).rejects.toThrow(
      'does not have the work that mainnet asks for',
    );
  });

  test('the honest answer is none', async () => {
    const bare = { ...honest.asked, collections: [] };
    expect((await goodsOf(asking([bare], { source }), { inscriptionId })).custody).not.toBeNull();
    expect(decodeBundle(Buffer.from(bare.proof, 'base64')).moves).toHaveLength(2);
  });
});
