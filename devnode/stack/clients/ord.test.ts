import { createOrd, createWorld, type RpcCall, type World } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, startBitcoind } from '../../../stack/real/bitcoind.ts';
import { type Ord, startOrd } from '../../../stack/real/ord.ts';
import { findNode, findOrd } from '../../../stack/real/parts.ts';
import { inscribe, type Located, type NewInscription } from '../../src/world/inscribe.ts';
import { keyFrom } from '../../src/world/key.ts';
import { createPurse } from '../../src/world/purse.ts';

type Json = Record<string, unknown>;

const OTHER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** A parent, a batch of its children, a delegate, one with everything, and one near the limit of relay. */
const ROUNDS: readonly ((parent: string) => NewInscription[])[] = [
  () => [{ body: 'the parent', title: 'Parent', traits: { edition: 1 } }],
  (parent) => [1, 2, 3].map((n) => ({ body: `child ${n}`, parent, traits: { number: n, odd: n % 2 === 1 } })),
  (parent) => [{ delegate: parent, to: OTHER }],
  (parent) => [
    {
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      contentType: 'image/svg+xml',
      metadata: { name: 'all', values: [1, -7, null, true], long: 'x'.repeat(2000) },
      metaprotocol: 'test',
      title: 'All',
      traits: { colour: 'red', none: null, long: 'y'.repeat(600) },
      parent,
      postageSats: 546,
      to: OTHER,
    },
  ],
  () => [{ body: new Uint8Array(380_000).fill(7), contentType: 'image/png' }],
];

/** What `ord` says of an inscription and its content. */
async function reported(url: string, id: string): Promise<Json> {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  };
  const content = Buffer.from(await (await get(`/content/${id}`)).arrayBuffer());
  return {
    ...((await (await get(`/inscription/${id}`)).json()) as Json),
    content: content.toString('base64'),
  };
}

async function reportedByUs(ord: ReturnType<typeof createOrd>, id: string): Promise<Json> {
  await ord.sync();
  const get = (path: string) => ord.handle(path, { headers: { accept: 'application/json' } });
  const content = Buffer.from((await get(`/content/${id}`)).body).toString('base64');
  return { ...(JSON.parse(Buffer.from((await get(`/inscription/${id}`)).body).toString()) as Json), content };
}

describe.runIf(findNode('core') && findOrd())("reveals through Bitcoin Core's mempool", () => {
  let bitcoind: Bitcoind;
  let ord: Ord | undefined;
  beforeAll(async () => {
    bitcoind = await startBitcoind({ follows: 'core' });
  });
  afterAll(async () => {
    await ord?.stop();
    await bitcoind?.stop();
  });

  test('are relayed, mined and indexed, and both indexes say the same of them', async () => {
    const { call } = bitcoind;
    const [owner, purse] = [keyFrom('stack', 'owner'), createPurse({ call, key: keyFrom('stack', 'purse') })];
    await call('generatetoaddress', [110, purse.key.address]);
    ord = await startOrd({ bitcoind });
    const ours = createOrd({ call });
    const send = (raw: string) => call('sendrawtransaction', [raw, 0]);
    const ids: string[] = [];
    for (const round of ROUNDS) {
      await ord.caughtUp();
      const locate = async (id: string) => locatedBy(call, await reported(ord!.url, id));
      const made = await inscribe(round(ids[0]!), { purse, owner, locate, send });
      expect(await call('getrawmempool')).toContain(made[0]!.txid);
      await call('generatetoaddress', [1, purse.key.address]);
      ids.push(...made.map(({ id }) => id));
    }
    await ord.caughtUp();
    expect(ids).toHaveLength(7);
    for (const id of ids) expect(await reportedByUs(ours, id), id).toEqual(await reported(ord.url, id));
    expect(await reported(ord.url, ids[1]!)).toMatchObject({ parents: [ids[0]] });
  }, 120_000);
});

async function locatedBy(call: RpcCall, { satpoint }: Json): Promise<Located> {
  const [txid = '', vout = '', offset = ''] = String(satpoint).split(':');
  const { value, scriptPubKey } = (await call('gettxout', [txid, Number(vout)])) as {
    value: number;
    scriptPubKey: { hex: string };
  };
  const script = Uint8Array.from(Buffer.from(scriptPubKey.hex, 'hex'));
  return { txid, vout: Number(vout), valueSats: Math.round(value * 1e8), script, offset: Number(offset) };
}

describe.runIf(findOrd())('the real ord over devnode', () => {
  let world: World;
  let rpcUrl: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    world = await createWorld();
    ({ rpcUrl, close } = await world.listen());
  });
  afterAll(() => close?.());

  test('indexes a world through a reorg, and says what its own index says', async () => {
    const url = rpcUrl.replace('http://', 'http://any:any@');
    const ord = await startOrd({ bitcoind: { url, call: world.call } });
    try {
      const ids: string[] = [];
      for (const round of ROUNDS.slice(0, 4)) {
        ids.push(...(await world.inscribe(round(ids[0]!))).map(({ id }) => id));
        await ord.caughtUp();
      }
      await world.reorg(2, { empty: false });
      await ord.caughtUp();
      const ours = createOrd({ call: world.call });
      for (const id of ids) expect(await reportedByUs(ours, id), id).toEqual(await reported(ord.url, id));
    } finally {
      await ord.stop();
    }
  }, 120_000);
});
