import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleStep } from '@ordbook/protocol/purchase/sale';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coin, KEYS, NETWORK, priced, saleQuestion } from '../../../protocol/test/parties.ts';
import { ORDBOOK } from '../../../stack/real/ordbook.ts';
import { explainPsbt } from '../../src/cli/inspect.ts';

const question = saleQuestion(1, {
  listings: [priced('seller 1', { priceSats: 50_000 })],
  coins: { from: [coin('payment', 400_000)] },
});
const { terms } = planSale(question);
const { psbtBase64 } = saleStep(terms, KEYS, NETWORK);
const yours = [terms.buyerOrdinalsAddress, terms.payer.address];

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ordbook-inspect-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

test('a PSBT is read from its text, from a file in three forms, and from the standard input', async () => {
  const { printed } = explainPsbt(psbtBase64, { network: NETWORK, yours });
  expect(printed).toMatch(
    /^You pay [\d,]+ sats and receive an inscription\. Nothing else of yours moves\.\n/,
  );
  const bytes = Buffer.from(psbtBase64, 'base64');
  for (const [name, content] of [
    ['base64', `${psbtBase64}\n`],
    ['hex', bytes.toString('hex')],
    ['bytes', bytes],
  ] as const) {
    const path = join(directory, name);
    writeFileSync(path, content);
    expect(explainPsbt(path, { network: NETWORK, yours }).printed, name).toBe(printed);
  }
  const options = yours.flatMap((address) => ['--yours', address]);
  const output = execFileSync(process.execPath, [ORDBOOK, 'inspect', '-', '--network', NETWORK, ...options], {
    input: psbtBase64,
    encoding: 'utf8',
  });
  expect(output).toBe(printed);
}, 60_000);

test('the picture is SVG, and JSON has everything', () => {
  const { printed } = explainPsbt(psbtBase64, { network: NETWORK, yours, svg: true, width: '820' });
  expect(printed).toMatch(/^<svg .* width="820"/);
  for (const width of ['wide', '0', '-5', '1e9'])
    expect(() => explainPsbt(psbtBase64, { network: NETWORK, svg: true, width })).toThrow(
      `--width ${width} is no number of pixels`,
    );
  const json = JSON.parse(explainPsbt(psbtBase64, { network: NETWORK, yours, json: true }).printed);
  expect(json).toMatchObject({ role: { kind: 'purchase' }, findings: [] });
});

test('a PSBT that says stop ends with exit code 1, and a text that is none with a sentence', async () => {
  expect(explainPsbt(psbtBase64, { network: NETWORK, yours }).isSafe).toBe(true);
  const inscription = [`${terms.payments[0]!.txid}:${terms.payments[0]!.vout}:399999`];
  const spent = explainPsbt(psbtBase64, { network: NETWORK, yours: yours.slice(1), inscription });
  expect(spent.isSafe).toBe(false);
  expect(spent.printed).toMatch(/\n {2}stop: /);
  expect(() => explainPsbt('cHNidP8BAA==', { network: NETWORK })).toThrow(/cannot be decoded/);
  expect(() => explainPsbt('purchase.psbt', { network: NETWORK })).toThrow(
    'purchase.psbt is no PSBT (base64 begins with cHNidP, hex with 70736274ff) and no file; check the path',
  );
  expect(() => explainPsbt(tmpdir(), { network: NETWORK })).toThrow('is a folder; name a file');
  expect(() => explainPsbt(psbtBase64, { network: NETWORK, inscription: ['here'] })).toThrow(/<txid>:<vout>/);
  const { status, stderr } = spawnSync(process.execPath, [ORDBOOK, 'inspect', 'cHNidP8BAA=='], {
    encoding: 'utf8',
  });
  expect({ status, stderr: stderr.slice(0, 20) }).toEqual({ status: 1, stderr: 'ordbook: the PSBT ca' });
}, 60_000);

test('a reader that closes the pipe early ends a command without an error', async () => {
  const command = [process.execPath, ORDBOOK, 'inspect', psbtBase64];
  const { stderr } = spawnSync('sh', ['-c', '"$@" | true', 'sh', ...command], { encoding: 'utf8' });
  expect(stderr).toBe('');
}, 60_000);
