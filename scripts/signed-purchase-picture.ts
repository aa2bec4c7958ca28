/** Draws what a buyer's wallet shows before it signs the purchase of two listings: `ordbook inspect --svg`. */
import { inspect, picture } from '@ordbook/client/inspect';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout, saleStep } from '@ordbook/protocol/purchase/sale';
import { coin, KEYS, NETWORK, priced, saleQuestion } from '../protocol/test/parties.ts';

export function signedPurchasePicture(): string {
  const listings = [priced('seller 1', { priceSats: 50_000 }), priced('seller 2', { priceSats: 70_000 })];
  const question = saleQuestion(2, { listings, coins: { from: [coin('payment', 400_000)] } });
  const { terms } = planSale(question);
  const { psbtBase64, inputsToSign } = saleStep(terms, KEYS, NETWORK);
  const passthroughs = saleLayout(terms, KEYS, NETWORK).inputs.filter(({ name }) =>
    /^passthrough/.test(name),
  );
  const explanation = inspect(psbtBase64, {
    network: NETWORK,
    yours: [terms.buyerOrdinalsAddress, terms.payer.address],
    inputsToSign,
    inscriptions: passthroughs.map(({ coin: { txid, vout } }, index) => ({
      ...{ txid, vout },
      name: `Ember #${index + 3}`,
    })),
  });
  return picture(explanation, { width: 400 });
}
