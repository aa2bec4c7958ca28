import { readAnyPsbt } from '@ordbook/judge';
import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { exposureInWords, exposureOf } from '../../src/exit/exposure.ts';
import { addressOf } from '../../src/wallet/network.ts';
import { listingPreflight, testWallet } from '../honest.ts';

const seller = testWallet();
const { psbts } = listingPreflight(1).preflight.listings[0]!;
const signed = await Promise.all(
  psbts.map(async (step, index) => ({ name: `step-${index}`, psbt: await seller.signPsbt(step) })),
);
const [transfer, sale] = signed.map(({ psbt }) => readAnyPsbt(psbt).inputs[0]!);
const passthrough = addressOf(hex.decode(sale!.script!), 'regtest')!;
const yours = [seller.ordinalsAddress, seller.paymentAddress, passthrough];
const exposure = (spent: readonly string[]) =>
  exposureOf(signed, yours, 'regtest', async ({ txid, vout }) => spent.includes(`${txid}:${vout}`));

test('a signed listing costs no sats at worst, and both of its coins end it', async () => {
  const found = await exposure([]);
  expect(found.verdict.worst).toMatchObject({ lossSats: 0, isBounded: true });
  expect(found.open.map(({ coin, names }) => [coin.txid, names])).toEqual([
    [transfer!.txid, ['step-0']],
    [sale!.txid, ['step-1']],
  ]);
  expect(exposureInWords(found)[0]).toBe('All together, at worst: 0 sats of yours do not come back.');
});

test('a signature over everything is over with any coin of its transaction, and SINGLE|ANYONECANPAY with its own', async () => {
  const anchor = readAnyPsbt(signed[0]!.psbt).inputs[1]!;
  const { over } = await exposure([`${anchor.txid}:${anchor.vout}`]);
  expect(over).toEqual(['step-0']);
  const ended = await exposure([`${transfer!.txid}:${transfer!.vout}`, `${sale!.txid}:${sale!.vout}`]);
  expect(ended.over).toEqual(['step-0', 'step-1']);
  expect(exposureInWords(ended)).toEqual(['No signature of yours here can still be used.']);
});
