/**
 * Traders of `limits.ts`, in a process of their own: `limits-traders.ts URL INDEX FILE PAUSE`, where
 * FILE is the JSON of their wallets. Each lists its inscription at the service at URL, with every check of the
 * client, and delists it, with a pause of PAUSE ms after both. Pauses differ, since traders do not wait for one
 * another. Writes `ready`, and then the number of trades so far, a line each second.
 */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createClient,
  delist,
  type KeySource,
  listInscriptions,
  localWallet,
  memoryStorage,
  ordSource,
  signIn,
} from '@ordbook/client';
import { BENCH_DOMAIN } from './measure.ts';

/** Pauses are of half to one and a half of this. */
const PAUSE_MS = Number(process.argv[5]);
let trades = 0;

export interface LoadTrader {
  readonly ordinals: KeySource;
  readonly payment: KeySource;
  readonly collectionSlug: string;
  readonly inscriptionId: string;
}

const pause = () => sleep(PAUSE_MS * (0.5 + Math.random()));

async function enter(url: string, index: string, { ordinals, payment }: LoadTrader) {
  const wallet = localWallet({ ordinals, payment, network: 'regtest' });
  const safety = { source: ordSource(index), storage: memoryStorage(), domain: BENCH_DOMAIN };
  return signIn(createClient({ baseUrl: url, network: 'regtest' }), wallet, safety);
}

async function trade(session: Awaited<ReturnType<typeof enter>>, trader: LoadTrader): Promise<never> {
  const { collectionSlug, inscriptionId } = trader;
  await sleep(2 * PAUSE_MS * Math.random());
  for (;;) {
    const items = [{ inscriptionId, priceSats: 100_000 + Math.floor(Math.random() * 1_000) * 100 }];
    const listings = await listInscriptions(session, { collectionSlug, items });
    await pause();
    await delist(session, { collectionSlug, listings });
    trades += 1;
    await pause();
  }
}

const [url, index, file] = process.argv.slice(2);
if (url && index && file) {
  // they stand for other machines: the service never waits for them
  setPriority(constants.priority.PRIORITY_LOW);
  const traders = JSON.parse(readFileSync(file, 'utf8')) as LoadTrader[];
  const sessions: Awaited<ReturnType<typeof enter>>[] = [];
  for (const trader of traders) sessions.push(await enter(url, index, trader));
  process.stdout.write('ready\n');
  setInterval(() => process.stdout.write(`${trades}\n`), 1_000);
  await Promise.all(sessions.map((session, i) => trade(session, traders[i]!)));
}
