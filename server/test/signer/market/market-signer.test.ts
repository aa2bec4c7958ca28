import { expect, test } from 'vitest';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { signerContract } from '../contract.ts';
import { SIGNER_OPTIONS, saleRequest } from '../requests.ts';

signerContract('in process', async () => ({
  signer: marketSigner(SIGNER_OPTIONS),
  stop: async () => undefined,
}));

test('sales that arrive at once are not all begun in one turn of the event loop', async () => {
  const signer = marketSigner(SIGNER_OPTIONS);
  const begun: number[] = [];
  const { terms, ...signatures } = saleRequest(1);
  const signed = [1, 2, 3].map((sale) =>
    signer.signSale({
      ...signatures,
      get terms() {
        begun.push(sale);
        return terms;
      },
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([]);
  await Promise.all(signed);
  expect(begun.slice(0, 3)).toEqual([1, 2, 3]);
});
