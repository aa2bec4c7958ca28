import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type BitcoindOptions, bitcoind } from '../../src/chain/bitcoind.ts';
import { MAX_WAITING } from '../../src/chain/scan.ts';
import { type TestAddress, testAddress } from '../support/wallet.ts';

const HASH = 'ab'.repeat(32);
const NEXT = 'cd'.repeat(32);
const HINT = 'try again, or set ESPLORA_URL, which needs no scan';

/** A node whose scans end when they are let: what it was asked, and what it will say. */
class Node {
  tip = HASH;
  /** Sats of each address's coins. */
  readonly coins = new Map<string, readonly number[]>();
  /** The addresses of each scan, in order. */
  readonly scans: string[][] = [];
  most = 0;
  /** Thrown by every scan while set. */
  failure: Error | null = null;
  /** How often it says that somebody else scans. */
  busy = 0;
  #running = 0;
  #held: Promise<void> | null = null;

  /** Holds scans back until the returned function is called. */
  hold(): () => void {
    let release!: () => void;
    this.#held = new Promise((resolve) => {
      release = () => {
        this.#held = null;
        resolve();
      };
    });
    return release;
  }

  readonly call = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    if (method === 'getblockchaininfo')
      return { chain: 'regtest', blocks: 5, bestblockhash: this.tip, initialblockdownload: false };
    if (method === 'gettxspendingprevout') return (params[0] as object[]).map((each) => ({ ...each }));
    if (this.busy-- > 0) throw Object.assign(new Error('Scan already in progress'), { code: -8 });
    const addresses = (params[1] as string[]).map((descriptor) => descriptor.slice(5, -1));
    this.scans.push(addresses);
    this.most = Math.max(this.most, ++this.#running);
    const bestblock = this.tip;
    await (this.#held ?? new Promise((resolve) => setTimeout(resolve, 5)));
    this.#running -= 1;
    if (this.failure) throw this.failure;
    const found = addresses.flatMap((address) =>
      (this.coins.get(address) ?? []).map((sats) => ({ scriptPubKey: scriptOf(address, 'regtest'), sats })),
    );
    return {
      success: true,
      bestblock,
      unspents: found.map(({ scriptPubKey, sats }, vout) => ({
        txid: HASH,
        vout,
        scriptPubKey,
        amount: sats / 1e8,
        height: 3,
      })),
    };
  };

  chain(options: Partial<BitcoindOptions> = {}) {
    return bitcoind({ url: '', call: this.call, timeoutMs: 5_000, ...options });
  }
}

const TYPES = ['p2tr', 'p2wpkh', 'p2sh-p2wpkh'] as const;
const WALLETS: TestAddress[] = Array.from({ length: MAX_WAITING + 2 }, (_, i) =>
  testAddress(`scan ${i}`, TYPES[i % 3]!),
);
const [a, b, c, d] = WALLETS.map(({ address }) => address) as [string, string, string, string];
const nothing = { confirmedSats: 0, coins: [] };
const unavailable = (message: string) => expect.objectContaining({ code: 'unavailable', message });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Lets what can go on go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

let node: Node;
beforeEach(() => {
  node = new Node();
});

describe('scans of the UTXO set', () => {
  test('one runs at a time, and what comes meanwhile waits together for the next', async () => {
    for (const [i, { address }] of WALLETS.entries()) node.coins.set(address, [1_000 + i]);
    const chain = node.chain();
    const found = await Promise.all([a, b, a, b, c, d].map((address) => chain.addressCoins(address)));
    expect(found.map(({ confirmedSats }) => confirmedSats)).toEqual([
      1_000, 1_001, 1_000, 1_001, 1_002, 1_003,
    ]);
    expect(found[4]!.coins).toEqual([{ txid: HASH, vout: 1, valueSats: 1_002, height: 3 }]);
    expect({ most: node.most, scans: node.scans }).toEqual({ most: 1, scans: [[a], [b, c, d]] });
  });

  test('an address is scanned once a tip', async () => {
    const chain = node.chain();
    for (let i = 0; i < 3; i += 1) expect(await chain.addressCoins(a)).toEqual(nothing);
    expect(node.scans).toHaveLength(1);
    node.tip = NEXT;
    await chain.addressCoins(a);
    expect(node.scans).toHaveLength(2);
  });

  test('a second ask for an address shares the scan of the first, also after a block', async () => {
    const chain = node.chain();
    const release = node.hold();
    const first = chain.addressCoins(a, 'one');
    await settled();
    node.tip = NEXT;
    const second = chain.addressCoins(a, 'two');
    await settled();
    release();
    expect(await Promise.all([first, second])).toEqual([nothing, nothing]);
    expect(node.scans).toEqual([[a]]);
  });

  test('what was found as of another block is not kept', async () => {
    const chain = node.chain();
    const release = node.hold();
    const first = chain.addressCoins(a);
    await settled();
    node.tip = NEXT;
    const second = chain.addressCoins(b);
    await settled();
    release();
    await Promise.all([first, second]);
    await chain.addressCoins(b);
    expect(node.scans).toEqual([[a], [b]]);
    await chain.addressCoins(a);
    expect(node.scans).toHaveLength(3);
  });

  test('a bounded number of addresses wait; one more is refused, and what to set is said', async () => {
    const chain = node.chain();
    const release = node.hold();
    const waiting = WALLETS.slice(0, MAX_WAITING).map(({ address }) => chain.addressCoins(address));
    await settled();
    const [over, again] = WALLETS.slice(MAX_WAITING).map(({ address }) => address);
    await expect(chain.addressCoins(over!)).rejects.toEqual(
      unavailable(`${MAX_WAITING} addresses are waiting for a scan of the UTXO set; ${HINT}`),
    );
    expect(await Promise.race([chain.addressCoins(a), settled()])).toBeUndefined();
    release();
    await Promise.all(waiting);
    expect(node.scans.map(({ length }) => length)).toEqual([1, MAX_WAITING - 1]);
    expect(await chain.addressCoins(again!)).toEqual(nothing);
  });

  test('an asker has one address in the queue at a time: its next waits for that one, others do not', async () => {
    const chain = node.chain();
    const release = node.hold();
    const waiting = [
      chain.addressCoins(a, '192.0.2.1'),
      chain.addressCoins(b, '192.0.2.1'),
      chain.addressCoins(c, '192.0.2.1'),
      chain.addressCoins(d, '192.0.2.2'),
      chain.addressCoins(a, '192.0.2.2'),
    ];
    await settled();
    release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => nothing));
    expect(node.scans.map((scan) => scan.toSorted())).toEqual([[a], [b, d].toSorted(), [c]]);
  });

  test('an asker that waits for its own address is refused in time', async () => {
    const chain = node.chain({ scanTimeoutMs: 300 });
    const release = node.hold();
    const first = chain.addressCoins(a, 'asker');
    first.catch(() => undefined);
    await settled();
    await expect(chain.addressCoins(b, 'asker')).rejects.toMatchObject({ code: 'unavailable' });
    expect(node.scans).toEqual([[a]]);
    release();
  });

  test('the time-out counts from the request, also of an asker that waited for its own address first', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    try {
      const chain = node.chain({ scanTimeoutMs: 300 });
      let release = node.hold();
      const first = chain.addressCoins(a, 'asker');
      await vi.advanceTimersByTimeAsync(0);
      const second = chain.addressCoins(b, 'asker');
      const refused = second.then(
        () => null,
        (error: unknown) => error,
      );
      await vi.advanceTimersByTimeAsync(200);
      release();
      release = node.hold();
      await first;
      for (let i = 0; node.scans.length < 2 && i < 100; i += 1) await turn();
      expect(node.scans).toEqual([[a], [b]]);
      await vi.advanceTimersByTimeAsync(150);
      expect(await Promise.race([refused, turn()])).toMatchObject({ code: 'unavailable' });
      release();
    } finally {
      vi.useRealTimers();
    }
  });

  test('the time-out counts from the request: it may end before the scan begins', async () => {
    const chain = node.chain({ scanTimeoutMs: 300 });
    const release = node.hold();
    const running = chain.addressCoins(a);
    await settled();
    const waiting = chain.addressCoins(b);
    await expect(running).rejects.toEqual(
      unavailable(`the node (scantxoutset) did not finish its scan within 300 ms; ${HINT}`),
    );
    await expect(waiting).rejects.toEqual(
      unavailable(`the node (scantxoutset) was busy with another scan for 300 ms; ${HINT}`),
    );
    expect(node.scans).toEqual([[a]]);
    release();
  });

  test('what is found after the time-out is there when it is asked for again', async () => {
    node.coins.set(a, [3_000, 4_000]);
    const chain = node.chain({ scanTimeoutMs: 300 });
    const release = node.hold();
    await expect(chain.addressCoins(a)).rejects.toMatchObject({ code: 'unavailable' });
    release();
    await settled();
    expect(await chain.addressCoins(a)).toMatchObject({ confirmedSats: 7_000 });
    expect(node.scans).toHaveLength(1);
  });

  test("somebody else's scan is waited for, but not for ever", async () => {
    node.busy = 1;
    expect(await node.chain({ scanTimeoutMs: 5_000 }).addressCoins(a)).toEqual(nothing);
    node.busy = Number.POSITIVE_INFINITY;
    await expect(node.chain({ scanTimeoutMs: 300 }).addressCoins(b)).rejects.toThrow(
      /was busy with another scan for 300 ms; try again/,
    );
  });

  test('a scan that failed fails all that waited for it, and is tried again', async () => {
    const chain = node.chain();
    const release = node.hold();
    const running = chain.addressCoins(a);
    await settled();
    const waiting = [chain.addressCoins(b), chain.addressCoins(c, 'asker')];
    await settled();
    node.failure = Object.assign(new Error('no'), { code: -1 });
    release();
    for (const outcome of await Promise.allSettled([running, ...waiting]))
      expect(outcome).toMatchObject({ reason: { code: 'unavailable', status: 503 } });
    node.failure = null;
    expect(await chain.addressCoins(d, 'asker')).toEqual(nothing);
  });

  test('more sats than there are is no balance', async () => {
    node.coins.set(a, [20e14, 2e14]);
    await expect(node.chain().addressCoins(a)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
