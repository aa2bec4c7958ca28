import { renderLayout } from '../src/layout/layout.ts';
import type { Rule } from '../src/layout/rules.ts';
import { sellerLegLayout, transferLayout } from '../src/listing/listing.ts';
import { RECOVERY_RULES, recoveryLayout } from '../src/listing/recovery.ts';
import { TRANSFER_RULES } from '../src/listing/transfer-rules.ts';
import { planSale } from '../src/purchase/plan.ts';
import { saleLayout } from '../src/purchase/sale.ts';
import { SALE_RULES } from '../src/purchase/sale-rules.ts';
import { coin, KEYS, listingTerms, NETWORK, priced, saleQuestion } from './parties.ts';

const question = saleQuestion(2, {
  listings: [priced('seller 1', { priceSats: 50_000 }), priced('seller 2', { priceSats: 80_000 })],
  coins: { from: [coin('payment', 200_000)] },
});
const plan = planSale(question);
const batch = [listingTerms('seller 1'), listingTerms('seller 2')];

/** The tables of `docs/protocol`: what the real functions build for small examples. */
export const protocolTables = {
  transfer: () => renderLayout(transferLayout(listingTerms('seller 1'), KEYS)),
  'seller-leg': () => renderLayout(sellerLegLayout(listingTerms('seller 1'), KEYS, NETWORK)),
  recovery: () => renderLayout(recoveryLayout(batch, KEYS)),
  sale: () => renderLayout(saleLayout(plan.terms, KEYS, NETWORK)),
  'sale-figures': () =>
    [
      '| field | value |',
      '| --- | --: |',
      ...Object.entries(plan.figures).map(
        ([name, value]) => `| \`${name}\` | ${value.toLocaleString('en-US')} |`,
      ),
    ].join('\n'),
  'transfer-rules': () => sentences(TRANSFER_RULES),
  'recovery-rules': () => sentences(RECOVERY_RULES),
  'sale-rules': () => sentences(SALE_RULES),
};

function sentences<Subject>(rules: readonly Rule<Subject>[]): string {
  return rules.map(({ sentence }) => `- ${sentence}`).join('\n');
}
