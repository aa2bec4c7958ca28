/** What `docs/wallets.md` says about hardware wallets that sign by policy (BIP-388). */
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { hex } from '@scure/base';
import { p2tr, p2tr_ms } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { signingKey } from '../../src/wallet/signing-key.ts';
import { secretOf } from '../honest.ts';

const keyOf = (byte: number) => signingKey({ type: 'p2tr', secret: secretOf(byte) }, 'regtest').xOnly;
const [seller, market] = [keyOf(1), keyOf(2)];

test('the descriptor tr(S,multi_a(2,S,M)) expands to the passthrough', () => {
  const leaf = p2tr_ms(
    2,
    [seller, market].map((key) => hex.decode(key)),
  );
  const { script } = p2tr(hex.decode(seller), { script: leaf.script }, undefined, true);
  expect(hex.encode(script)).toBe(passthroughLock(seller, market).script);
});

/** BIP-388: placeholders of the same key need disjoint derivations. */
function repeatsAKey(policy: string): boolean {
  const uses = [...policy.matchAll(/@(\d+)\/(\*\*|<(\d+);(\d+)>\/\*)/g)];
  const branches = uses.flatMap(([, key, form, change = '0', other = '1']) =>
    form === '**' ? [`${key} 0`, `${key} 1`] : [`${key} ${change}`, `${key} ${other}`],
  );
  return new Set(branches).size < branches.length;
}

test('a policy for it would use one key twice, which BIP-388 forbids; one with two keys of the seller would not', () => {
  expect(repeatsAKey('tr(@0/**,multi_a(2,@0/**,@1/**))')).toBe(true);
  expect(repeatsAKey('tr(@0/<0;1>/*,multi_a(2,@0/<2;3>/*,@1/**))')).toBe(false);
  expect(repeatsAKey('tr(@0/**)')).toBe(false);
});
