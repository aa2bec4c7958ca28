import { describe, expect, test } from 'vitest';
import { findBitcoind, findOrd, findPostgres, findRedis } from '../real/parts.ts';
import { rounds } from '../rounds.ts';
import { soak } from './soak.ts';

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? rounds(45, 2));
const SEED = Number(process.env['SOAK_SEED'] ?? 1);
const postgres = findPostgres();

describe.runIf(findBitcoind() && findOrd() && findRedis() && postgres && postgres.kind !== 'given')(
  'a market of real programs that are killed, stopped and reorganised',
  () => {
    test(
      'loses no trade, doubles none, and tells nobody an untruth',
      async () => {
        const { anomalies, tally, faults } = await soak({
          seconds: SECONDS,
          seed: SEED,
          services: 2,
          progress: (line) => process.stdout.write(`soak: ${line}\n`),
        });
        expect(anomalies).toEqual([]);
        // it was a soak, and not an idle market
        expect(tally.done['buy'] ?? 0).toBeGreaterThan(0);
        expect(Object.values(faults.kills).length).toBeGreaterThan(0);
      },
      (SECONDS + 300) * 1_000,
    );
  },
);
