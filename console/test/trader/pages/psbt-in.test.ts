import { inspect } from '@ordbook/client/inspect';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../../src/trader/pages/inspect-examples.ts';
import { linkOfPsbt, psbtInFile, psbtInLink } from '../../../src/trader/pages/psbt-in.ts';

const { purchase, open, network, yours } = EXAMPLES;
const told = (psbt: string) => inspect(psbt, { network, yours }).findings.map(({ code }) => code);

test('of the examples, one is fine, and the other is stopped', () => {
  expect([told(purchase), told(open)]).toEqual([[], ['outputs-open']]);
});

test('a link carries a PSBT behind its #, without a character that addresses change', () => {
  const link = linkOfPsbt(`${open.slice(0, 80)}\n ${open.slice(80)}`, 'regtest');
  expect(link).toMatch(/^#psbt=[\w-]+&network=regtest$/);
  const { psbt, network: asked } = psbtInLink(link)!;
  expect([told(psbt), asked]).toEqual([['outputs-open'], 'regtest']);
  expect(psbtInLink('#main')).toBeNull();
});

test('a file holds a PSBT as bytes or as text; one that is too large is not read', async () => {
  const bytes = Buffer.from(open, 'base64');
  expect(await psbtInFile(new Blob([bytes]))).toBe(bytes.toString('hex'));
  expect(await psbtInFile(new Blob([`${open}\n`]))).toBe(open);
  expect(await psbtInFile(new Blob([Buffer.alloc(2_000_001)]))).toBeNull();
});
