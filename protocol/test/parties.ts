import { sha256 } from '@noble/hashes/sha2.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { signECDSA, taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { pointFromScalar, signSchnorr } from 'tiny-secp256k1';
import { bytesToHex, concatBytes } from '../src/bitcoin/bytes.ts';
import { addressOf, ordinalsAddressOf } from '../src/bitcoin/keys.ts';
import { sighashOf } from '../src/bitcoin/sighash.ts';
import { type Completed, complete, placed } from '../src/bitcoin/witness.ts';
import type { FeeBreakdown } from '../src/layout/fees.ts';
import { inputsOf, type Layout, SIGHASHES } from '../src/layout/layout.ts';
import type { InputSignature, ListingTerms, OperatorKeys, PsbtStep } from '../src/layout/terms.ts';
import { transferFee } from '../src/listing/listing.ts';
import { p2shP2wpkhScript } from '../src/locks/p2sh-p2wpkh.ts';
import { p2wpkhScript } from '../src/locks/p2wpkh.ts';
import type { Payer, PaymentType } from '../src/locks/payer.ts';
import { payerOf } from '../src/locks/payer.ts';
import type { Party } from '../src/locks/spending.ts';
import type { Utxo } from '../src/outpoint.ts';
import type { PricedListing, SaleQuestion } from '../src/purchase/sale-shares.ts';

export const NETWORK = 'regtest';

/** A private key that is the same in every run. */
export function secret(name: string): Uint8Array {
  return sha256(new TextEncoder().encode(`ordbook test key ${name}`));
}

/** Compressed hex. */
export function publicKey(name: string): string {
  return bytesToHex(pointFromScalar(secret(name), true)!);
}

export function xOnly(name: string): string {
  return publicKey(name).slice(2);
}

export const KEYS: OperatorKeys = { market: xOnly('market'), anchor: xOnly('anchor') };
/** The keys of all signers of the operator. */
export const SIGNER_KEYS = { ...KEYS, policy: xOnly('policy'), gate: xOnly('gate') };

export function coin(name: string, valueSats: number, vout = 0): Utxo {
  return { txid: bytesToHex(sha256(new TextEncoder().encode(`coin ${name}`))), vout, valueSats };
}

export function paymentAddress(name: string, type: PaymentType): string {
  if (type === 'p2tr') return ordinalsAddressOf(publicKey(name), NETWORK);
  const script = type === 'p2wpkh' ? p2wpkhScript(publicKey(name)) : p2shP2wpkhScript(publicKey(name));
  return addressOf(script, NETWORK)!;
}

export function payer(name: string, type: PaymentType): Payer {
  return payerOf(paymentAddress(name, type), publicKey(name), NETWORK);
}

/** The listing of `name`: its key, coin and anchor carry that name. */
export function listingTerms(name: string, given: Partial<ListingTerms> = {}): ListingTerms {
  return {
    utxo: coin(`inscription of ${name}`, 546),
    inscriptions: [{ id: `${coin(`inscription of ${name}`, 1).txid}i0`, offset: 0 }],
    sellerKey: xOnly(name),
    sellerPaymentAddress: paymentAddress(name, 'p2wpkh'),
    sellerProceedsSats: 49_546,
    anchor: coin(`anchor of ${name}`, 1000, 3),
    transferFeeSats: transferFee(1),
    ...given,
  };
}

/** A price's parts by hand: the seller pays 1000, the buyer 1500, creators nothing, unless given. */
export function priced(
  name: string,
  given: Partial<FeeBreakdown> = {},
  creatorAddress: string | null = null,
): PricedListing {
  const priceSats = given.priceSats ?? 50_000;
  const sellerFee = given.sellerMarketplaceFeeSats ?? 1000;
  const buyerFee = given.buyerMarketplaceFeeSats ?? 1500;
  const sellerRoyalty = given.sellerCreatorRoyaltySats ?? 0;
  const buyerRoyalty = given.buyerCreatorRoyaltySats ?? 0;
  const utxoValue = given.inscriptionUtxoValueSats ?? 546;
  const sellerReceiveSats = priceSats - sellerFee - sellerRoyalty;
  return {
    terms: listingTerms(name, {
      utxo: coin(`inscription of ${name}`, utxoValue),
      sellerProceedsSats: sellerReceiveSats + utxoValue,
    }),
    listingId: `listing of ${name}`,
    inscriptionId: listingTerms(name).inscriptions[0]!.id,
    creatorAddress,
    sendsTransfer: true,
    fees: {
      priceSats,
      inscriptionUtxoValueSats: utxoValue,
      sellerMarketplaceFeeBps: 100,
      sellerMarketplaceFeeSats: sellerFee,
      buyerMarketplaceFeeBps: 150,
      buyerMarketplaceFeeSats: buyerFee,
      sellerCreatorRoyaltyBps: 0,
      sellerCreatorRoyaltySats: sellerRoyalty,
      buyerCreatorRoyaltyBps: 0,
      buyerCreatorRoyaltySats: buyerRoyalty,
      sellerReceiveSats,
      buyerPayTotalSats: priceSats + buyerFee + buyerRoyalty,
      marketplaceRevenueSats: sellerFee + buyerFee,
      creatorRevenueSats: sellerRoyalty + buyerRoyalty,
    },
  };
}

/** A purchase of `n` listings of sellers `seller 1` .. `seller n` by `buyer`, with one large coin. */
export function saleQuestion(n: number, given: Partial<SaleQuestion> = {}): SaleQuestion {
  return {
    listings: Array.from({ length: n }, (_, i) => priced(`seller ${i + 1}`)),
    buyerOrdinalsAddress: ordinalsAddressOf(xOnly('buyer ordinals'), NETWORK),
    payer: payer('buyer', 'p2wpkh'),
    coins: { from: [coin('payment', 5_000_000)] },
    purchaseAnchor: coin('purchase anchor', 1000, 7),
    anchorSats: 1000,
    feeAddress: paymentAddress('fees', 'p2wpkh'),
    feeRate: 10,
    donation: null,
    keys: KEYS,
    network: NETWORK,
    ...given,
  };
}

/** What a wallet does: signs, with btc-signer, the inputs that the step names. Options: sign another way, or finalise. */
export function signStep(
  step: Omit<PsbtStep, 'stepIndex'>,
  name: string,
  change: (transaction: Transaction) => void = () => {},
): string {
  const transaction = openPsbt(step.psbtBase64);
  for (const { signingIndexes, sigHash } of step.inputsToSign) {
    for (const index of signingIndexes) transaction.signIdx(secret(name), index, [sigHash as 0]);
  }
  change(transaction);
  return base64.encode(transaction.toPSBT());
}

export function openPsbt(psbtBase64: string): Transaction {
  return Transaction.fromPSBT(base64.decode(psbtBase64), {
    allowUnknownOutputs: true,
    disableScriptCheck: true,
    lowR: true,
  });
}

/**
 * Signs every input of `table` that is `party`'s, whatever its lock: `own` is the leaf's secret, that of a key hash, or the tweaked one of a
 * key path.
 */
export function signInputsWith(table: Layout, party: Party, own: Uint8Array): InputSignature[] {
  return inputsOf(table, party).map((inputIndex) => {
    const { lock, signs } = table.inputs[inputIndex]!;
    const sighash = signs[party]!;
    const hash = sighashOf(table, inputIndex, sighash);
    const isSchnorr = lock.type === 'leaf' || lock.type === 'p2tr';
    const signature = isSchnorr ? signSchnorr(hash, own) : signECDSA(hash, own, true);
    const type = sighash === 'DEFAULT' ? [] : [SIGHASHES[sighash]];
    return { inputIndex, signature: bytesToHex(concatBytes(signature, Uint8Array.from(type))) };
  });
}

/** The signatures of the operator's keys on a layout, in the order of its inputs. */
export function operatorSignatures(table: Layout): { operator: string[]; market: string[] } {
  return {
    operator: inputsOf(table, 'operator').map((index) =>
      bytesToHex(signSchnorr(sighashOf(table, index, 'DEFAULT'), taprootTweakPrivKey(secret('anchor')))),
    ),
    market: inputsOf(table, 'market').map((index) =>
      bytesToHex(signSchnorr(sighashOf(table, index, 'DEFAULT'), secret('market'))),
    ),
  };
}

/** Completes a layout with signatures in the order of the inputs that each party signs. */
export function completed(
  table: Layout,
  {
    sellers,
    operator,
    market,
    buyer,
  }: {
    readonly sellers?: readonly string[];
    readonly operator?: readonly string[];
    readonly market?: readonly string[];
    readonly buyer?: readonly InputSignature[];
  },
): Completed {
  return complete(table, {
    seller: placed(table, 'seller', sellers ?? []),
    operator: placed(table, 'operator', operator ?? []),
    market: placed(table, 'market', market ?? []),
    buyer: buyer ?? [],
  });
}
