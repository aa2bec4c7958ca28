import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const ORDBOOK_URL = 'https://market.example';
const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'ordbook-mcp-')), 'wallet.json');
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

test('every wrong setting is named at once', () => {
  expect(() => readSettings({ ORDBOOK_URL: 'market', SPEND_LIMIT_SATS: '-1', ORDBOOK_TOKEN: 'x' })).toThrow(
    /ORDBOOK_URL .*; SPEND_LIMIT_SATS /,
  );
  expect(() => readSettings({ ORDBOOK_URL })).toThrow('set ORDBOOK_WALLET to trade, or ORDBOOK_TOKEN');
});

test('without limits the agent may spend nothing and sell nothing', () => {
  expect(readSettings({ ORDBOOK_URL, ORDBOOK_TOKEN: 'x', SPEND_LIMIT_SATS: '' })).toMatchObject({
    spendLimitSats: 0,
    minSaleSats: null,
    wallet: null,
    askAboveSats: null,
    readOnly: false,
  });
  // a word that is not understood must not leave the tools that trade
  expect(() => readSettings({ ORDBOOK_URL, ORDBOOK_TOKEN: 'x', READ_ONLY: 'yes' })).toThrow(/^READ_ONLY /);
});

test('a wrong wallet file is refused without showing a part of it', () => {
  const secret = 'cVt4o7BGAig1UXywgGSmARhxMdzP5qvQsxKkSsc1XEkw3tDTQFpy';
  const broken = file(`{"ordinals": {"wif": ${secret}`);
  expect(() => readSettings({ ORDBOOK_URL, ORDBOOK_WALLET: broken })).toThrow(/is not JSON$/);
  const wrong = file(
    JSON.stringify({ network: 'main', ordinals: { type: 'p2tr', wif: secret }, payment: {} }),
  );
  expect(() => readSettings({ ORDBOOK_URL, ORDBOOK_WALLET: wrong })).toThrow(/wrong in .*: network, payment/);
  try {
    readSettings({ ORDBOOK_URL, ORDBOOK_WALLET: wrong });
  } catch (error) {
    expect(String(error)).not.toContain(secret);
  }
});
