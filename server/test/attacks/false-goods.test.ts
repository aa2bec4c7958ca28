/**
 * Attacker: the service, taken over, with honest signers; or together with the owner of a coin.
 * Aim:      money for an inscription that does not come: the coin holds none, or the inscription lies elsewhere in it than was told.
 * Guard:    none by signatures: which inscription lies on a coin, only an index knows. Taproot payers are safe from lies about values.
 */

import { ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import { settlementLayout } from '@ordbook/protocol/offer/offer';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NETWORK, payer, paymentAddress, xOnly } from '../../../protocol/test/parties.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, holding, honestSigner, signedAs } from './forging.ts';
import { bought, listed, ordinalsOf, POSTAGE, PROCEEDS, paymentOf } from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

test('the signer completes the sale of any coin: it has no index, and the buyer gets plain sats', async () => {
  // Nothing is inscribed on this coin; the terms say that something is, and nobody but an index can tell.
  const listing = await listed(world, 'thief');
  const before = world.balance(paymentOf('thief'));
  const { transfers, sale } = await honestSigner().signSale(await bought(world, 'buyer', listing));
  expect(await world.mined(...transfers, sale)).toBeNull();
  expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('buyer') });
  expect(world.balance(paymentOf('thief')) - before).toBe(PROCEEDS);
});

describe('an offer for an inscription that lies deeper in its coin than the buyer was told', () => {
  /** The coin holds 30,000 sats and the inscription at sat 20,000; the service says 10,000 and sat 0. The owner signs the truth. */
  const cheated = async (type: PaymentType) => {
    const [utxo, payment] = (await world.coins(
      { script: ordinalsOf('seller 1'), valueSats: 30_000 },
      { script: type === 'p2tr' ? ordinalsOf('buyer') : paymentOf('buyer'), valueSats: 300_000 },
    )) as [Utxo, Utxo];
    const terms: OfferTerms = {
      utxo: { ...utxo, valueSats: POSTAGE },
      inscriptions: [{ id: `${utxo.txid}i0`, offset: 0 }],
      ownerAddress: ordinalsAddressOf(xOnly('seller 1'), NETWORK),
      sellerProceedsSats: PROCEEDS,
      buyerOrdinalsAddress: ordinalsAddressOf(xOnly('buyer ordinals'), NETWORK),
      payer: payer('buyer', type),
      payments: [payment],
      payouts: [{ purpose: 'marketplace', address: paymentAddress('fees', 'p2wpkh'), valueSats: 2_500 }],
      changeSats: 188_000,
    };
    const told = settlementLayout(terms, NETWORK, xOnly('seller 1'));
    const truth = holding(told, 0, utxo.valueSats);
    const raw = assembled(truth, {
      seller: signedAs(truth, 'seller', 'seller 1'),
      buyer: signedAs(told, 'buyer', 'buyer'),
    }).hex;
    return { refusal: await world.mined(raw), inscription: () => world.holder(utxo, 20_000) };
  };

  test('paid from P2WPKH pays the owner, who keeps the inscription', async () => {
    const { refusal, inscription } = await cheated('p2wpkh');
    expect(refusal).toBeNull();
    expect(inscription()).toMatchObject({ script: ordinalsOf('seller 1') });
  });

  test('paid from taproot is worthless: that signature commits to every value', async () => {
    expect((await cheated('p2tr')).refusal).toMatch(/Schnorr signature/i);
  });
});
