import { describe, expect, test } from 'vitest';
import { scriptOf } from '../../src/bitcoin/keys.ts';
import { layoutTxid, networkFee } from '../../src/layout/layout.ts';
import {
  listingSteps,
  sellerLegLayout,
  transferFee,
  transferLayout,
  transferTxid,
} from '../../src/listing/listing.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { coin, KEYS, listingTerms, NETWORK, openPsbt, paymentAddress, signStep } from '../parties.ts';

const terms = listingTerms('seller');

describe('a transfer', () => {
  test('pairs the inscription with its passthrough, and the anchor with its change', () => {
    const table = transferLayout(terms, KEYS);
    expect(
      table.rows.map(({ input, output }) => [
        input?.name,
        input?.coin.valueSats,
        output?.name,
        output?.valueSats,
      ]),
    ).toEqual([
      ['inscription', 546, 'passthrough', 546],
      ['anchor', 1000, 'anchor change', 788],
    ]);
    expect(networkFee(table)).toBe(transferFee(1));
  });

  test('of an inscription on less than a passthrough may hold is refused', () => {
    const tiny = listingTerms('seller', { utxo: coin('tiny', 329) });
    expect(() => transferLayout(tiny, KEYS)).toThrow(expect.objectContaining({ code: 'not_listable' }));
  });

  test('leaves an anchor change that is not dust', () => {
    const dear = listingTerms('seller', { transferFeeSats: 707 });
    expect(() => transferLayout(dear, KEYS)).toThrow('anchor change of 293 sats is below the dust limit');
  });
});

describe("the seller's leg", () => {
  test('spends the passthrough of the transfer and pays the proceeds to the payment address', () => {
    const leg = sellerLegLayout(terms, KEYS, NETWORK);
    expect(leg.inputs).toMatchObject([
      {
        coin: { txid: transferTxid(terms, KEYS), vout: 0, valueSats: 546 },
        signs: { seller: 'SINGLE|ANYONECANPAY' },
      },
    ]);
    expect(leg.outputs).toMatchObject([
      { valueSats: 49_546, script: scriptOf(terms.sellerPaymentAddress, NETWORK) },
    ]);
  });

  test('with proceeds below dust is refused', () => {
    const cheap = listingTerms('seller', {
      sellerProceedsSats: 539,
      sellerPaymentAddress: paymentAddress('seller', 'p2sh-p2wpkh'),
    });
    expect(() => sellerLegLayout(cheap, KEYS, NETWORK)).toThrow(
      expect.objectContaining({ code: 'bad_price' }),
    );
  });
});

describe('the steps of a listing', () => {
  const steps = listingSteps(terms, KEYS, NETWORK);

  test('are the transfer, signed DEFAULT, and the leg, signed 0x83 with the untweaked key', () => {
    const address = paymentAddress('seller', 'p2tr');
    expect(steps).toMatchObject([
      { stepIndex: 0, signerAddress: address, inputsToSign: [{ address, signingIndexes: [0], sigHash: 0 }] },
      {
        stepIndex: 1,
        signerAddress: address,
        inputsToSign: [
          {
            address,
            publicKey: terms.sellerKey,
            disableTweakSigner: true,
            signingIndexes: [0],
            sigHash: 131,
          },
        ],
      },
    ]);
  });

  test('signed by a wallet, give no key path signature on the passthrough', () => {
    const signed = signStep(steps[1], 'seller');
    const fields = openPsbt(signed).getInput(0);
    expect(fields.tapKeySig).toBeUndefined();
    expect(fields.tapScriptSig).toHaveLength(1);
    expect(
      readSignatures(sellerLegLayout(terms, KEYS, NETWORK), 'seller', signed, 'step 1')[0]!.signature,
    ).toMatch(/^[0-9a-f]{128}83$/);
  });

  test('hold the txid that was promised before signing', () => {
    const transaction = openPsbt(signStep(steps[0], 'seller'));
    expect(transaction.id).toBe(layoutTxid(transferLayout(terms, KEYS)));
  });
});
