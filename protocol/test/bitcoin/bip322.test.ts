import { base64, hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { Signer, Verifier } from 'bip322-js';
import { describe, expect, test } from 'vitest';
import published from '../../../client/test/wallet/vectors/bip322.json' with { type: 'json' };
import { simpleSignatureHex, verifyBip322Simple } from '../../src/bitcoin/bip322.ts';
import { networkParams } from '../../src/bitcoin/keys.ts';
import type { PaymentType } from '../../src/locks/payer.ts';
import { paymentAddress, secret } from '../parties.ts';

const TYPES: PaymentType[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'];
const MESSAGE = 'market.example wants you to sign in: 測試 🟧';

/** Published signatures carry a prefix that names their variant; ours are hex and always simple. */
const toHex = (signature: string) => hex.encode(base64.decode(signature.replace(/^smp/, '')));

const signedBy = (name: string, address: string, message: string) =>
  hex.encode(
    base64.decode(Signer.sign(WIF(networkParams('regtest')).encode(secret(name)), address, message)),
  );

const verify = (address: string, message: string, signatureHex: string) =>
  verifyBip322Simple({ address, message, signatureHex, network: 'regtest' });

describe('a BIP-322 simple signature', () => {
  test.each(published.simple)(
    'of the BIP is valid: "$message" by $address',
    ({ message, address, signatures }) => {
      for (const signature of signatures) {
        const question = { address, signatureHex: toHex(signature), network: 'mainnet' as const };
        expect(verifyBip322Simple({ ...question, message })).toBe(true);
        expect(verifyBip322Simple({ ...question, message: `${message}.` })).toBe(false);
      }
    },
  );

  test.each(published.error)('of the BIP is refused: $description', ({ message, address, signature }) => {
    let isValid = false;
    try {
      isValid = verifyBip322Simple({ address, message, signatureHex: toHex(signature), network: 'mainnet' });
    } catch {
      // Not base64, or not an address: refused before it is verified.
    }
    expect(isValid).toBe(false);
  });

  test.each(TYPES)('by a %s wallet is valid for its message and address only', (type) => {
    const address = paymentAddress('wallet', type);
    const signature = signedBy('wallet', address, MESSAGE);
    expect(Verifier.verifySignature(address, MESSAGE, base64.encode(hex.decode(signature)))).toBe(true);
    expect(verify(address, MESSAGE, signature)).toBe(true);
    expect(verify(address, `${MESSAGE} `, signature)).toBe(false);
    expect(verify(paymentAddress('another', type), MESSAGE, signature)).toBe(false);
  });

  test.each(TYPES)('by a %s wallet is void with any byte changed, cut or added', (type) => {
    const address = paymentAddress('wallet', type);
    const signature = signedBy('wallet', address, MESSAGE);
    const bytes = hex.decode(signature);
    for (const at of bytes.keys()) {
      expect(verify(address, MESSAGE, hex.encode(bytes.with(at, bytes[at]! ^ 0x04)))).toBe(false);
    }
    expect(verify(address, MESSAGE, signature.slice(0, -2))).toBe(false);
    expect(verify(address, MESSAGE, `${signature}00`)).toBe(false);
  });

  test('of a taproot address may end in sighash ALL or nothing, and in no other byte', () => {
    const address = paymentAddress('wallet', 'p2tr');
    const withAll = signedBy('wallet', address, MESSAGE);
    expect(withAll).toMatch(/^0141[0-9a-f]{128}01$/);
    expect(verify(address, MESSAGE, withAll)).toBe(true);
    const withNothing = published.simple.find(({ type }) => type === 'p2tr')!.signatures[0]!;
    expect(toHex(withNothing)).toMatch(/^0140[0-9a-f]{128}$/);
    const bare = withAll.slice(4, 4 + 128);
    expect(verify(address, MESSAGE, `0140${bare}`)).toBe(false);
    for (const byte of ['00', '02', '03', '81', '83']) {
      expect(verify(address, MESSAGE, `0141${bare}${byte}`)).toBe(false);
    }
  });

  test('is never an older format, rubbish or empty', () => {
    const address = paymentAddress('wallet', 'p2wpkh');
    const recoverable = `1f${'11'.repeat(64)}`;
    for (const signature of ['', '00', '01', 'zz', recoverable, '02'.repeat(100)]) {
      expect(verify(address, MESSAGE, signature)).toBe(false);
    }
  });

  test('of an address of another network or type is refused or false', () => {
    const { address, message, signatures } = published.simple[0]!;
    expect(() => verify(address, message, toHex(signatures[0]!))).toThrow(
      expect.objectContaining({ code: 'bad_address' }),
    );
    expect(verify('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', MESSAGE, '00')).toBe(false);
  });
});

// Spec, "POST /auth/verify": a hex-encoded BIP-322 simple signature
describe('a simple signature is read', () => {
  const witness = signedBy('wallet', paymentAddress('wallet', 'p2tr'), MESSAGE);
  const inBase64 = base64.encode(hex.decode(witness));

  test('in hex of any case and in base64, each with or without the prefix of newer wallets', () => {
    for (const text of [witness, witness.toUpperCase(), inBase64, `smp${inBase64}`, `smp${witness}`])
      expect(simpleSignatureHex(text)).toBe(witness);
  });

  test('in every published form', () => {
    for (const { signatures } of published.simple)
      for (const signature of signatures) expect(simpleSignatureHex(signature)).toBe(toHex(signature));
  });

  test('in no other form', () => {
    const full = [`ful${inBase64}`, `pof${inBase64}`, `SMP${inBase64}`, `smpsmp${inBase64}`];
    for (const text of [...full, '', 'smp', `${inBase64}=`, `${inBase64} `, inBase64.slice(0, -1)])
      expect(simpleSignatureHex(text) === null || simpleSignatureHex(text) === '', text).toBe(true);
  });

  test('in the one base64 of its bytes: spare bits must be zero', () => {
    const odd = base64.encode(hex.decode(`${witness}00`));
    const spare = [inBase64, odd].find((text) => text.endsWith('='))!;
    const last = spare.replace(/=+$/, '').at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const other = alphabet[alphabet.indexOf(last) + 1]!;
    expect(simpleSignatureHex(spare.replace(/.(=+)$/, `${other}$1`))).toBeNull();
  });
});

describe('a simple signature that no node relays is refused', () => {
  test('with an annex', () => {
    const address = paymentAddress('wallet', 'p2tr');
    const signature = signedBy('wallet', address, MESSAGE);
    expect(verify(address, MESSAGE, signature)).toBe(true);
    expect(verify(address, MESSAGE, `02${signature.slice(2)}0150`)).toBe(false);
    expect(verify(address, MESSAGE, `02${signature.slice(2)}025000`)).toBe(false);
  });

  test.each(['p2wpkh', 'p2sh-p2wpkh'] as const)('by a %s wallet, with a high S', (type) => {
    const address = paymentAddress('wallet', type);
    const signature = signedBy('wallet', address, MESSAGE);
    const bytes = hex.decode(signature);
    const der = bytes.subarray(2, 2 + bytes[1]!);
    const rLength = der[3]!;
    const s = der.subarray(6 + rLength, 6 + rLength + der[5 + rLength]!);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = (order - BigInt(`0x${hex.encode(s)}`)).toString(16).padStart(64, '0');
    const malleated = `${hex.encode(der.subarray(4, 4 + rLength))}0221 00${high}`.replace(' ', '');
    const length = rLength + 2 + 2 + 33;
    const head = `30${length.toString(16)}02${rLength.toString(16).padStart(2, '0')}`;
    const item = `${head}${malleated}01`;
    const key = hex.encode(bytes.subarray(2 + bytes[1]!));
    const changed = `02${(item.length / 2).toString(16)}${item}${key}`;
    expect(verify(address, MESSAGE, signature)).toBe(true);
    expect(verify(address, MESSAGE, changed)).toBe(false);
  });
});
