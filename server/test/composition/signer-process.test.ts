import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { signKeySet } from '@ordbook/protocol/key-set';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fillTerms, TIER } from '../../../protocol/test/collection-offer/terms.ts';
import { NETWORK, paymentAddress, SIGNER_KEYS, secret } from '../../../protocol/test/parties.ts';
import type { OpenParts } from '../../src/base/open-parts.ts';
import { makeKeys } from '../../src/cli/keys.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { type SignerOptions, startSigner } from '../../src/composition/signer-process.ts';
import { makeJournal } from '../../src/signer/limits/journal-file.ts';
import { writeKeyFile } from '../../src/signer/signing/keys.ts';
import { MARKET_PEER, signerClient } from '../../src/signer/transport/client.ts';
import { GATE_PEER, gateClient } from '../../src/signer/transport/fill-clients.ts';
import { settingsClient } from '../../src/signer/transport/settings-messages.ts';
import { adoptedBy, gateRequest } from '../signer/gate-requests.ts';
import { fanOutRequest } from '../signer/requests.ts';

const env = {
  NETWORK: 'regtest',
  FEE_ADDRESS: paymentAddress('fees', 'p2wpkh'),
  ADMISSION_TIERS: `0:${TIER.lockBlocks}:${TIER.coins}`,
};

let folder: string;
let socketPath: string;
let lines: { message: string; fields: Record<string, unknown> }[];
let running: OpenParts | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-signer-cli-'));
  socketPath = join(folder, 's');
  lines = [];
  running = null;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await makeKeys({ role: 'market', file: join(folder, 'keys.json') }, env);
  await makeKeys({ role: 'gate', file: join(folder, 'gate.json') }, env);
  vi.restoreAllMocks();
});
afterEach(async () => {
  await running?.close();
  await rm(folder, { recursive: true });
});

const journal = () => join(folder, 'keys.json.journal');
const client = () => signerClient({ socketPath, timeoutMs: 10_000 });

async function start(options: Partial<SignerOptions> = {}, more: Record<string, string> = {}): Promise<void> {
  await running?.close();
  running = null;
  const note = (fields: object, message: string) =>
    void lines.push({ message, fields: fields as Record<string, unknown> });
  const asked = { role: 'market' as const, socket: socketPath, keys: join(folder, 'keys.json'), ...options };
  const log = { info: note, warn: note, error: note };
  running = await startSigner(asked, readSettings({ ...env, ...more }), log);
}

function metrics(): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: '/metrics' }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('on mainnet a signer that pays fees does not start until it is told whom it may pay', async () => {
  const mainnet = { NETWORK: 'mainnet', FEE_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
  await expect(start({}, mainnet)).rejects.toThrow('PAYOUT_ADDRESSES is not set; on mainnet');
  await start({}, { ...mainnet, PAYOUT_ADDRESSES: 'none' });
  expect(lines[0]).toMatchObject({ message: 'the signer is listening' });
});

describe('a signer started with new keys', () => {
  test('signs, counts it in the journal beside the keys, and tells it', async () => {
    await start();
    expect(lines[0]).toMatchObject({ message: 'the signer is listening', fields: { journal: journal() } });
    const { txid } = await client().signAnchorFanOut(fanOutRequest());
    expect(await readFile(journal(), 'utf8')).toContain(`"kind":"anchor fan-out","txid":"${txid}"`);
    expect(lines[1]).toMatchObject({ message: 'signed', fields: { kind: 'anchor fan-out', txid } });
    expect(await metrics()).toContain('ordbook_signer_signatures_total{kind="anchor fan-out"} 1');
  });

  test('remembers over a restart what is used up', async () => {
    const split = (name: number) => ({ ...fanOutRequest(), feeSats: 1_000 + name });
    await start({}, { SIGNER_PACKAGES_PER_HOUR: '2' });
    await client().signAnchorFanOut(split(1));
    await start({}, { SIGNER_PACKAGES_PER_HOUR: '2' });
    await client().signAnchorFanOut(split(1));
    await client().signAnchorFanOut(split(2));
    await start({}, { SIGNER_PACKAGES_PER_HOUR: '2' });
    await expect(client().signAnchorFanOut(split(3))).rejects.toMatchObject({
      detail: expect.stringContaining('2 of 2 anchor fan-outs per hour are used'),
    });
  });

  test('opens its socket to the group that is set, by number or name, and not behind TLS', async () => {
    const [name] = (await readFile('/etc/group', 'utf8'))
      .split('\n')
      .map((line) => line.split(':'))
      .find(([, , gid]) => Number(gid) === process.getgid!())!;
    for (const group of [String(process.getgid!()), name!]) {
      await start({}, { SIGNER_SOCKET_GROUP: group });
      expect((await stat(socketPath)).mode & 0o777).toBe(0o660);
      expect(lines.at(-1)!.fields).toMatchObject({ group });
    }
    await start();
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
    await expect(start({}, { SIGNER_SOCKET_GROUP: 'no-such-group' })).rejects.toThrow(
      '/etc/group has no group no-such-group',
    );
  });

  test('is not started with bounds that would stop an honest service', async () => {
    await expect(start({}, { SIGNER_FEE_SATS_PER_DAY: '10' })).rejects.toThrow(
      'SIGNER_FEE_SATS_PER_DAY is "10"',
    );
  });

  test('is not started twice on one journal', async () => {
    await start();
    const again = startSigner(
      { role: 'market', socket: `${socketPath}2`, keys: join(folder, 'keys.json') },
      readSettings(env),
      { info: () => undefined, warn: () => undefined, error: () => undefined },
    );
    await expect(again).rejects.toThrow(`journal ${journal()} is already open`);
    await client().publicKeys();
  });
});

describe('a signer whose journal is lost', () => {
  test('is not started, nor is a journal made, without the flag that counts half of each limit as used', async () => {
    await rm(journal());
    await expect(start()).rejects.toThrow('start once with --new-journal');
    await expect(start()).rejects.toThrow('start once with --new-journal');
    await start({ newJournal: true });
    expect(lines.at(-1)!.message).toBe(
      'a new journal was started: half of each limit counts as used for up to a day',
    );
    await client().signAnchorFanOut(fanOutRequest());
    await expect(start({ newJournal: true })).rejects.toThrow('is sound; start without --new-journal');
    await start();
  });

  test('says what waits until when, after it refused it for a limit', async () => {
    await rm(journal());
    await start({ newJournal: true }, { SIGNER_PACKAGES_PER_HOUR: '2' });
    const waits = async () => (await settingsClient({ socketPath, timeoutMs: 10_000 }, MARKET_PEER)()).waits;
    await client().signAnchorFanOut(fanOutRequest());
    expect(await waits()).toEqual([]);
    const next = { ...fanOutRequest(), feeSats: 1_001 };
    await expect(client().signAnchorFanOut(next)).rejects.toMatchObject({
      detail: expect.stringContaining('1 of them for the lost journal'),
    });
    expect(await waits()).toEqual([{ what: 'anchor fan-outs', until: expect.stringMatching(/^\d{4}-.*Z$/) }]);
  });

  test('takes no journal of another signer', async () => {
    await expect(start({ journal: join(folder, 'gate.json.journal') })).rejects.toThrow('belongs to the key');
  });

  test('takes a journal from where it is told', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, await readFile(journal()), { mode: 0o600 });
    await rm(journal());
    await start({ journal: elsewhere });
    await client().signAnchorFanOut(fanOutRequest());
  });
});

describe('the gate signer', () => {
  const gateFile = () => join(folder, 'gate.json');
  const gateJournal = () => `${gateFile()}.journal`;
  const gate = () => gateClient({ socketPath, timeoutMs: 10_000 });
  const startGate = (given: Partial<SignerOptions> = {}) =>
    start({ role: 'gate', keys: gateFile(), ...given }, { KEY_SET: join(folder, 'key-set.json') });

  beforeEach(async () => {
    await rm(gateFile());
    await rm(gateJournal());
    await writeKeyFile(gateFile(), { gate: bytesToHex(secret('gate')) });
    await makeJournal({ path: gateJournal(), key: SIGNER_KEYS.gate });
    const set = { ...SIGNER_KEYS, network: NETWORK, number: 1, issuedAt: '2026-01-01T00:00:00Z' } as const;
    await writeFile(join(folder, 'key-set.json'), JSON.stringify(signKeySet(set, secret('publisher'))));
  });

  test('does not start without the key set, or with another key than its own', async () => {
    await expect(start({ role: 'gate', keys: gateFile() })).rejects.toThrow(
      'the gate signer needs KEY_SET: write the key set with `ordbook keys publish`',
    );
    await rm(gateFile());
    await writeKeyFile(gateFile(), { gate: bytesToHex(secret('another gate')) });
    await expect(startGate()).rejects.toThrow(`but the key set of the operator has ${SIGNER_KEYS.gate}`);
  });

  test('knows after a restart which admission coins are its own, through its fills', async () => {
    await startGate();
    const admission = await adoptedBy(gate());
    const asked = gateRequest(fillTerms({ admission }));
    await gate().signFill(asked);
    await startGate();
    const next = { txid: layoutTxid(fillLayout(asked.terms, NETWORK)), vout: 3, valueSats: 333 };
    const stranger = fillTerms().admission;
    expect(await gate().knows({ coins: [admission, next, stranger] })).toEqual({
      known: [true, true, false],
    });
    await gate().signFill(gateRequest(fillTerms({ admission: next })));
    await expect(gate().signFill(gateRequest(fillTerms({ admission: stranger })))).rejects.toThrow(
      'is unknown',
    );
    expect(lines.at(-1)).toMatchObject({
      message: 'refused',
      fields: { offer: expect.stringMatching(/:0$/) },
    });
  });

  test('after its journal was lost knows no coin, and waits as long as a coin is locked', async () => {
    await startGate();
    await adoptedBy(gate());
    await rm(gateJournal());
    await expect(startGate()).rejects.toThrow('start once with --new-journal');
    await startGate({ newJournal: true });
    expect(await gate().knows({ coins: [fillTerms().admission] })).toEqual({ known: [false] });
    const admission = await adoptedBy(gate());
    await expect(gate().signFill(gateRequest(fillTerms({ admission })))).rejects.toMatchObject({
      detail: expect.stringMatching(
        /the journal of the gate was lost; it signs fills of this tier again from 20/,
      ),
    });
    const { waits } = await settingsClient({ socketPath, timeoutMs: 10_000 }, GATE_PEER)();
    expect(waits).toEqual([{ what: 'fills of tier 1', until: expect.stringMatching(/^20.*Z$/) }]);
  });
});
