import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { isSats } from '@ordbook/protocol/sats';
import { Type } from 'typebox';
import { responseReader } from '../base/remote.ts';
import { satsOfBtc } from './amounts.ts';
import type { Chain } from './port.ts';
import { RPC_CODE, type Rpc } from './rpc.ts';

type AddressCoins = Awaited<ReturnType<Chain['addressCoins']>>;

/** Results cached for the current tip, because a scan reads the whole UTXO set. */
const KEPT_RESULTS = 10_000;

/**
 * Most addresses in the queue. The next scan takes all of them, so this does not bound the time: it bounds
 * the size of the request, and what one caller with many addresses can add to it. More sign-ins than this in
 * a minute need an index.
 */
export const MAX_WAITING = 100;

/** Pause before a retry while another program's scan runs in the node, ms. */
const BUSY_PAUSE_MS = 250;

/**
 * A scan may run longer than its waiting requests, by this factor; its results are cached for their retries.
 */
const SCAN_PATIENCE = 2;

const NODE = 'the node (scantxoutset)';

const readScan = responseReader(
  Type.Object({
    success: Type.Boolean(),
    bestblock: Type.String(),
    unspents: Type.Array(
      Type.Object({
        txid: Type.String(),
        vout: Type.Integer(),
        scriptPubKey: Type.String(),
        amount: Type.Number(),
        height: Type.Integer(),
      }),
    ),
  }),
);

/** An address that is queued or being scanned. */
interface Wanted {
  readonly address: string;
  readonly script: string;
  readonly asker: string | undefined;
  /** While a scan that has it runs. */
  isScanned: boolean;
  readonly found: Promise<AddressCoins>;
  readonly settle: (scan: Promise<AddressCoins>) => void;
}

/**
 * Confirmed coins of addresses by `scantxoutset`. The node runs one scan of its whole UTXO set at a time, for
 * any number of addresses. Requests that arrive during a scan wait together for the next one, so a result
 * takes at most two scans. Requests for the same address share its scan. Each asker has one address in the
 * queue at a time; its next one waits. A caller waits `timeoutMs` from its own request on. Later results are
 * cached, so a retry finds them.
 *
 * Results are cached until the tip changes. Coins spent in the mempool are removed from `coins` on every
 * call.
 */
export function scanner(
  rpc: Rpc,
  chain: Pick<Chain, 'tip' | 'mempoolSpenders'>,
  timeoutMs: number,
): Chain['addressCoins'] {
  let tipHash = '';
  let kept = new Map<string, AddressCoins>();
  const wanted = new Map<string, Wanted>();
  let isRunning = false;
  let isNodeBusy = false;

  const queue = (address: string, asker: string | undefined): Wanted => {
    const shared = wanted.get(address);
    if (shared) return shared;
    if (wanted.size >= MAX_WAITING) {
      refuse(
        'unavailable',
        `${wanted.size} addresses are waiting for a scan of the UTXO set; try again, or set ESPLORA_URL, which needs no scan`,
      );
    }
    const entry = newlyWanted(address, asker);
    wanted.set(address, entry);
    void run();
    return entry;
  };

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let batch = [...wanted.values()]; batch.length > 0; batch = [...wanted.values()]) {
      for (const entry of batch) entry.isScanned = true;
      const scan = scanOf(
        rpc,
        batch.map(({ address }) => address),
        SCAN_PATIENCE * timeoutMs,
        (busy) => {
          isNodeBusy = busy;
        },
      );
      const results = scan
        .then(({ bestblock, byScript }) => {
          const coins = batch.map(({ script }) => held(byScript.get(script) ?? []));
          if (bestblock === tipHash)
            for (const [i, { address }] of batch.entries()) kept.set(address, coins[i]!);
          return coins;
        })
        .finally(() => {
          for (const { address } of batch) wanted.delete(address);
        });
      for (const [i, { settle }] of batch.entries()) settle(results.then((coins) => coins[i]!));
      await results.catch(() => undefined);
      // askers that waited for their earlier address join the next scan
      await new Promise((resolve) => setImmediate(resolve));
    }
    isRunning = false;
  };

  const late = (entry: Wanted) => () =>
    entry.isScanned && !isNodeBusy
      ? `${NODE} did not finish its scan within ${timeoutMs} ms; try again, or set ESPLORA_URL, which needs no scan`
      : `${NODE} was busy with another scan for ${timeoutMs} ms; try again, or set ESPLORA_URL, which needs no scan`;

  /** The asker's other address in the queue, which must be scanned first. */
  const earlierOf = (asker: string | undefined, address: string): Wanted | undefined =>
    asker === undefined || wanted.has(address)
      ? undefined
      : [...wanted.values()].find((each) => each.asker === asker);

  const scanned = async (address: string, asker: string | undefined, untilMs: number) => {
    for (let own = earlierOf(asker, address); own; own = earlierOf(asker, address))
      await within(
        own.found.catch(() => undefined),
        untilMs,
        late(own),
      );
    const entry = queue(address, asker);
    return within(entry.found, untilMs, late(entry));
  };

  return async (address, asker) => {
    const untilMs = Date.now() + timeoutMs;
    const { hash } = await chain.tip();
    if (hash !== tipHash || kept.size >= KEPT_RESULTS) {
      tipHash = hash;
      kept = new Map();
    }
    const found = kept.get(address) ?? (await scanned(address, asker, untilMs));
    const spenders = await chain.mempoolSpenders(found.coins);
    return { ...found, coins: found.coins.filter((_, index) => spenders[index] === null) };
  };
}

function newlyWanted(address: string, asker: string | undefined): Wanted {
  let settle!: Wanted['settle'];
  const found = new Promise<AddressCoins>((resolve) => {
    settle = resolve;
  });
  // the scan may fail when nobody waits for it any more
  found.catch(() => undefined);
  return { address, script: scriptAnywhere(address), asker, isScanned: false, found, settle };
}

const NETWORKS: readonly NetworkName[] = ['mainnet', 'testnet', 'regtest'];

/** The script (hex) of an address of any network; signet's addresses are the same as testnet's. */
function scriptAnywhere(address: string): string {
  for (const network of NETWORKS) {
    try {
      return scriptOf(address, network);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return refuse('bad_address', `${address} is not an address`);
}

type Coin = AddressCoins['coins'][number];

function held(coins: Coin[]): AddressCoins {
  const confirmedSats = coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
  return isSats(confirmedSats)
    ? { confirmedSats, coins }
    : refuse('unavailable', `${NODE} returned an invalid balance: ${confirmedSats} sats`);
}

/** Scans for all of `addresses` once no other scan runs; returns the coins by script. */
async function scanOf(
  rpc: Rpc,
  addresses: readonly string[],
  timeoutMs: number,
  isBusy: (busy: boolean) => void,
): Promise<{ bestblock: string; byScript: Map<string, Coin[]> }> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const left = deadline - Date.now();
    if (left <= 0) refuse('unavailable', `${NODE} was busy with another scan for ${timeoutMs} ms`);
    const answer = await rpc.callUnless(
      RPC_CODE.invalidParameter,
      'scantxoutset',
      ['start', addresses.map((address) => `addr(${address})`)],
      left,
    );
    isBusy(answer === null);
    if (answer !== null) return coinsOf(answer);
    await new Promise((resolve) => setTimeout(resolve, Math.min(BUSY_PAUSE_MS, left)));
  }
}

function coinsOf(answer: unknown) {
  const { success, bestblock, unspents } = readScan(answer, NODE);
  if (!success) refuse('unavailable', `${NODE} did not finish its scan`);
  const byScript = new Map<string, Coin[]>();
  for (const { txid, vout, scriptPubKey, amount, height } of unspents) {
    const coins = byScript.get(scriptPubKey) ?? [];
    coins.push({ txid, vout, valueSats: satsOfBtc(amount), height });
    byScript.set(scriptPubKey, coins);
  }
  return { bestblock, byScript };
}

/** The result of `work`. Throws Refusal `unavailable` with `sentence` at `untilMs`; `work` continues. */
async function within<T>(work: Promise<T>, untilMs: number, sentence: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Refusal('unavailable', sentence())),
      Math.max(0, untilMs - Date.now()),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
