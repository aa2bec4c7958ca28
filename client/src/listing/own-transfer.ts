import type { ListingTerms } from '@ordbook/protocol/layout/terms';
import { hex } from '@scure/base';
import { checkPostage, type Limits } from '../signing/limits.ts';
import { checkLocation, type Location } from '../signing/location.ts';
import { coinOf, type Psbt } from '../signing/psbt.ts';
import { inputSeen, outputSeen } from '../signing/rebuilt.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';

interface Seller extends Limits {
  readonly wallet: WalletIdentity;
  readonly inscriptionId: string;
  readonly location: Location | undefined;
}

/**
 * The terms of a seller's transfer, but for the proceeds: coin, anchor and fee as its PSBT shows them, the
 * rest our own. Throws `UnsafePsbt` when the coin is not at `location`, or its postage is beyond the limits.
 */
export function ownTransferSeen(
  what: string,
  transfer: Psbt,
  { wallet, inscriptionId, location, ...limits }: Seller,
): { readonly terms: Omit<ListingTerms, 'sellerProceedsSats'>; readonly operatorScript: string } {
  const [utxo, anchor] = [inputSeen(what, transfer, 0), inputSeen(what, transfer, 1)];
  const change = outputSeen(what, transfer, 1);
  checkLocation(what, utxo, location);
  checkPostage(what, utxo.valueSats, limits);
  return {
    terms: {
      utxo: coinOf(utxo),
      inscriptions: [{ id: inscriptionId, offset: location?.offset ?? 0 }],
      sellerKey: wallet.ordinalsPublicKey.slice(-64),
      sellerPaymentAddress: wallet.paymentAddress,
      anchor: coinOf(anchor),
      transferFeeSats: anchor.valueSats - change.valueSats,
    },
    operatorScript: hex.encode(change.script),
  };
}
