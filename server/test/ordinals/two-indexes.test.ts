import { createNode, createOrd, startOrdServer } from '@ordbook/devnode';
import { Refusal } from '@ordbook/protocol/refusals';
import { beforeEach, describe, expect, test } from 'vitest';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import type { Inscription, Ordinals, OrdinalsOutput } from '../../src/ordinals/port.ts';
import { twoIndexes } from '../../src/ordinals/two-indexes.ts';
import { ordinalsContract } from './contract.ts';

ordinalsContract('two indexes as one', async () => {
  const { call } = createNode();
  const ords = [createOrd({ call }), createOrd({ call })];
  const servers = await Promise.all(ords.map((ord) => startOrdServer(ord, { port: 0 })));
  const [first, second] = servers.map(({ url }) => ordServer({ url, timeoutMs: 10_000 }));
  const chain = bitcoind({ url: '', call, timeoutMs: 10_000 });
  const log = { info: () => {}, error: () => {} };
  return {
    ordinals: twoIndexes(first!, second!, { chain, isThere: async () => false, log }),
    chain,
    call,
    caughtUp: async () => void (await Promise.all(ords.map((ord) => ord.sync()))),
    async stop() {
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(ords.map((ord) => ord.close()));
    },
  };
});

const txid = (byte: string) => byte.repeat(32);
const HERE = { txid: txid('aa'), vout: 0 };
const ELSEWHERE = { txid: txid('bb'), vout: 1 };
const [ID, OTHER, FAR] = [`${txid('01')}i0`, `${txid('02')}i0`, `${txid('03')}i0`];
const TIP = { height: 9, hash: txid('99') };
const STALE = txid('88');

const inscription = (id: string, location = HERE): Inscription => ({
  id,
  number: 7,
  previous: null,
  contentType: 'text/plain',
  contentBytes: 5,
  title: null,
  traits: [],
  parents: [],
  sat: 1,
  charms: [],
  genesisHeight: 3,
  genesisTime: 1_700_000_000,
  address: 'bcrt1qowner',
  location,
  offset: 0,
  outputValueSats: 10_000,
});

const output = (inscriptionIds: readonly string[]): OrdinalsOutput => ({
  ...HERE,
  valueSats: 10_000,
  address: 'bcrt1qowner',
  script: '51',
  inscriptionIds,
  hasRunes: false,
  spent: false,
});

const silent = () => Promise.reject(new Refusal('unavailable', 'the inscription index does not respond'));

/** An index that has every inscription HERE. It notes what it is asked. */
function anIndex(asked: string[], change: Partial<Ordinals> = {}): Ordinals {
  const plain: Ordinals = {
    status: async () => ({ version: '0.29.1', height: TIP.height }),
    blockHash: async (height) => (height === TIP.height ? TIP.hash : null),
    inscription: async (id) => inscription(id),
    inscriptions: async (ids) => ids.map((id) => inscription(id)),
    outputs: async (outpoints) => outpoints.map(() => output([ID])),
    children: async () => ({ ids: [ID], more: false }),
    gallery: async () => null,
  };
  return Object.fromEntries(
    Object.entries({ ...plain, ...change }).map(([name, answer]) => [
      name,
      (...given: unknown[]) => {
        asked.push(`${name} ${JSON.stringify(given)}`);
        return (answer as (...some: unknown[]) => unknown)(...given);
      },
    ]),
  ) as unknown as Ordinals;
}

let asked: [string[], string[]];
let logged: string[];
let proofs: string[];
beforeEach(() => {
  asked = [[], []];
  logged = [];
  proofs = [];
});

interface World {
  first?: Partial<Ordinals>;
  second?: Partial<Ordinals>;
  /** Where proofs have the inscriptions; null: no proof can tell; `later`: the node cannot tell yet. */
  proven?: typeof HERE | null | 'both' | 'later';
  restMs?: number;
}

function open({ first, second, proven = null, restMs = 0 }: World): Ordinals {
  const note = (_: object, message: string) => void logged.push(message);
  return twoIndexes(anIndex(asked[0], first), anIndex(asked[1], second), {
    chain: {
      tip: async () => TIP,
      blockHash: async (height) => (height === TIP.height ? TIP.hash : null),
    },
    async isThere(id, place) {
      proofs.push(id);
      if (proven === 'later') throw new Refusal('unavailable', 'the reveal is not deep enough yet');
      return proven === 'both' || place.txid === proven?.txid;
    },
    log: { info: note, error: note },
    restMs,
  });
}

/** An index that has one inscription elsewhere. */
const lyingAbout = (...lies: readonly string[]): Partial<Ordinals> => ({
  inscriptions: async (ids) => ids.map((id) => inscription(id, lies.includes(id) ? ELSEWHERE : HERE)),
});
const disputed = { code: 'indexes_differ' };

describe('two indexes that agree', () => {
  test('are asked the same, once, and neither node nor proof is asked', async () => {
    const ordinals = open({});
    expect(await ordinals.inscription(ID)).toEqual(inscription(ID));
    await ordinals.outputs([HERE]);
    await ordinals.blockHash(TIP.height);
    expect(asked[0]).toHaveLength(3);
    expect(asked[1]).toEqual(asked[0]);
    expect([proofs, logged]).toEqual([[], []]);
    expect(ordinals.pair!.differences()).toEqual([]);
  });
});

describe('an index', () => {
  const behind = { blockHash: async () => null };
  const onStaleBranch = { blockHash: async (height: number) => (height === TIP.height ? STALE : null) };
  const gone = { status: silent, blockHash: silent, inscriptions: silent, outputs: silent, children: silent };
  test.each<[string, Partial<Ordinals>]>([
    ['that lags', behind],
    ['that is on a stale branch', onStaleBranch],
    ['that gave up on a reorg', { ...onStaleBranch, status: silent }],
    ['that is dead', gone],
    ['that answers everything but inscriptions', { inscriptions: silent }],
  ])('%s leaves the other, whichever it is', async (_, fault) => {
    for (const world of [
      { first: { ...lyingAbout(ID), ...fault } },
      { second: { ...lyingAbout(ID), ...fault } },
    ]) {
      const ordinals = open(world);
      expect(await ordinals.inscriptions([ID, OTHER])).toEqual([inscription(ID), inscription(OTHER)]);
      expect(await ordinals.blockHash(TIP.height)).toBe(TIP.hash);
      expect(await ordinals.blockHash(TIP.height + 1)).toBeNull();
      expect(await ordinals.status()).toEqual({ version: '0.29.1', height: TIP.height });
      expect(ordinals.pair!.differences()).toEqual([]);
    }
  });

  test('alone is not believed when it is behind', async () => {
    for (const world of [
      { first: gone, second: behind },
      { first: behind, second: gone },
    ])
      await expect(open(world).inscriptions([ID])).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that invents a block above the tip does not hold up the other', async () => {
    const invents = { blockHash: async () => STALE };
    expect(await open({ first: invents }).blockHash(TIP.height + 1)).toBeNull();
    expect(await open({ second: invents }).blockHash(TIP.height + 1)).toBeNull();
  });

  test('that does not respond is asked for nothing but its status for a while', async () => {
    let isUp = false;
    const second: Partial<Ordinals> = {
      inscriptions: (ids) => (isUp ? Promise.resolve(ids.map((id) => inscription(id))) : silent()),
    };
    const ordinals = open({ second, restMs: 60_000 });
    const readings = () => asked[1].filter((what) => what.startsWith('inscriptions')).length;
    for (let time = 0; time < 5; time += 1) expect(await ordinals.inscription(ID)).toEqual(inscription(ID));
    expect(readings()).toBe(1);
    isUp = true;
    await ordinals.status();
    await ordinals.inscription(ID);
    expect(readings()).toBe(2);
  });

  test('that rests is asked when the other fails', async () => {
    let isUp = false;
    const ordinals = open({
      first: { inscriptions: (ids) => (isUp ? silent() : Promise.resolve(ids.map((id) => inscription(id)))) },
      second: {
        inscriptions: (ids) => (isUp ? Promise.resolve(ids.map((id) => inscription(id))) : silent()),
      },
      restMs: 60_000,
    });
    await ordinals.inscription(ID);
    isUp = true;
    expect(await ordinals.inscription(ID)).toEqual(inscription(ID));
  });

  test('that throws what is no refusal shows a fault of ours', async () => {
    const broken = { inscriptions: () => Promise.reject(new TypeError('broken')) };
    await expect(open({ second: broken }).inscription(ID)).rejects.toThrow(TypeError);
  });
});

describe('where two indexes differ about an inscription', () => {
  test('trades of it are refused with both places, and of no other', async () => {
    const ordinals = open({ second: lyingAbout(ID) });
    await expect(ordinals.inscription(ID)).rejects.toMatchObject({
      ...disputed,
      message: `the two inscription indexes differ about inscription ${ID}: the first has it on ${HERE.txid}:0:0, the second has it on ${ELSEWHERE.txid}:1:0; it cannot be traded until they agree`,
    });
    await expect(ordinals.inscriptions([OTHER, ID])).rejects.toMatchObject(disputed);
    expect(await ordinals.inscriptions([OTHER, FAR])).toEqual([inscription(OTHER), inscription(FAR)]);
  });

  test('a reading of many goes on without it', async () => {
    const ordinals = open({ first: lyingAbout(ID) });
    expect(await ordinals.inscriptions([OTHER, ID], { undisputed: true })).toEqual([
      inscription(OTHER),
      null,
    ]);
  });

  test('it is logged once, and once more when they agree', async () => {
    let isLying = true;
    const lies = lyingAbout(ID).inscriptions!;
    const second: Partial<Ordinals> = {
      inscriptions: async (ids) => (isLying ? lies(ids) : ids.map((id) => inscription(id))),
    };
    const ordinals = open({ second });
    for (let poll = 0; poll < 3; poll += 1) await ordinals.inscriptions([ID, OTHER], { undisputed: true });
    expect(logged).toEqual([expect.stringContaining(`differ about inscription ${ID}`)]);
    const [difference] = ordinals.pair!.differences();
    expect(difference).toMatchObject({ about: `inscription ${ID}`, wrong: null });
    isLying = false;
    expect(await ordinals.inscription(ID)).toEqual(inscription(ID));
    expect(logged[1]).toContain(`agree about inscription ${ID} again`);
    expect(ordinals.pair!.differences()).toEqual([]);
  });

  test.each([
    ['the second is wrong', HERE, 'second'],
    ['the first is wrong', ELSEWHERE, 'first'],
  ] as const)('a proof decides, and says that %s', async (_, proven, wrong) => {
    const ordinals = open({ second: lyingAbout(ID), proven });
    for (const leniency of [{}, { undisputed: true }])
      expect(await ordinals.inscriptions([ID], leniency)).toEqual([inscription(ID, proven)]);
    expect(ordinals.pair!.differences()).toMatchObject([{ wrong }]);
    expect(logged).toEqual([expect.stringContaining(`a custody proof shows that the ${wrong} is wrong`)]);
    // both places, once
    expect(proofs).toEqual([ID, ID]);
  });

  test('one of them may not know it', async () => {
    const ignorant = { inscriptions: async (ids: readonly string[]) => ids.map(() => null) };
    expect(await open({ first: ignorant, proven: HERE }).inscription(ID)).toEqual(inscription(ID));
    await expect(open({ first: ignorant }).inscription(ID)).rejects.toThrow('the first does not know it');
  });

  test.each(['both', 'later'] as const)('proofs that tell %s decide nothing', async (proven) => {
    const ordinals = open({ second: lyingAbout(ID), proven });
    await expect(ordinals.inscription(ID)).rejects.toMatchObject(disputed);
    expect(await ordinals.inscriptions([ID], { undisputed: true })).toEqual([null]);
    expect(proofs).toEqual([ID, ID]);
  });

  test('no proof is asked about anything but places', async () => {
    const traits = [{ type: 'Hat', value: 'Crown' }];
    const second = {
      inscriptions: async (ids: readonly string[]) => ids.map((id) => ({ ...inscription(id), traits })),
    };
    await expect(open({ second, proven: HERE }).inscription(ID)).rejects.toMatchObject(disputed);
    expect(proofs).toEqual([]);
  });

  test('a lie about everything takes few proofs a reading, and nothing is taken from it', async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `${txid('04')}i${i}`);
    const ordinals = open({ second: lyingAbout(...ids), proven: HERE });
    for (const poll of [1, 2]) {
      const found = await ordinals.inscriptions(ids, { undisputed: true });
      expect(found.filter((one) => one !== null)).toHaveLength(4 * poll);
      expect(new Set(proofs).size).toBe(4 * poll);
    }
    // twice at first; then the difference is known
    expect(asked[1].filter((what) => what.startsWith('inscriptions'))).toHaveLength(3);
    expect(logged).toHaveLength(200);
  });

  test('an index that is left alone is not believed against the other', async () => {
    let isDown = false;
    const first = {
      inscriptions: (ids: readonly string[]) =>
        isDown ? silent() : Promise.resolve(ids.map((id) => inscription(id))),
    };
    for (const proven of [null, HERE]) {
      isDown = false;
      const ordinals = open({ first, second: lyingAbout(ID), proven });
      await ordinals.inscriptions([ID], { undisputed: true });
      isDown = true;
      await expect(ordinals.inscription(ID)).rejects.toMatchObject(disputed);
      expect(await ordinals.inscription(OTHER)).toEqual(inscription(OTHER));
    }
  });

  test('a block between two readings is no difference', async () => {
    let readings = 0;
    const second: Partial<Ordinals> = {
      async inscriptions(ids) {
        readings += 1;
        return ids.map((id) => inscription(id, readings === 1 ? ELSEWHERE : HERE));
      },
    };
    expect(await open({ second }).inscription(ID)).toEqual(inscription(ID));
    expect(logged).toEqual([]);
  });
});

describe('where two indexes differ about an output', () => {
  const without: Partial<Ordinals> = { outputs: async (outpoints) => outpoints.map(() => output([])) };

  test('it is refused, or left out of a reading of many', async () => {
    const ordinals = open({ second: { ...without, ...lyingAbout(ID) } });
    await expect(ordinals.outputs([HERE])).rejects.toThrow(
      `differ about output ${HERE.txid}:0: the first has ${ID} on it, the second has no inscription on it`,
    );
    expect(await ordinals.outputs([HERE], { undisputed: true })).toEqual([null]);
  });

  test('the place of the inscription decides', async () => {
    expect(await open({ second: without }).outputs([HERE])).toEqual([output([ID])]);
    const lies = { ...without, ...lyingAbout(ID) };
    expect(await open({ second: lies, proven: HERE }).outputs([HERE])).toEqual([output([ID])]);
    expect(await open({ second: lies, proven: ELSEWHERE }).outputs([HERE])).toEqual([output([])]);
  });

  test('nothing decides about runes', async () => {
    const second: Partial<Ordinals> = {
      outputs: async (outpoints) => outpoints.map(() => ({ ...output([ID]), hasRunes: true })),
    };
    await expect(open({ second, proven: HERE }).outputs([HERE])).rejects.toMatchObject(disputed);
    const both: Partial<Ordinals> = {
      outputs: async (outpoints) => outpoints.map(() => ({ ...output([]), hasRunes: true })),
    };
    await expect(open({ second: both, proven: HERE }).outputs([HERE])).rejects.toMatchObject(disputed);
  });
});

test('lists that two indexes differ about are refused until they agree', async () => {
  let isLying = true;
  const second: Partial<Ordinals> = {
    children: async () => ({ ids: isLying ? [ID, OTHER] : [ID], more: false }),
    gallery: async () => [{ id: ID, title: null, traits: [] }],
  };
  const ordinals = open({ second, proven: HERE });
  await expect(ordinals.children(FAR, 0)).rejects.toThrow(
    `differ about page 0 of the children of ${FAR}: the first has 1, the second has 2; it is read again once they agree`,
  );
  await expect(ordinals.gallery(FAR)).rejects.toThrow('the first has none, the second has 1 items');
  isLying = false;
  expect(await ordinals.children(FAR, 0)).toEqual({ ids: [ID], more: false });
});
