import { p2tr, p2tr_ms, TaprootControlBlock } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { networkParams } from '../../src/bitcoin/keys.ts';
import { passthroughLock } from '../../src/listing/passthrough.ts';
import { KEYS, xOnly } from '../parties.ts';

describe('a passthrough', () => {
  test('is tr(seller, multi_a(2, seller, market)), as btc-signer makes it', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const seller = hexToBytes(xOnly(name));
      const { script } = p2tr_ms(2, [seller, hexToBytes(KEYS.market)]);
      const expected = p2tr(seller, { script }, networkParams('regtest'), true);
      const lock = passthroughLock(xOnly(name), KEYS.market);
      expect(lock.script).toBe(bytesToHex(expected.script));
      expect(lock.leaf).toBe(bytesToHex(script));
      expect(lock.leafHash).toBe(bytesToHex(expected.tapMerkleRoot!));
      expect(lock.controlBlock).toBe(bytesToHex(TaprootControlBlock.encode(expected.tapLeafScript![0]![0])));
    }
  });

  test("differs by seller: one seller's leaf never opens another's", () => {
    expect(passthroughLock(xOnly('a'), KEYS.market).script).not.toBe(
      passthroughLock(xOnly('b'), KEYS.market).script,
    );
  });
});
