import { RawTx } from '@scure/btc-signer';
import { refuse } from '../base/refusals.ts';
import type { NetworkName } from '../base/settings.ts';
import { bytesToHex, hexToBytes } from './bytes.ts';
import { inputsOf, type Layout, layoutTxid, type Spend } from './layout.ts';
import { transferLayout } from './listing.ts';
import { type Party, scriptSigOf } from './lock.ts';
import { type RecoveryFunding, recoveryLayout } from './recovery.ts';
import { saleLayout } from './sale.ts';
import { signatureFault } from './signatures.ts';
import type { InputSignature, ListingTerms, OperatorKeys, SaleTerms } from './terms.ts';

/** A transaction ready to broadcast. */
export interface Completed {
  /** Raw, with witnesses. */
  readonly hex: string;
  readonly txid: string;
}

/** By party, its signatures of a layout, in any order. */
export type Signatures = { readonly [party in Party]?: readonly InputSignature[] };

/** The witness of an input, given the signature (hex) of each party that signs it. Hex items, first item first. */
export function witnessOf({ lock, signs }: Spend, signatureOf: (party: Party) => string): string[] {
  if (lock.type === 'leaf') {
    const { signatureOrder, afterSignatures = [], leaf, controlBlock } = lock;
    return [...signatureOrder.map(signatureOf), ...afterSignatures, leaf, controlBlock];
  }
  const signature = signatureOf(Object.keys(signs)[0] as Party);
  return lock.type === 'p2tr' ? [signature] : [signature, lock.publicKey];
}

/**
 * Adds every signature to a layout. Throws Refusal `bad_signature` when one is missing or does not verify: each is verified
 * again here, whoever gave it, so that nothing invalid is broadcast.
 */
export function complete(table: Layout, signatures: Signatures): Completed {
  const given = new Map<Party, Map<number, string>>();
  for (const [party, list] of Object.entries(signatures)) {
    given.set(party as Party, new Map(list.map(({ inputIndex, signature }) => [inputIndex, signature])));
  }
  const witnesses = table.inputs.map((input, index) =>
    witnessOf(input, (party) => {
      const signature = given.get(party)?.get(index);
      if (signature === undefined)
        return refuse('bad_signature', `${party} has not signed input ${index} of the ${table.name}`);
      const fault = signatureFault(table, index, party, signature);
      return fault === null ? signature : refuse('bad_signature', `${table.name}: ${fault}`);
    }),
  );
  const raw = RawTx.encode({
    version: table.version,
    segwitFlag: true,
    inputs: table.inputs.map(({ coin, lock, sequence }) => ({
      txid: hexToBytes(coin.txid),
      index: coin.vout,
      finalScriptSig: scriptSigOf(lock),
      sequence,
    })),
    outputs: table.outputs.map(({ valueSats, script }) => ({
      amount: BigInt(valueSats),
      script: hexToBytes(script),
    })),
    witnesses: witnesses.map((items) => items.map((item) => hexToBytes(item))),
    lockTime: 0,
  });
  return { hex: bytesToHex(raw), txid: layoutTxid(table) };
}

/** Completes TX1 of a listing: `seller` signed input 0, `operator` (the anchor key) input 1. Throws as `complete`. */
export function completeTransfer(
  terms: ListingTerms,
  keys: OperatorKeys,
  network: NetworkName,
  signatures: { readonly seller: string; readonly operator: string },
): Completed {
  return complete(transferLayout(terms, keys, network), {
    seller: [{ inputIndex: 0, signature: signatures.seller }],
    operator: [{ inputIndex: 1, signature: signatures.operator }],
  });
}

/**
 * Completes TX2. `sellers` and `market` are in the order of the listings, `operator` in the order of the anchors (each
 * transfer's, then the purchase's); `buyer` names its inputs. Throws as `complete`.
 */
export function completeSale(
  terms: SaleTerms,
  keys: OperatorKeys,
  network: NetworkName,
  signatures: {
    readonly sellers: readonly string[];
    readonly market: readonly string[];
    readonly operator: readonly string[];
    readonly buyer: readonly InputSignature[];
  },
): Completed {
  const table = saleLayout(terms, keys, network);
  return complete(table, {
    seller: placed(table, 'seller', signatures.sellers),
    market: placed(table, 'market', signatures.market),
    operator: placed(table, 'operator', signatures.operator),
    buyer: signatures.buyer,
  });
}

/** Completes a recovery. `sellers` and `market` in the order of the items, `operator` in that of the fee coins. */
export function completeRecovery(
  items: readonly ListingTerms[],
  funding: RecoveryFunding,
  keys: OperatorKeys,
  network: NetworkName,
  signatures: {
    readonly sellers: readonly string[];
    readonly market: readonly string[];
    readonly operator: readonly string[];
  },
): Completed {
  const table = recoveryLayout(items, keys, network, funding);
  return complete(table, {
    seller: placed(table, 'seller', signatures.sellers),
    market: placed(table, 'market', signatures.market),
    operator: placed(table, 'operator', signatures.operator),
  });
}

/** Signatures in the order of the inputs that `party` signs. */
export function placed(table: Layout, party: Party, signatures: readonly string[]): InputSignature[] {
  return inputsOf(table, party).flatMap((inputIndex, i) =>
    signatures[i] === undefined ? [] : [{ inputIndex, signature: signatures[i] }],
  );
}
