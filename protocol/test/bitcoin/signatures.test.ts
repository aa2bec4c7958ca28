import { hex } from '@scure/base';
import { signECDSA } from '@scure/btc-signer/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { sighashOf } from '../../src/bitcoin/sighash.ts';
import { signatureFault, verifyEcdsa } from '../../src/bitcoin/signatures.ts';
import { layout, pay, row, SIGHASHES, type Sighash, spend } from '../../src/layout/layout.ts';
import { passthroughLock } from '../../src/listing/passthrough.ts';
import { p2trLock } from '../../src/locks/p2tr.ts';
import { p2wpkhLock } from '../../src/locks/p2wpkh.ts';
import { coin, publicKey, secret, signInputsWith, xOnly } from '../parties.ts';

const hash = secret('a hash');
const der = signECDSA(hash, secret('a'), true);
const key = hexToBytes(publicKey('a'));

describe('an ECDSA signature', () => {
  test('verifies with its key over its hash', () => {
    expect(verifyEcdsa(hash, key, der)).toBe(true);
    expect(verifyEcdsa(hash, hexToBytes(publicKey('b')), der)).toBe(false);
    expect(verifyEcdsa(secret('another'), key, der)).toBe(false);
  });

  test('with any byte changed, cut or added does not verify', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: der.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, flip) => {
          expect(verifyEcdsa(hash, key, der.with(at, der[at]! ^ flip))).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
    for (let length = 0; length < der.length; length += 1)
      expect(verifyEcdsa(hash, key, der.subarray(0, length))).toBe(false);
    expect(verifyEcdsa(hash, key, concatBytes(der, Uint8Array.of(0)))).toBe(false);
  });

  test.each([
    ['a high S', highS(der)],
    ['a padded R', padded(der)],
    ['a negative R', '3006020180020101'],
    ['zeros', '3006020100020100'],
    ['an empty integer', '30050200020101'],
  ])('with %s does not verify', (_, encoded) => {
    expect(verifyEcdsa(hash, key, hex.decode(encoded))).toBe(false);
  });
});

describe('the fault of a signature', () => {
  const script = p2wpkhLock(publicKey('anchor')).script;
  const table = layout('example', [
    row(
      spend('taproot', coin('t', 9000), p2trLock(xOnly('a')), { seller: 'DEFAULT' }),
      pay('out', 8000, script),
    ),
    row(spend('segwit', coin('s', 9000), p2wpkhLock(publicKey('a')), { seller: 'ALL' }), null),
  ]);

  test.each([
    ['a schnorr signature that is empty', 0, ''],
    ['a schnorr signature with a spare byte 0', 0, `${'01'.repeat(64)}00`],
    ['a schnorr signature outside the curve', 0, 'ff'.repeat(64)],
    ['a schnorr signature of another type', 0, `${'01'.repeat(64)}01`],
    ['an ECDSA signature without a sighash byte', 1, hex.encode(der)],
    ['an ECDSA signature over something else', 1, `${hex.encode(der)}01`],
    ['no hex', 1, 'signature'],
  ])('is named for %s', (_, index, signature) => {
    expect(signatureFault(table, index, 'seller', signature)).toMatch(new RegExp(`input ${index}`));
  });

  test('is none for the right signature, which vouches for no other one', () => {
    const right = hex.encode(signECDSA(sighashOf(table, 1, 'ALL'), secret('a'), true));
    expect(signatureFault(table, 1, 'seller', `${right}01`)).toBeNull();
    expect(signatureFault(table, 1, 'seller', `${hex.encode(der)}01`)).toMatch('does not verify');
  });

  test('is named for the right signature with another sighash byte', () => {
    const right = hex.encode(signECDSA(sighashOf(table, 1, 'ALL'), secret('a'), true));
    for (const type of ['00', '02', '03', '81'])
      expect(signatureFault(table, 1, 'seller', `${right}${type}`)).toMatch(
        'must be signed with sighash ALL',
      );
  });

  test('is none for DEFAULT on a taproot input that asks for ALL, and for nothing else', () => {
    const lock = passthroughLock(xOnly('a'), xOnly('market'));
    const signedAs = (sighash: Sighash) => {
      const input = spend('passthrough', coin('t', 9000), lock, { seller: sighash });
      const asking = layout('example', [row(input, pay('out', 8000, script))]);
      return { asking, signature: signInputsWith(asking, 'seller', secret('a'))[0]!.signature };
    };
    const fault = (asked: Sighash, signature: string) =>
      signatureFault(signedAs(asked).asking, 0, 'seller', signature);
    const types = Object.keys(SIGHASHES) as Sighash[];
    for (const asked of types) {
      const accepted = types.filter((given) => fault(asked, signedAs(given).signature) === null);
      expect(accepted, asked).toEqual(asked === 'ALL' ? ['DEFAULT', 'ALL'] : [asked]);
    }
    // the types commit to the same, but the signature commits to the type too
    expect(fault('ALL', `${signedAs('DEFAULT').signature}01`)).toMatch('does not verify');
    expect(fault('ALL', signedAs('ALL').signature.slice(0, 128))).toMatch('does not verify');
  });

  test('is named when the party does not sign the input', () => {
    expect(signatureFault(table, 0, 'market', '00')).toBe('market does not sign input 0');
    expect(signatureFault(table, 7, 'seller', '00')).toBe('seller does not sign input 7');
  });
});

/** The same signature with S replaced by n - S: valid by the curve, refused by relay. */
function highS(low: Uint8Array): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const rLength = low[3]!;
  const r = low.subarray(4, 4 + rLength);
  const s = order - BigInt(`0x${hex.encode(low.subarray(6 + rLength))}`);
  const encoded = `00${s.toString(16).padStart(64, '0')}`;
  const body = `02${rLength.toString(16).padStart(2, '0')}${hex.encode(r)}0221${encoded}`;
  return `30${(body.length / 2).toString(16)}${body}`;
}

/** The same signature with a needless zero before R. */
function padded(minimal: Uint8Array): string {
  const body = `02${(minimal[3]! + 1).toString(16).padStart(2, '0')}00${hex.encode(minimal.subarray(4))}`;
  return `30${(body.length / 2).toString(16)}${body}`;
}
