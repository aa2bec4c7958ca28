import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../src/composition/settings.ts';
import { joinedMetrics, metricsOfSigners } from '../../src/composition/signer-metrics.ts';
import { serveSigner } from '../../src/signer/transport/process.ts';
import { testApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';

const textOf = (used: number) =>
  `# HELP used Of a limit.\n# TYPE used gauge\nused{counts="anchors"} ${used}\n\n# HELP plain One.\nplain 1\n`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-metrics-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the metrics of the signers', () => {
  test('are one text: each metric once, each sample with its signer, and nothing that is no sample', () => {
    const texts = [
      { signer: 'market', text: textOf(3) },
      { signer: 'gate', text: `${textOf(4)}<p>hello\n` },
      { signer: 'policy', text: '' },
    ];
    expect(joinedMetrics(texts)).toBe(
      '# HELP used Of a limit.\n# TYPE used gauge\nused{signer="market",counts="anchors"} 3\nused{signer="gate",counts="anchors"} 4\n' +
        '# HELP plain One.\nplain{signer="market"} 1\nplain{signer="gate"} 1\n',
    );
  });

  test('are read from their sockets into GET /metrics; one that does not respond is left out', async () => {
    const socketPath = join(folder, 'market');
    const log = pino({ level: 'silent' });
    const signer = await serveSigner({}, { socketPath, log, metrics: async () => textOf(5) });
    const settings = readSettings({
      SIGNER_ENDPOINT: socketPath,
      GATE_SIGNER_ENDPOINT: join(folder, 'nobody'),
    });
    const signerMetrics = metricsOfSigners(settings, (name) => ({ socketPath: settings[name] }));
    const database = await openTestDatabase();
    const { app } = await testApi(database.db, { signerMetrics });
    const { body } = await app.inject('/metrics');
    expect(body).toContain('used{signer="market",counts="anchors"} 5\n');
    expect(body).toContain('# TYPE ordbook_request_seconds histogram');
    expect(body).not.toContain('gate');
    await signer.close();
    await app.close();
    await database.close();
  });
});
