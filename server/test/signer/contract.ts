import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { recoveryFee, recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coin, KEYS, NETWORK, paymentAddress } from '../../../protocol/test/parties.ts';
import { type Signer, SignerRefusal } from '../../src/signer/port.ts';
import { fanOutRequest, recoveryRequest, saleRequest, transferTxids } from './requests.ts';

export interface SignerWorld {
  readonly signer: Signer;
  stop(): Promise<void>;
}

/** What every adapter of the port `Signer` promises. Its keys are `KEYS`, its fee address `FEE_ADDRESS`. */
export function signerContract(name: string, start: () => Promise<SignerWorld>): void {
  describe(`signer contract: ${name}`, () => {
    let world: SignerWorld;
    let signer: Signer;
    beforeAll(async () => {
      world = await start();
      signer = world.signer;
    });
    afterAll(() => world?.stop());

    test('the public keys are told, and no others', async () => {
      expect(await signer.publicKeys()).toEqual(KEYS);
    });

    for (const n of [1, 3, 20]) {
      test(`a purchase of ${n} is completed: the transfers in order, then the sale`, async () => {
        const request = saleRequest(n);
        const { transfers, sale } = await signer.signSale(request);
        expect(transfers.map((raw) => readTransaction(raw).txid)).toEqual(transferTxids(request));
        expect(readTransaction(sale).txid).toBe(layoutTxid(saleLayout(request.terms, KEYS, NETWORK)));
        expect(readTransaction(sale).inputs.every(({ witness }) => witness.length >= 1)).toBe(true);
      });
    }

    for (const type of ['p2sh-p2wpkh', 'p2tr'] as const) {
      test(`a ${type} buyer's purchase is completed`, async () => {
        const request = saleRequest(1, type);
        const { sale } = await signer.signSale(request);
        expect(readTransaction(sale).txid).toBe(layoutTxid(saleLayout(request.terms, KEYS, NETWORK)));
      });
    }

    test('the signatures of sellers and buyer are in the package as they came', async () => {
      const request = saleRequest(3);
      const { transfers, sale } = await signer.signSale(request);
      const { inputs } = readTransaction(sale);
      expect([4, 5, 6].map((index) => inputs[index]!.witness[1])).toEqual(request.sellerSignatures);
      expect(inputs[7]!.witness[0]).toBe(request.buyerSignatures[0]!.signature);
      expect(transfers.map((raw) => readTransaction(raw).inputs[0]!.witness[0])).toEqual(
        request.transferSignatures,
      );
    });

    test('asking again answers the same transactions', async () => {
      const request = saleRequest(1);
      const txids = async () => {
        const { transfers, sale } = await signer.signSale(request);
        return [...transfers, sale].map((raw) => readTransaction(raw).txid);
      };
      expect(await txids()).toEqual(await txids());
    });

    test('a recovery returns passthroughs to their seller, and the rest of the anchors to the operator', async () => {
      const request = recoveryRequest(3);
      const { txid, hex, bump } = await signer.signRecovery(request);
      const listings = request.items.map(({ terms }) => terms);
      expect(txid).toBe(layoutTxid(recoveryLayout(listings, KEYS)));
      const { outputs } = readTransaction(hex);
      const back = 3 * 788 - recoveryFee(listings);
      expect(outputs.map(({ valueSats }) => valueSats)).toEqual([10_000, 10_001, 10_002, back]);
      expect(outputs[3]!.script).toBe(operatorScript(KEYS));
      expect(bump).toBeNull();
    });

    test.each([
      ['DEFAULT instead of ALL', { sighash: 'DEFAULT' }],
      ['as release 0.1.0 asked for it', { asked: 'DEFAULT' }],
    ] as const)('a recovery is signed that its seller signed %s', async (_, signed) => {
      const request = recoveryRequest(3, signed);
      const { hex, txid } = await signer.signRecovery(request);
      const { inputs } = readTransaction(hex);
      expect(inputs.slice(0, 3).map(({ witness }) => witness[1])).toEqual(
        request.items.map(({ sellerSignature }) => sellerSignature),
      );
      const items = request.items.map(({ terms }) => terms);
      expect(txid).toBe(layoutTxid(recoveryLayout(items, KEYS, 'asked' in signed ? 'DEFAULT' : 'ALL')));
    });

    test.each(['ALL|ANYONECANPAY', 'SINGLE|ANYONECANPAY'] as const)(
      'a recovery that its seller signed %s is refused',
      async (sighash) => {
        await expect(signer.signRecovery(recoveryRequest(2, { sighash }))).rejects.toThrow(
          'must be signed with sighash ALL',
        );
      },
    );

    test('a bump spends the operator output of its recovery and pays the operator', async () => {
      const { items } = recoveryRequest(2);
      const asked = { coin: coin('operator', 60_000), feeSats: 9_000 };
      const { txid, bump } = await signer.signRecovery({ items, bump: asked });
      const { inputs, outputs } = readTransaction(bump!.hex);
      expect(inputs.map((input) => input.txid)).toEqual([txid, asked.coin.txid]);
      expect(outputs.map(({ script }) => script)).toEqual([operatorScript(KEYS)]);
    });

    test('a part of a batch is refused: its seller signed the whole', async () => {
      const { items } = recoveryRequest(3);
      await expect(signer.signRecovery({ items: [items[2]!, items[0]!], bump: null })).rejects.toThrow(
        'every seller has signed exactly this recovery',
      );
    });

    test('a split makes the anchors asked for, and change of what is left', async () => {
      const { txid, hex } = await signer.signAnchorFanOut(fanOutRequest());
      const split = readTransaction(hex);
      expect(split.txid).toBe(txid);
      expect(split.outputs).toHaveLength(51);
      expect(split.outputs.at(-1)!.valueSats).toBe(100_790 - 50_000 - 3_000);
      expect(new Set(split.outputs.map(({ script }) => script))).toEqual(new Set([operatorScript(KEYS)]));
    });

    test("operator's signatures are 71 bytes at most, sighash byte included", async () => {
      const { hex } = await signer.signAnchorFanOut({
        ...fanOutRequest(),
        coins: Array.from({ length: 40 }, (_, index) => coin(`operator ${index}`, 10_000)),
      });
      const lengths = readTransaction(hex).inputs.map(({ witness }) => witness[0]!.length / 2);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(71);
    });

    test('what the policy forbids is a SignerRefusal that names the rule', async () => {
      const request = saleRequest(1);
      const payouts = request.terms.payouts.map((payout) => ({
        ...payout,
        address: paymentAddress('thief', 'p2wpkh'),
      }));
      const refused = signer.signSale({ ...request, terms: { ...request.terms, payouts } });
      await expect(refused).rejects.toBeInstanceOf(SignerRefusal);
      await expect(refused).rejects.toThrow("the marketplace's fee goes to the operator's fee address");
    });

    test('terms that make no transaction are refused', async () => {
      const request = fanOutRequest();
      await expect(signer.signAnchorFanOut({ ...request, count: 101 })).rejects.toThrow(
        'are 3210 sats short',
      );
      const dust = { coins: [coin('retired', 400)], count: 0, valueSats: 1000, feeSats: 110 };
      await expect(signer.signAnchorFanOut(dust)).rejects.toThrow('it has no outputs');
      const sale = saleRequest(1);
      const payouts = [{ ...sale.terms.payouts[0]!, address: 'nowhere' }];
      await expect(signer.signSale({ ...sale, terms: { ...sale.terms, payouts } })).rejects.toBeInstanceOf(
        SignerRefusal,
      );
    });

    test('a key that is no point of the curve is refused', async () => {
      const sale = saleRequest(1);
      const listings = [{ ...sale.terms.listings[0]!, sellerKey: 'ff'.repeat(32) }];
      await expect(signer.signSale({ ...sale, terms: { ...sale.terms, listings } })).rejects.toBeInstanceOf(
        SignerRefusal,
      );
    });
  });
}
