/**
 * How long the largest purchase (20 listings, 500 payments) keeps other requests waiting, in the service that
 * reads the wallet's signatures and in the signer that completes the package: the delay of a timer of 1 ms,
 * with the pauses and without, in turns. BENCH_SECONDS (10) for each. Compare with "idle": what the machine
 * adds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { readingSteps, readSteps } from '@ordbook/protocol/psbt/signed-step';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { coin, KEYS, NETWORK, payer, saleQuestion, signStep } from '../protocol/test/parties.ts';
import { inSlices, pause } from '../server/src/base/in-slices.ts';
import { marketSigner } from '../server/src/signer/market/market-signer.ts';
import { SIGNER_OPTIONS, signSale } from '../server/test/signer/requests.ts';
import { report } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const GOAL_MS = 15;
/** Requests in progress at a time. */
const AT_ONCE = 4;

process.stderr.write('signing a purchase of 20 listings and 500 payments\n');
const exactly = Array.from({ length: 500 }, (_, i) => coin(`payment ${i}`, 100_000));
const question = saleQuestion(20, { payer: payer('buyer', 'p2wpkh'), coins: { exactly } });
const { terms } = planSale(question);
const request = signSale(terms);
const buyer = { party: 'buyer', address: 'wallet' } as const;
const step = psbtStep(saleLayout(terms, KEYS, NETWORK), buyer.party, 0, buyer.address);
const steps = [{ stepIndex: 0, psbtBase64: signStep(step, 'buyer') }];
const signer = marketSigner(SIGNER_OPTIONS);

/** A table of its own for each: a table remembers what verified for it. */
const tables = () => {
  const table = saleLayout(terms, KEYS, NETWORK);
  layoutTxid(table);
  return [table];
};

const WORKS: Readonly<Record<string, () => Promise<unknown>>> = {
  idle: () => sleep(100),
  'the service, without pauses': async () => readSteps(tables(), buyer, steps),
  'the service': async () => {
    planSale(question);
    await pause();
    return inSlices(readingSteps(tables(), buyer, steps));
  },
  'the signer': () => signer.signSale(request),
};

const rows: Record<string, string | number>[] = [];
for (const [name, work] of Object.entries(WORKS)) {
  process.stderr.write(`${name}: ${SECONDS} s\n`);
  // compiled before it is measured
  await work();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  delay.enable();
  const worker = async () => {
    while (performance.now() < until) {
      await work();
      await pause();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  delay.disable();
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  const p999 = ms(delay.percentile(99.9));
  rows.push({
    work: name,
    purchases: done,
    'p50 ms': ms(delay.percentile(50)).toFixed(1),
    'p99.9 ms': p999.toFixed(1),
    'longest ms': ms(delay.max).toFixed(1),
    [`p99.9 to ${GOAL_MS} ms`]: (p999 / GOAL_MS).toFixed(2),
  });
}
report('how late a timer of 1 ms is', rows);
