import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import type { Layout, Sighash } from '@ordbook/protocol/layout/layout';
import type { InputSignature, SaleTerms } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout, transferTxid } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import type { Party } from '@ordbook/protocol/locks/spending';
import type { AnchorFanOutRequest } from '@ordbook/protocol/operator-coins/fan-out';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  openPsbt,
  payer,
  paymentAddress,
  saleQuestion,
  secret,
  signStep,
} from '../../../protocol/test/parties.ts';
import type { RecoveryRequest, SaleRequest } from '../../src/signer/port.ts';

export const FEE_ADDRESS = paymentAddress('fees', 'p2wpkh');

/** The options of `marketSigner` whose public keys are `KEYS`. */
export const SIGNER_OPTIONS = {
  market: bytesToHex(secret('market')),
  anchor: bytesToHex(secret('anchor')),
  network: NETWORK,
  feeAddress: FEE_ADDRESS,
} as const;

/** Limits that no test reaches unless it means to. */
export const BOUNDS = {
  packagesPerHour: 100,
  feeSatsPerHour: 1_000_000,
  feeSatsPerDay: 1_000_000,
  anchorsPerDay: 1_000,
} as const;

/** What the wallet of `name` signs of a layout, by btc-signer. */
export function signedBy(table: Layout, party: Party, name: string): InputSignature[] {
  const step = psbtStep(table, party, 0, 'wallet');
  const returned = openPsbt(signStep(step, name));
  return step.inputsToSign.flatMap(({ signingIndexes }) =>
    signingIndexes.map((inputIndex) => {
      const { tapKeySig, tapScriptSig, partialSig } = returned.getInput(inputIndex);
      const signature = tapKeySig ?? tapScriptSig?.[0]?.[1] ?? partialSig?.[0]?.[1];
      return { inputIndex, signature: bytesToHex(signature!) };
    }),
  );
}

const made = new Map<string, SaleRequest>();

/** A purchase of `n` listings with every seller's and the buyer's signatures. Made once: btc-signer signs slowly. */
export function saleRequest(n: number, type: PaymentType = 'p2wpkh'): SaleRequest {
  const known = made.get(`${n} ${type}`) ?? makeSaleRequest(n, type);
  made.set(`${n} ${type}`, known);
  return known;
}

function makeSaleRequest(n: number, type: PaymentType): SaleRequest {
  return signSale(planSale(saleQuestion(n, { payer: payer('buyer', type) })).terms);
}

/** What the wallets of `seller 1` .. `seller n` and of `buyer` sign of these terms. */
export function signSale(terms: SaleTerms): SaleRequest {
  const table = saleLayout(terms, KEYS, NETWORK);
  const sellers = terms.listings.map((listing, index) => ({ listing, name: `seller ${index + 1}` }));
  return {
    terms,
    transferSignatures: sellers.map(
      ({ listing, name }) => signedBy(transferLayout(listing, KEYS), 'seller', name)[0]!.signature,
    ),
    sellerSignatures: sellers.map(
      ({ listing, name }) => signedBy(sellerLegLayout(listing, KEYS, NETWORK), 'seller', name)[0]!.signature,
    ),
    buyerSignatures: signedBy(table, 'buyer', 'buyer'),
  };
}

/** A recovery of `n` listings of `seller`, signed by it when it listed them: as asked for, or with `sighash`. */
export function recoveryRequest(
  n: number,
  { asked, sighash = asked ?? 'ALL' }: { asked?: 'ALL' | 'DEFAULT'; sighash?: Sighash } = {},
): RecoveryRequest {
  const listings = Array.from({ length: n }, (_, index) =>
    listingTerms('seller', {
      utxo: coin(`inscription ${index}`, 10_000 + index),
      inscriptions: [{ id: `${coin(`inscription ${index}`, 1).txid}i0`, offset: index }],
      anchor: coin(`anchor ${index}`, 1000),
    }),
  );
  const table = recoveryLayout(listings, KEYS, asked);
  const inputs = table.inputs.map((input) =>
    input.signs.seller ? { ...input, signs: { ...input.signs, seller: sighash } } : input,
  );
  const signatures = signedBy({ ...table, inputs }, 'seller', 'seller');
  return {
    items: listings.map((terms, index) => ({ terms, sellerSignature: signatures[index]!.signature })),
    bump: null,
  };
}

export function fanOutRequest(): AnchorFanOutRequest {
  return {
    coins: [coin('deposit', 100_000), coin('retired', 790)],
    count: 50,
    valueSats: 1000,
    feeSats: 3_000,
  };
}

export const transferTxids = ({ terms }: SaleRequest): string[] =>
  terms.listings.map((listing) => transferTxid(listing, KEYS));
