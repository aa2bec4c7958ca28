import { expect, test } from 'vitest';
import { buildCustody } from '../../src/custody/build.ts';
import { numbersFrom, playTraffic } from './histories.ts';
import { createChain } from './made-chain.ts';
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

test('a walk that comes to a coinbase says that the sat went through a fee', async () => {
  const chain = createChain({ maturity: 0, since: 1_700_000_000 });
  playTraffic(chain, numbersFrom(1), { blocks: 2, transactions: 1 });
  const { txid, vout } = chain.coinbase()!;
  const walk = buildCustody(chain.source, `${'ab'.repeat(32)}i0`, { txid, vout, offset: 7 });
  await expect(walk).rejects.toMatchObject({ code: 'spent_as_fee' });
});
