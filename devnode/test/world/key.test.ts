import * as btc from '@scure/btc-signer';
import { pubSchnorr, signSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { expect, test } from 'vitest';
import { sighashTaproot } from '../../src/script/sighash-taproot.ts';
import { spendOf } from '../../src/script/spend.ts';
import { tapLeafHash } from '../../src/script/taproot.ts';
import { keyFrom, lockToLeaf, sign } from '../../src/world/key.ts';

/** Some of these have a public key whose Y is odd. */
const KEYS = Array.from({ length: 12 }, (_, n) => keyFrom('keys', `number ${n}`));
const REGTEST = { ...btc.TEST_NETWORK, bech32: 'bcrt' };

test('a key has the address of its key path, as btc-signer makes it', () => {
  for (const { secret, address, script, publicKey } of KEYS) {
    const expected = btc.p2tr(pubSchnorr(secret), undefined, REGTEST);
    expect({ address, script, publicKey }).toEqual({
      address: expected.address,
      script: expected.script,
      publicKey: pubSchnorr(secret),
    });
  }
});

test('a leaf makes the output and the control block that btc-signer makes', () => {
  const leaf = Uint8Array.of(0x51);
  for (const key of KEYS) {
    const expected = btc.p2tr(key.publicKey, { script: leaf }, REGTEST, true);
    const { script, control } = lockToLeaf(key, leaf);
    expect(script).toEqual(expected.script);
    expect(control).toEqual(btc.TaprootControlBlock.encode(expected.tapLeafScript![0]![0]));
  }
});

test('signatures are those of btc-signer without randomness, so equal seeds make equal chains', () => {
  const input = { txid: '11'.repeat(32), vout: 0, scriptSig: new Uint8Array(), sequence: 0, witness: [] };
  const tx = { version: 2, inputs: [input], outputs: [], lockTime: 0 };
  for (const key of KEYS) {
    const spent = [{ valueSats: 1000, script: key.script }];
    const leaf = {
      script: Uint8Array.from(Buffer.from('51'.repeat(40), 'hex')),
      control: new Uint8Array(33),
    };
    const byKey = sighashTaproot(spendOf(tx, spent), 0, 0, { annex: null, leaf: null })!;
    const byLeaf = sighashTaproot(spendOf(tx, spent), 0, 0, {
      annex: null,
      leaf: { hash: tapLeafHash(0xc0, leaf.script), codeSeparator: 0xffffffff },
    })!;
    const none = new Uint8Array(32);
    expect(sign(tx, 0, spent, key)).toEqual([signSchnorr(byKey, taprootTweakPrivKey(key.secret), none)]);
    expect(sign(tx, 0, spent, key, leaf)[0]).toEqual(signSchnorr(byLeaf, key.secret, none));
  }
});
