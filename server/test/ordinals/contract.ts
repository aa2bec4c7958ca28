import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/port.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { requireInSync } from '../../src/ordinals/in-sync.ts';
import type { Ordinals } from '../../src/ordinals/port.ts';
import { type Purse, purse, UNKNOWN } from '../chain/purse.ts';
import { ANYONE, type Inscribed, inscribe } from './inscriber.ts';

export interface OrdinalsWorld {
  readonly ordinals: Ordinals;
  readonly chain: Chain;
  readonly call: RpcCall;
  /** Resolves once the index is level with the node. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

const NOBODY = `${'ab'.repeat(32)}i0`;

/** What every adapter of the port `Ordinals` promises, on an empty regtest chain of its own. */
export function ordinalsContract(name: string, start: () => Promise<OrdinalsWorld>): void {
  describe(`ordinals contract: ${name}`, () => {
    let world: OrdinalsWorld;
    let ordinals: Ordinals;
    let wallet: Purse;
    let plain: Inscribed;
    let mother: Inscribed;
    let child: Inscribed;
    let gallery: Inscribed;

    beforeAll(async () => {
      world = await start();
      ordinals = world.ordinals;
      wallet = purse(world.call, 9);
      const [first] = await wallet.mine(101);
      const { call } = world;
      plain = await inscribe(call, wallet, await wallet.coinbaseOf(first!));
      mother = await inscribe(call, wallet, plain.change, { script: ANYONE, title: 'Mother' });
      child = await inscribe(call, wallet, mother.change, {
        parent: mother,
        traits: { Hat: 'Cap', Level: 7, Rare: true, Note: null },
      });
      gallery = await inscribe(call, wallet, child.change, {
        gallery: [{ id: child.id, title: 'First', traits: { Eyes: 'Red' } }, { id: plain.id }],
      });
      await world.caughtUp();
    });
    afterAll(() => world?.stop());

    test('the status tells a version and the height of the index', async () => {
      const { height } = await world.chain.tip();
      expect(await ordinals.status()).toEqual({ version: expect.any(String), height });
    });

    test('an inscription tells what it is and where it lies', async () => {
      const { height } = await world.chain.tip();
      expect(await ordinals.inscription(plain.id)).toEqual({
        id: plain.id,
        number: 0,
        contentType: 'text/plain',
        contentBytes: expect.any(Number),
        title: null,
        traits: [],
        parents: [],
        sat: expect.any(Number),
        charms: expect.any(Array),
        genesisHeight: height - 3,
        previous: null,
        genesisTime: expect.any(Number),
        address: wallet.address,
        location: { txid: plain.coin.txid, vout: 0 },
        offset: 0,
        outputValueSats: 10_000,
      });
      expect(await ordinals.inscription(NOBODY)).toBeNull();
    });

    test('traits of any kind are texts, beside title and parents; null is no value', async () => {
      const found = await ordinals.inscription(child.id);
      expect(found?.parents).toEqual([mother.id]);
      expect(found?.traits).toEqual([
        { type: 'Hat', value: 'Cap' },
        { type: 'Level', value: '7' },
        { type: 'Rare', value: 'true' },
      ]);
      expect(await ordinals.inscription(mother.id)).toMatchObject({ title: 'Mother', address: null });
    });

    test('many inscriptions come in the order asked, with null for unknown ones', async () => {
      const ids = [gallery.id, NOBODY, plain.id, child.id, `${'cd'.repeat(32)}i3`];
      const found = await ordinals.inscriptions(ids);
      expect(found.map((inscription) => inscription?.id ?? null)).toEqual([
        gallery.id,
        null,
        plain.id,
        child.id,
        null,
      ]);
      expect(await ordinals.inscriptions([])).toEqual([]);
    });

    test('an index that no inscription can have is asked after in vain, and is no other id of one', async () => {
      const ids = ['i00', 'i4294967296', 'i99999999999'].map((index) => plain.id.replace('i0', index));
      for (const id of ids) expect(await ordinals.inscription(id)).toBeNull();
      const found = await ordinals.inscriptions([...ids, plain.id, ...ids]);
      expect(found.map((one) => one?.id ?? null)).toEqual([null, null, null, plain.id, null, null, null]);
      expect(await ordinals.gallery(gallery.id.replace('i0', 'i00'))).toBeNull();
      expect(await ordinals.children(mother.id.replace('i0', 'i00'), 0)).toEqual({ ids: [], more: false });
    });

    test('an output tells its inscriptions, value and script', async () => {
      const known = { address: wallet.address, script: wallet.script, hasRunes: false, spent: false };
      expect(await ordinals.outputs([child.coin, UNKNOWN, gallery.change])).toEqual([
        { ...child.coin, ...known, inscriptionIds: [child.id] },
        null,
        { ...gallery.change, ...known, inscriptionIds: [] },
      ]);
    });

    test('a spent output is told as spent, and holds nothing', async () => {
      expect(await ordinals.outputs([mother.coin, plain.change])).toMatchObject([
        { spent: true, inscriptionIds: [] },
        { spent: true, inscriptionIds: [] },
      ]);
    });

    test('a hundred and fifty outputs, one of them unknown, are all answered', async () => {
      const many = Array.from({ length: 150 }, (_, index) => (index === 77 ? UNKNOWN : plain.coin));
      const found = await ordinals.outputs(many);
      expect(found.map((output) => output !== null)).toEqual(many.map((output) => output !== UNKNOWN));
    });

    test('children and galleries list their members in order', async () => {
      expect(await ordinals.children(mother.id, 0)).toEqual({ ids: [child.id], more: false });
      expect(await ordinals.children(mother.id, 1)).toEqual({ ids: [], more: false });
      expect(await ordinals.children(NOBODY, 0)).toEqual({ ids: [], more: false });
      expect(await ordinals.gallery(gallery.id)).toEqual([
        { id: child.id, title: 'First', traits: [{ type: 'Eyes', value: 'Red' }] },
        { id: plain.id, title: null, traits: [] },
      ]);
      expect(await ordinals.gallery(plain.id)).toBeNull();
      expect(await ordinals.gallery(NOBODY)).toBeNull();
    });

    test('the mempool does not count: neither its outputs nor its spends', async () => {
      const spend = wallet.spend([plain.coin], [9_000]);
      await world.call('sendrawtransaction', [spend.raw, 0]);
      expect(await ordinals.outputs([spend.outputs[0]!, plain.coin])).toMatchObject([
        null,
        { spent: false, inscriptionIds: [plain.id] },
      ]);
      await wallet.mine();
      await world.caughtUp();
      expect(await ordinals.outputs([spend.outputs[0]!, plain.coin])).toMatchObject([
        { spent: false, inscriptionIds: [plain.id] },
        { spent: true, inscriptionIds: [] },
      ]);
    });

    test('the index is level on the branch of the node, after a reorg too', async () => {
      const before = await requireInSync(ordinals, world.chain);
      await world.call('invalidateblock', [before.hash]);
      await world.call('generateblock', [wallet.address, []]);
      await wallet.mine();
      await world.caughtUp();
      const after = await requireInSync(ordinals, world.chain);
      expect(after.height).toBe(before.height + 1);
      expect(await ordinals.blockHash(before.height)).not.toBe(before.hash);
      expect(await ordinals.blockHash(after.height + 1)).toBeNull();
    });
  });
}
