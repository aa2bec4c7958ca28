import { setTimeout } from 'node:timers/promises';
import type { Criteria } from '@ordbook/protocol/collection-offer/criteria';
import { describe, expect, test } from 'vitest';
import type { GalleryItem, Inscription } from '../../../src/ordinals/port.ts';
import { eligibleReader, type PolicyCollection } from '../../../src/signer/policy/eligible-members.ts';

const idOf = (n: number) => `${n.toString(16).padStart(64, '0')}i0`;
const PARENT = idOf(0xfff1);
const GALLERY = idOf(0xfff2);
const COLLECTIONS: PolicyCollection[] = [
  { slug: 'children', kind: 'parent_child', sources: [PARENT] },
  { slug: 'gallery', kind: 'gallery', sources: [GALLERY] },
];

/** An index of one parent and one gallery, which answers after a moment as a real one does. */
class Index {
  height = 100;
  branch = 'a';
  /** Height up to which all branches have the same blocks. */
  trunk = 0;
  readonly genesis = new Map<string, number>([[GALLERY, 1]]);
  born: string[] = [];
  named: string[] = [];

  add(count: number): void {
    for (let i = 0; i < count; i += 1) {
      const id = idOf(this.born.length + 1);
      this.born.push(id);
      this.genesis.set(id, this.height);
    }
  }
  async status() {
    await setTimeout(1);
    return { version: 'test', height: this.height };
  }
  async blockHash(height: number) {
    await setTimeout(1);
    return height <= this.height ? `${height <= this.trunk ? 'a' : this.branch}${height}` : null;
  }
  async children(_parent: string, page: number) {
    await setTimeout(1);
    const ids = this.born.slice(page * 100, page * 100 + 100);
    return { ids, more: this.born.length > page * 100 + 100 };
  }
  async gallery(): Promise<GalleryItem[]> {
    return this.named.map((id) => ({ id, title: null, traits: [] }));
  }
  async inscription(id: string) {
    return (await this.inscriptions([id]))[0]!;
  }
  async inscriptions(ids: readonly string[]) {
    await setTimeout(1);
    return ids.map((id) => {
      const genesisHeight = this.genesis.get(id);
      return genesisHeight === undefined
        ? null
        : ({ id, genesisHeight, traits: [] } as unknown as Inscription);
    });
  }
}

function open() {
  const index = new Index();
  const read = eligibleReader(index, async () => COLLECTIONS);
  const all = (collection: string, height = index.height): Criteria => ({
    collection,
    height,
    target: { kind: 'all' },
  });
  const ids = async (collection: string, height?: number) =>
    (await read(all(collection, height)))?.ids ?? null;
  return { index, ids };
}

describe('the members of a collection', () => {
  test('are each there once, however many ask at a time', async () => {
    const { index, ids } = open();
    index.add(250);
    const answers = await Promise.all([ids('children'), ids('children'), ids('children')]);
    for (const answer of answers) expect(answer).toHaveLength(250);
    index.add(5);
    expect(await ids('children')).toEqual(index.born);
  });

  test('as of a height are those that were there at it, whatever came since', async () => {
    const { index, ids } = open();
    index.add(3);
    index.height = 101;
    index.add(2);
    expect(await ids('children', 100)).toHaveLength(3);
    expect(await ids('children', 101)).toHaveLength(5);
    expect(await ids('children', 99)).toBeNull();
  });

  test('are read anew after a reorg', async () => {
    const { index, ids } = open();
    index.add(4);
    expect(await ids('children')).toHaveLength(4);
    index.branch = 'b';
    const [gone] = index.born.splice(1, 1, idOf(0xbeef));
    index.genesis.delete(gone!);
    index.genesis.set(idOf(0xbeef), 100);
    expect([...(await ids('children'))!].sort()).toEqual([...index.born].sort());
  });

  test('of a block that came while they were read, and was orphaned, are not kept', async () => {
    const { index, ids } = open();
    index.add(3);
    const kept = [...index.born];
    index.trunk = index.height;
    const { children } = index;
    // after the first page is asked for, a block comes with a new child; then another branch replaces it
    index.children = async (parent, page) => {
      index.children = children;
      index.height += 1;
      index.branch = 'b';
      index.add(1);
      const told = await index.children(parent, page);
      index.born = [...kept];
      index.branch = 'c';
      return told;
    };
    expect(await ids('children')).toEqual(kept);
    expect(await ids('children')).toEqual(kept);
  });

  test('are not told while blocks come faster than they are read', async () => {
    const { index, ids } = open();
    index.add(3);
    const { children } = index;
    index.children = async (parent, page) => {
      index.height += 1;
      return children.call(index, parent, page);
    };
    await expect(ids('children')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('of a gallery include what it names and what was inscribed only later', async () => {
    const { index, ids } = open();
    index.named = [idOf(1), idOf(2), idOf(3)];
    index.genesis.set(idOf(1), 50).set(idOf(3), 60);
    expect(await ids('gallery')).toEqual([idOf(1), idOf(3)]);
    index.height = 102;
    index.genesis.set(idOf(2), 102);
    expect(await ids('gallery')).toEqual(index.named);
    expect(await ids('gallery', 101)).toEqual([idOf(1), idOf(3)]);
  });

  test('of a collection that the operator did not describe are none', async () => {
    expect(await open().ids('unknown')).toBeNull();
  });
});
