import { expect, test } from 'vitest';
import { buildCustody } from '../../src/custody/build.ts';
import { made, witnessOf } from './made-proof.ts';

test('a walk ends where it has read more than a proof can hold', async () => {
  const large = (salt: number) =>
    made([{ txid: 'ee'.repeat(32), vout: salt }], [{ valueSats: 1, script: new Uint8Array(300_000) }], salt);
  const before = Array.from({ length: 20 }, (_, salt) => large(salt));
  const reveal = made([{ txid: before[0]!.txid, vout: 0, witness: witnessOf() }], [{ valueSats: 1 }]);
  const moved = made(
    [...before, reveal].map(({ txid }) => ({ txid, vout: 0 })),
    [{ valueSats: 21 }],
  );
  const known = new Map([...before, reveal, moved].map((one) => [one.txid, one.complete]));
  let read = 0;
  const source = {
    network: 'regtest' as const,
    async transaction(txid: string) {
      read += 1;
      return known.get(txid)!;
    },
    block: () => Promise.reject(new Error('the walk goes on to the reveal')),
  };
  await expect(
    buildCustody(source, `${reveal.txid}i0`, { txid: moved.txid, vout: 0, offset: 20 }),
  ).rejects.toThrow('its proof would have more than 1000000 bytes');
  expect(read).toBeLessThanOrEqual(5);
});
