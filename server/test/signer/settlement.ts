import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { bip86Script, operatorScript, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { bumpFee } from '@ordbook/protocol/listing/bump';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { planSale } from '@ordbook/protocol/purchase/plan';
import type { PricedListing } from '@ordbook/protocol/purchase/sale-shares';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEYS, NETWORK, payer, priced, saleQuestion, xOnly } from '../../../protocol/test/parties.ts';
import type { Chain } from '../../src/chain/port.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { type Purse, purse } from '../chain/purse.ts';
import { SIGNER_OPTIONS, signedBy, signSale } from './requests.ts';

export interface SettlementWorld {
  readonly chain: Chain;
  readonly call: RpcCall;
  stop(): Promise<void>;
}

/** Whatever the signer completes, a node takes: by its consensus and its relay policy. */
export function settlementContract(name: string, start: () => Promise<SettlementWorld>): void {
  describe(`the signer's transactions: ${name}`, () => {
    const signer = marketSigner(SIGNER_OPTIONS);
    const operator = hexToBytes(operatorScript(KEYS));
    let world: SettlementWorld;
    let wallet: Purse;
    let blocks: string[];
    let used = 0;

    beforeAll(async () => {
      world = await start();
      wallet = purse(world.call, 5);
      blocks = await wallet.mine(120);
    });
    afterAll(() => world?.stop());

    /** Pays outputs in one confirmed transaction and returns them. */
    const fund = async (
      outputs: readonly { valueSats: number; script: Uint8Array }[],
    ): Promise<readonly Utxo[]> => {
      const made = wallet.spend([await wallet.coinbaseOf(blocks[used++]!)], outputs);
      await world.call('generateblock', [wallet.address, [made.raw]]);
      return made.outputs;
    };

    const listed = async (n: number): Promise<PricedListing[]> => {
      const names = Array.from({ length: n }, (_, index) => `seller ${index + 1}`);
      const coins = await fund([
        ...names.map((seller) => ({ valueSats: 546, script: hexToBytes(bip86Script(xOnly(seller))) })),
        ...names.map(() => ({ valueSats: 1000, script: operator })),
      ]);
      return names.map((seller, index) => {
        const listing = priced(seller);
        return { ...listing, terms: { ...listing.terms, utxo: coins[index]!, anchor: coins[n + index]! } };
      });
    };

    const purchase = async (n: number, type: PaymentType) => {
      const buyer = payer('buyer', type);
      const [purchaseAnchor, ...payments] = await fund([
        { valueSats: 1000, script: operator },
        { valueSats: 700_000, script: hexToBytes(scriptOf(buyer.address, NETWORK)) },
        { valueSats: 900_000, script: hexToBytes(scriptOf(buyer.address, NETWORK)) },
      ]);
      const listings = await listed(n);
      const { terms } = planSale(
        saleQuestion(n, {
          listings,
          payer: buyer,
          purchaseAnchor: purchaseAnchor!,
          coins: { exactly: payments },
        }),
      );
      return signSale(terms);
    };

    for (const [n, type] of [
      [1, 'p2wpkh'],
      [1, 'p2tr'],
      [3, 'p2sh-p2wpkh'],
      [20, 'p2wpkh'],
    ] as const) {
      test(`a package of ${n} paid by ${type} is taken as a whole and mined`, async () => {
        const { transfers, sale } = await signer.signSale(await purchase(n, type));
        const verdicts = await world.chain.submitPackage([...transfers, sale]);
        expect(verdicts.filter(({ accepted }) => !accepted)).toEqual([]);
        await wallet.mine();
        expect(await world.chain.transaction(verdicts.at(-1)!.txid)).toMatchObject({ confirmations: 1 });
      });
    }

    /** A listing whose transfer is in a block, and its recovery as signed by its seller. */
    const stranded = async () => {
      const request = await purchase(1, 'p2wpkh');
      const { transfers } = await signer.signSale(request);
      for (const raw of transfers) expect(await world.chain.broadcast(raw)).toMatchObject({ accepted: true });
      await wallet.mine();
      const terms = request.terms.listings[0]!;
      const [signed] = signedBy(recoveryLayout([terms], KEYS), 'seller', 'seller 1');
      return [{ terms, sellerSignature: signed!.signature }];
    };

    test('a recovery is taken once its transfer is in a block', async () => {
      const { hex } = await signer.signRecovery({ items: await stranded(), bump: null });
      expect(await world.chain.broadcast(hex)).toMatchObject({ accepted: true, reason: null });
    });

    test('a recovery and its bump are taken as a package', async () => {
      const items = await stranded();
      const [coin] = await fund([{ valueSats: 50_000, script: operator }]);
      const table = recoveryLayout(
        items.map(({ terms }) => terms),
        KEYS,
      );
      const feeSats = bumpFee(table, 20);
      const { hex, bump } = await signer.signRecovery({ items, bump: { coin: coin!, feeSats } });
      const verdicts = await world.chain.submitPackage([hex, bump!.hex]);
      expect(verdicts.filter(({ accepted }) => !accepted)).toEqual([]);
    });

    test('a split is taken', async () => {
      const coins = await fund([
        { valueSats: 80_000, script: operator },
        { valueSats: 790, script: operator },
      ]);
      const { hex } = await signer.signAnchorFanOut({ coins, count: 40, valueSats: 1000, feeSats: 2_000 });
      expect(await world.chain.broadcast(hex)).toMatchObject({ accepted: true, reason: null });
    });
  });
}
