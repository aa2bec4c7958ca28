/**
 * The signing policy of the market signer. The layouts of `protocol/` check rules while they are built. These
 * rules are the signer's own and check the finished table, so that neither a bug nor a compromised service
 * can obtain a signature that costs the operator more than network fees, or takes from a seller or buyer what
 * they did not sign away. A test breaks each rule.
 *
 * The signer does not know prices, so it cannot tell how large the operator's fee should be. It ensures that
 * nobody else gets it: payouts go only to addresses in its own settings, and the operator gets its own least
 * share of what the sellers get.
 *
 * The signer trusts the service for the values of coins. Each of its signatures is a taproot signature over
 * all inputs (DEFAULT), which commits to every value (BIP341): with one false value, no node accepts the
 * transaction.
 *
 * The signer tells sales, recoveries and counters apart by what the seller's signature covers, never by what
 * the caller calls them. A sale's is SINGLE|ANYONECANPAY over one payment, a recovery's ALL or DEFAULT over
 * exactly that recovery, a counter's ALL|ANYONECANPAY over outputs of which the last names the passthrough.
 */

import { operatorScript, scriptOf, xOnlyKey } from '@ordbook/protocol/bitcoin/keys';
import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { type Layout, layoutTxid, networkFee, type Pay, type Spend } from '@ordbook/protocol/layout/layout';
import { checkRules, EACH_COIN_ONCE, type Rule } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { ListingTerms, OperatorKeys, Payout } from '@ordbook/protocol/layout/terms';
import { transferFee } from '@ordbook/protocol/listing/listing';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { payerLock, payerOf } from '@ordbook/protocol/locks/payer';
import type { Party } from '@ordbook/protocol/locks/spending';
import type { NetworkName } from '@ordbook/protocol/network';
import { outpointText } from '@ordbook/protocol/outpoint';
import { selfDealer } from '@ordbook/protocol/purchase/self-dealer';
import { shareOf, sumSats } from '@ordbook/protocol/sats';
import type { SaleRequest } from '../port.ts';

export interface SigningSettings {
  readonly network: NetworkName;
  /** The only address that may receive marketplace fees. */
  readonly feeAddress: string;
  /**
   * Other addresses that may be paid: creators, partners, the donation initiative. When absent, payouts are
   * not restricted: the signer trusts the service.
   */
  readonly payoutAddresses?: readonly string[] | undefined;
  /** Highest fee rate of a transaction or package, sat/vB. */
  readonly maxFeeRate: number;
}

/** Settings for sales, recoveries and counters. */
export interface PackageSigningSettings extends SigningSettings {
  /**
   * Fee rates of transfers, sat/vB: the current one, and earlier ones of listings that are still open. No
   * other is signed.
   */
  readonly transferFeeRates: readonly number[];
  /**
   * Least that the operator gets, 1/100 of a percent of what the sellers get. A fee below dust is not
   * required.
   */
  readonly leastFeeBps: number;
}

export interface SigningContext {
  readonly keys: OperatorKeys;
  readonly settings: PackageSigningSettings;
}

export interface SaleToSign extends SigningContext {
  readonly request: SaleRequest;
  /** TX1 of each listing. */
  readonly transfers: readonly Layout[];
  readonly table: Layout;
}

export interface FanOutToSign extends SigningContext {
  readonly table: Layout;
}

export const isOperators = (keys: OperatorKeys) => {
  const script = operatorScript(keys);
  return ({ lock }: Spend) => lock.script === script;
};

/** Rule of every transaction with a marketplace fee. */
export const FEE_ADDRESS_RULE: Rule<
  SigningContext & {
    readonly table: Layout;
    readonly request: { readonly terms: { readonly payouts: readonly Payout[] } };
  }
> = {
  sentence: "the marketplace's fee goes to the operator's fee address",
  broken: ({ table, request: { terms }, settings }) => {
    const script = scriptOf(settings.feeAddress, settings.network);
    const other = terms.payouts.find(
      ({ purpose, address }) => purpose === 'marketplace' && address !== settings.feeAddress,
    );
    if (other) return `${other.valueSats} sats to ${other.address}`;
    const output = table.outputs.find((paid) => paid.name === 'marketplace' && paid.script !== script);
    return output ? `${output.valueSats} sats to ${output.script}` : null;
  },
};

/** Sentence of the rule of every transaction of the market that sells. */
export const LEAST_FEE_SENTENCE =
  "the operator gets at least the signer's own share of what the sellers get, SIGNER_LEAST_FEE_BPS";

/** What the operator gets of the outputs after the sellers', in words, if that is too little; else null. */
export function leastFeeFault(
  outputs: readonly Pay[],
  sellers: readonly Pick<ListingTerms, 'sellerProceedsSats' | 'utxo'>[],
  { keys, settings: { feeAddress, network, leastFeeBps } }: SigningContext,
): string | null {
  const feeScript = scriptOf(feeAddress, network);
  const own = [feeScript, operatorScript(keys)];
  const received = sumSats(
    sellers.map(({ sellerProceedsSats, utxo }) => Math.max(0, sellerProceedsSats - utxo.valueSats)),
  );
  const least = shareOf(received, leastFeeBps);
  const paid = sumSats(
    outputs.filter(({ script }) => own.includes(script)).map(({ valueSats }) => valueSats),
  );
  return paid >= least || least < dustLimit(feeScript)
    ? null
    : `${paid} sats, where the sellers get ${received}`;
}

/**
 * The first output after the sellers' that pays neither an address of the settings nor a script of `own`, in
 * words.
 */
export function unknownPayout(
  outputs: readonly Pay[],
  own: readonly string[],
  { network, feeAddress, payoutAddresses }: SigningSettings,
): string | null {
  if (!payoutAddresses) return null;
  const known = [...own, ...[feeAddress, ...payoutAddresses].map((address) => scriptOf(address, network))];
  const other = outputs.find(({ script }) => !known.includes(script));
  return other ? `${other.valueSats} sats to ${other.script}` : null;
}

/**
 * The first input that is signed with an operator key but is not the operator's, in words; null when there is
 * none.
 */
export function strayInput(
  table: Layout,
  listings: readonly ListingTerms[],
  { keys }: SigningContext,
): string | null {
  const own = isOperators(keys);
  const passthroughs = new Set(
    listings.map(({ sellerKey }) => passthroughLock(sellerKey, keys.market).script),
  );
  const stray = table.inputs.find((input) => {
    if (input.signs.market && !passthroughs.has(input.lock.script)) return true;
    return (input.signs.operator !== undefined) !== own(input);
  });
  return stray ? `${stray.name} spends ${outpointText(stray.coin)}` : null;
}

export function feeRateFault(tables: readonly Layout[], { settings }: SigningContext): string | null {
  const fee = tables.reduce((sum, table) => sum + networkFee(table), 0);
  const vbytes = tables.reduce((sum, table) => sum + layoutSize(table), 0);
  return fee >= 0 && fee <= settings.maxFeeRate * vbytes
    ? null
    : `${fee} sats for ${vbytes} vB, above ${settings.maxFeeRate} sat/vB`;
}

/**
 * What is wrong with the signatures of `party`, which must have one valid signature per input that it signs;
 * else null.
 */
export function signatureFaults(
  table: Layout,
  party: Party,
  signatures: ReadonlyMap<number, string>,
): string | null {
  for (const [index, { signs }] of table.inputs.entries()) {
    if (signs[party] === undefined) continue;
    const signature = signatures.get(index);
    if (signature === undefined) return `${party} has not signed input ${index} of the ${table.name}`;
    const fault = signatureFault(table, index, party, signature);
    if (fault !== null) return `${table.name}: ${fault}`;
  }
  return null;
}

/**
 * What is wrong with the transfers' fees, or null. Each must be that of the signer's settings, or a caller
 * could burn anchors.
 */
export function transferFeeFault(transfers: readonly Layout[], { settings }: SigningContext): string | null {
  const fees = settings.transferFeeRates.map(transferFee);
  const wrong = transfers.find((transfer) => !fees.includes(networkFee(transfer)));
  return wrong ? `${networkFee(wrong)} sats instead of ${fees.join(' or ')}` : null;
}

/** The party whose key is a key of the operator, which only the signer has; null when there is none. */
export function operatorAmong(parties: readonly string[], { market, anchor }: OperatorKeys): string | null {
  return parties.find((key) => [market, anchor].includes(xOnlyKey(key))) ?? null;
}

export const numbered = (signatures: readonly string[], first: number) =>
  new Map(signatures.map((signature, index) => [first + index, signature]));

export const TRANSFER_FEE_RULE: Rule<SigningContext & { readonly transfers: readonly Layout[] }> = {
  sentence: "a transfer pays exactly the fee of the signer's own settings",
  broken: (subject) => transferFeeFault(subject.transfers, subject),
};

export const SALE_SIGNING_RULES: readonly Rule<SaleToSign>[] = [
  {
    sentence: 'the addresses of sellers and payer match their keys, and none is the operator',
    broken: ({ request: { terms }, keys, settings }) => {
      const { address, publicKey } = terms.payer;
      const payer = payerOf(address, publicKey, settings.network);
      if (payer.type !== terms.payer.type || payer.publicKey !== publicKey)
        return `${address} is of ${payer.type}`;
      return operatorAmong([publicKey, ...terms.listings.map(({ sellerKey }) => sellerKey)], keys);
    },
  },
  {
    sentence: 'the buyer is not a seller',
    broken: ({ request: { terms }, settings }) =>
      selfDealer(terms.listings, terms.payer, terms.buyerOrdinalsAddress, settings.network),
  },
  {
    sentence: 'the operator keys sign only operator coins and passthroughs',
    broken: (sale) =>
      strayInput(sale.table, sale.request.terms.listings, sale) ??
      sale.transfers.map((table) => strayInput(table, [], sale)).find((fault) => fault !== null) ??
      null,
  },
  {
    sentence: 'the operator coins of a sale are the anchors of its terms, each once',
    broken: ({ table, transfers, request: { terms }, keys }) => {
      const seen = table.inputs.filter(isOperators(keys)).map(({ coin }) => outpointText(coin));
      const named = [
        ...transfers.map((transfer) => `${layoutTxid(transfer)}:1`),
        outpointText(terms.purchaseAnchor),
      ];
      const isSame = seen.length === named.length && named.every((name, index) => seen[index] === name);
      return isSame ? null : `it spends ${seen.join(', ')}`;
    },
  },
  {
    sentence: 'output 0 returns every operator coin to the operator, in full',
    broken: ({ table, keys }) => {
      const spent = sumSats(table.inputs.filter(isOperators(keys)).map(({ coin }) => coin.valueSats));
      const [first] = table.outputs;
      return first?.script === operatorScript(keys) && first.valueSats === spent
        ? null
        : `${first?.valueSats} sats to ${first?.script}, but ${spent} sats were spent`;
    },
  },
  {
    sentence: 'a transfer returns its anchor to the operator except for the fee',
    broken: ({ transfers, request: { terms }, keys }) => {
      const index = transfers.findIndex(({ outputs }, i) => {
        const { anchor, transferFeeSats } = terms.listings[i]!;
        const back = outputs[1];
        return back?.script !== operatorScript(keys) || back.valueSats !== anchor.valueSats - transferFeeSats;
      });
      return index === -1
        ? null
        : `transfer ${index + 1} returns ${transfers[index]?.outputs[1]?.valueSats} sats`;
    },
  },
  FEE_ADDRESS_RULE,
  {
    sentence:
      "after the seller outputs only the operator, the operator's payout addresses and the buyer are paid",
    broken: ({ table, request: { terms }, keys, settings }) =>
      unknownPayout(
        table.outputs.slice(2 * terms.listings.length + 1),
        [operatorScript(keys), payerLock(terms.payer).script],
        settings,
      ),
  },
  {
    sentence: LEAST_FEE_SENTENCE,
    broken: (sale) => {
      const { listings } = sale.request.terms;
      return leastFeeFault(sale.table.outputs.slice(2 * listings.length + 1), listings, sale);
    },
  },
  EACH_COIN_ONCE,
  TRANSFER_FEE_RULE,
  {
    sentence: 'the fee rate of the package is within the limit',
    broken: (sale) => feeRateFault([...sale.transfers, sale.table], sale),
  },
  {
    sentence:
      'every seller has signed the transfer and the output that exactly this sale pays, and the buyer all of it',
    broken: ({ table, transfers, request }) => {
      const { transferSignatures, sellerSignatures, buyerSignatures } = request;
      const faults = [
        ...transfers.map((transfer, i) =>
          signatureFaults(transfer, 'seller', numbered(transferSignatures.slice(i, i + 1), 0)),
        ),
        signatureFaults(table, 'seller', numbered(sellerSignatures, transfers.length + 1)),
        signatureFaults(
          table,
          'buyer',
          new Map(buyerSignatures.map(({ inputIndex, signature }) => [inputIndex, signature])),
        ),
      ];
      return faults.find((fault) => fault !== null) ?? null;
    },
  },
];

export const FAN_OUT_RULES: readonly Rule<FanOutToSign>[] = [
  {
    sentence: 'the operator keys sign only operator coins',
    broken: (fanOut) => strayInput(fanOut.table, [], fanOut),
  },
  {
    sentence: 'a fan-out transaction pays only the operator',
    broken: ({ table: { outputs }, keys }) => {
      const other = outputs.find(({ script }) => script !== operatorScript(keys));
      return other ? `${other.valueSats} sats to ${other.script}` : null;
    },
  },
  EACH_COIN_ONCE,
  { sentence: 'the fee rate is within the limit', broken: (fanOut) => feeRateFault([fanOut.table], fanOut) },
];

/** Each throws a `BrokenRule` unless the signing policy allows it. */
export const checkSignableSale = (sale: SaleToSign): void => checkRules(SALE_SIGNING_RULES, sale);
export const checkSignableFanOut = (fanOut: FanOutToSign): void => checkRules(FAN_OUT_RULES, fanOut);
