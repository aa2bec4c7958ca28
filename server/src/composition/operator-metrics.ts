import { Gauge, type Registry } from 'prom-client';
import { MINUTE_MS } from '../base/clock.ts';
import { VERSION } from '../base/version.ts';
import { lastBackupAt } from '../store/operation/acts.ts';
import { feeTotals } from '../store/trade/fee-totals.ts';
import { packageCounts } from '../store/trade/packages.ts';
import type { TradingContext } from '../trading/context.ts';

/** Totals read whole tables, so one reading serves all scrapes within this time, ms. */
const TOTALS_LAST_MS = 5 * MINUTE_MS;

/**
 * Gauges for the operator, read at each scrape: build, leader, index, packages that wait for a block, the
 * newest backup, and fees.
 * The gauge of an unreachable part is left out.
 */
export function installOperatorMetrics(
  { db, ordinals, clock, settings }: TradingContext,
  registry: Registry,
  isLeading: () => boolean,
): void {
  const registers = [registry];
  new Gauge({
    name: 'ordbook_build_info',
    help: 'Always 1; the labels say which version runs, and on which network.',
    labelNames: ['version', 'network'],
    registers,
  }).set({ version: VERSION, network: settings.network }, 1);
  new Gauge({
    name: 'ordbook_leader',
    help: '1: this replica leads and follows the chain. 0: another one does.',
    registers,
    collect() {
      this.set(isLeading() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'ordbook_index_height',
    help: 'Height of the last block of the inscription index; of two, each by its place in ORD_URL.',
    labelNames: ['index'],
    registers,
    async collect() {
      const indexes = ordinals.pair?.indexes ?? [ordinals];
      const read = await Promise.all(indexes.map((index) => index.status().catch(() => null)));
      this.reset();
      for (const [i, status] of read.entries())
        if (status !== null) this.set(ordinals.pair ? { index: i + 1 } : {}, status.height);
    },
  });
  const { pair } = ordinals;
  if (pair)
    new Gauge({
      name: 'ordbook_index_differences',
      help: 'Inscriptions, outputs and lists that the two inscription indexes differ about, as last read.',
      labelNames: ['decided'],
      registers,
      collect() {
        const found = pair.differences();
        const decided = found.filter(({ wrong }) => wrong !== null).length;
        this.set({ decided: 'yes' }, decided);
        this.set({ decided: 'no' }, found.length - decided);
      },
    });
  new Gauge({
    name: 'ordbook_oldest_package_seconds',
    help: 'Age of the oldest package that no block has, by table and state.',
    labelNames: ['table', 'state'],
    registers,
    async collect() {
      const ages = await packageCounts(db, clock.now()).catch(() => []);
      this.reset();
      for (const { table, state, seconds } of ages) this.set({ table, state }, seconds);
    },
  });
  new Gauge({
    name: 'ordbook_backup_ended_timestamp_seconds',
    help: 'When the newest `ordbook backup` ended, Unix seconds. Absent: none is recorded.',
    registers,
    async collect() {
      const endedAt = await lastBackupAt(db).catch(() => null);
      this.reset();
      if (endedAt === null) this.remove();
      else this.set(endedAt.getTime() / 1_000);
    },
  });
  let readAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: 'ordbook_fees_sats',
    help: 'Marketplace fees of confirmed sales, of sellers and buyers, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      if (Date.now() - readAt < TOTALS_LAST_MS) return;
      const totals = await feeTotals(db).catch(() => null);
      if (totals === null) return;
      readAt = Date.now();
      for (const [kind, sats] of Object.entries(totals)) this.set({ kind }, sats);
    },
  });
}
