import { base64, hex } from '@scure/base';
import { p2wpkh, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../src/world/world.ts';

const KEY = new Uint8Array(32).fill(7);
const ME = p2wpkh(pubECDSA(KEY), { ...TEST_NETWORK, bech32: 'bcrt' });
const WIF_KEY = WIF(TEST_NETWORK).encode(KEY);

let world: World;
let unsigned: [inputs: object[], outputs: object[]];
beforeAll(async () => {
  world = await createWorld();
  const { txid, vout } = await world.fund(ME.address!, 100_000);
  unsigned = [[{ txid, vout }], [{ [ME.address!]: 0.0009 }]];
});

type Final = { hex: string; complete: boolean; psbt: string };

test('a PSBT is created, signed by a library, finalized and accepted', async () => {
  const made = base64.decode((await world.call('createpsbt', unsigned)) as string);
  const draft = Transaction.fromPSBT(made);
  draft.updateInput(0, { witnessUtxo: { script: ME.script, amount: 100_000n } });
  const open = base64.encode(draft.toPSBT());
  expect(await world.call('finalizepsbt', [open])).toEqual({ psbt: open, complete: false });
  draft.sign(KEY);
  const text = base64.encode(draft.toPSBT());
  expect(await world.call('decodepsbt', [text])).toMatchObject({
    fee: 0.0001,
    inputs: [{ witness_utxo: {} }],
  });
  const final = (await world.call('finalizepsbt', [text])) as Final;
  expect(await world.call('testmempoolaccept', [[final.hex]])).toMatchObject([{ allowed: true }]);
});

test('a signature of another amount does not finalize', async () => {
  const draft = Transaction.fromPSBT(base64.decode((await world.call('createpsbt', unsigned)) as string));
  draft.updateInput(0, { witnessUtxo: { script: ME.script, amount: 99_999n } });
  draft.sign(KEY);
  const [[key, signature]] = draft.getInput(0).partialSig! as [[Uint8Array, Uint8Array]];
  const other = Transaction.fromPSBT(base64.decode((await world.call('createpsbt', unsigned)) as string));
  other.updateInput(0, {
    witnessUtxo: { script: ME.script, amount: 100_000n },
    partialSig: [[key, signature]],
  });
  const text = base64.encode(other.toPSBT());
  expect(await world.call('finalizepsbt', [text])).toMatchObject({ complete: false });
});

test('signrawtransactionwithkey finds the coin on the chain, and its transaction is accepted', async () => {
  const raw = await world.call('createrawtransaction', unsigned);
  const signed = (await world.call('signrawtransactionwithkey', [raw, [WIF_KEY]])) as Final;
  expect(signed.complete).toBe(true);
  expect(await world.call('testmempoolaccept', [[signed.hex]])).toMatchObject([{ allowed: true }]);
});

test('a P2SH coin of the key is signed without its redeem script', async () => {
  const { p2sh } = await import('@scure/btc-signer');
  const own = world.fork();
  const { txid, vout } = await own.fund(p2sh(ME, TEST_NETWORK).address!, 100_000);
  const raw = await own.call('createrawtransaction', [[{ txid, vout }], unsigned[1]]);
  expect(await own.call('signrawtransactionwithkey', [raw, [WIF_KEY]])).toMatchObject({ complete: true });
});

test('an amount that nobody tells is an error of the input', async () => {
  const raw = await world.call('createrawtransaction', unsigned);
  const coin = { ...unsigned[0][0], scriptPubKey: hex.encode(ME.script) };
  expect(await world.call('signrawtransactionwithkey', [raw, [WIF_KEY], [coin]])).toMatchObject({
    hex: raw,
    complete: false,
    errors: [{ error: 'Missing amount' }],
  });
});

test.each([
  ['createpsbt', [[], [{ data: '00' }]], -8, /without inputs; name at least one/],
  ['createpsbt', [[{ txid: '00'.repeat(32), vout: 0 }], [], 0, true, 2, 2], -8, /version 0, not 2/],
  ['decodepsbt', ['%%'], -22, /^TX decode failed invalid base64/],
  ['decodepsbt', ['cHNidP8B'], -22, /^TX decode failed /],
  ['signrawtransactionwithkey', ['00', []], -22, /^TX decode failed/],
] as const)('%s %j is refused', async (name, params, code, message) => {
  await expect(world.call(name, params)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
