/**
 * What the signer signs. The layouts of `protocol/` hold rules of their own while they are built; these are the signer's, read
 * off the finished table, so that neither a bug there nor a service in foreign hands gets a signature that costs the operator
 * more than network fees, or takes from a seller or buyer what they did not sign away.
 * Every rule has a test that it fires.
 *
 * What a seller and a buyer agreed to is theirs: the signer knows neither prices nor fee rates, so it cannot tell how much the
 * operator's fee should be. It sees to it that nobody else gets it: payouts go to addresses of its own settings.
 *
 * The values of coins are the service's word. In sales and recoveries the market's taproot signature commits to all of them, so
 * a lie gives a signature that no node takes. The ECDSA signatures of a split each commit to their own coin only (BIP143): a
 * service in foreign hands could have one split signed twice with different lies, and burn operator coins as fees; it could
 * not pay them to anybody.
 */
import { outpointText } from '../base/outpoint.ts';
import { sumSats } from '../base/sats.ts';
import type { NetworkName } from '../base/settings.ts';
import { operatorScript, payerOf, scriptOf, xOnlyKey } from '../protocol/keys.ts';
import { type Layout, layoutTxid, networkFee, type Pay, type Spend } from '../protocol/layout.ts';
import { layoutSize } from '../protocol/layout-size.ts';
import { type Party, payerLock } from '../protocol/lock.ts';
import { passthroughLock } from '../protocol/passthrough.ts';
import { EACH_COIN_ONCE, hold, type Rule } from '../protocol/rules.ts';
import { signatureFault } from '../protocol/signatures.ts';
import type { ListingTerms, OperatorKeys, Payout } from '../protocol/terms.ts';
import type { RecoveryRequest, SaleRequest } from './port.ts';

export interface PolicySettings {
  readonly network: NetworkName;
  /** Where marketplace fees go; nothing else is signed. */
  readonly feeAddress: string;
  /**
   * Whom else the operator pays: creators, partners, the donation initiative. Nobody outside this list gets a payout; left out: the
   * signer cannot tell a creator or partner from a thief, and believes the service.
   */
  readonly payoutAddresses?: readonly string[] | undefined;
  /** sat/vB that no transaction or package may exceed. */
  readonly maxFeeRate: number;
}

export interface Judged {
  readonly keys: OperatorKeys;
  readonly settings: PolicySettings;
}

export interface JudgedSale extends Judged {
  readonly request: SaleRequest;
  /** TX1 of each listing. */
  readonly transfers: readonly Layout[];
  readonly table: Layout;
}

export interface JudgedRecovery extends Judged {
  readonly request: RecoveryRequest;
  readonly table: Layout;
}

export interface JudgedSplit extends Judged {
  readonly table: Layout;
}

export const isOperators = (keys: OperatorKeys) => {
  const script = operatorScript(keys);
  return ({ lock }: Spend) => lock.script === script;
};

/** What every transaction with a marketplace fee holds. */
export const FEE_ADDRESS_RULE: Rule<
  Judged & {
    readonly table: Layout;
    readonly request: { readonly terms: { readonly payouts: readonly Payout[] } };
  }
> = {
  sentence: "the marketplace's fee goes to the operator's fee address",
  broken: ({ table, request: { terms }, settings }) => {
    const script = scriptOf(settings.feeAddress, settings.network);
    const stranger = terms.payouts.find(
      ({ purpose, address }) => purpose === 'marketplace' && address !== settings.feeAddress,
    );
    if (stranger) return `${stranger.valueSats} sats to ${stranger.address}`;
    const output = table.outputs.find((paid) => paid.name === 'marketplace' && paid.script !== script);
    return output ? `${output.valueSats} sats to ${output.script}` : null;
  },
};

/** The first of the outputs behind the sellers that pays neither the operator's settings nor a script of `own`. */
export function strangerPaid(
  outputs: readonly Pay[],
  own: readonly string[],
  { network, feeAddress, payoutAddresses }: PolicySettings,
): string | null {
  if (!payoutAddresses) return null;
  const known = [...own, ...[feeAddress, ...payoutAddresses].map((address) => scriptOf(address, network))];
  const stranger = outputs.find(({ script }) => !known.includes(script));
  return stranger ? `${stranger.valueSats} sats to ${stranger.script}` : null;
}

/** The first input that is signed with an operator key though it is none of the operator's to sign. */
export function strayInput(
  table: Layout,
  listings: readonly ListingTerms[],
  { keys }: Judged,
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

export function feeRateFault(tables: readonly Layout[], { settings }: Judged): string | null {
  const fee = tables.reduce((sum, table) => sum + networkFee(table), 0);
  const vbytes = tables.reduce((sum, table) => sum + layoutSize(table), 0);
  return fee >= 0 && fee <= settings.maxFeeRate * vbytes
    ? null
    : `${fee} sats for ${vbytes} vB, where ${settings.maxFeeRate} sat/vB is the most`;
}

/** Judges the signatures of `party`: one for each input that it signs, each verifying. */
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

export const numbered = (signatures: readonly string[], first: number) =>
  new Map(signatures.map((signature, index) => [first + index, signature]));

export const SALE_POLICY: readonly Rule<JudgedSale>[] = [
  {
    sentence: 'sellers and payer are who their keys say, and none of them is the operator',
    broken: ({ request: { terms }, keys, settings }) => {
      const { address, publicKey } = terms.payer;
      const payer = payerOf(address, publicKey, settings.network);
      if (payer.type !== terms.payer.type || payer.publicKey !== publicKey)
        return `${address} is of ${payer.type}`;
      const operator = [keys.market, xOnlyKey(keys.anchor)];
      const parties = [publicKey, ...terms.listings.map(({ sellerKey }) => sellerKey)];
      return parties.find((key) => operator.includes(xOnlyKey(key))) ?? null;
    },
  },
  {
    sentence: 'the operator keys sign operator coins and passthroughs, and nothing else',
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
        : `${first?.valueSats} sats to ${first?.script}, where ${spent} sats were spent`;
    },
  },
  {
    sentence: 'a transfer returns its anchor to the operator but for the fee',
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
    sentence: "behind the sellers only the operator, the operator's payout addresses and the buyer are paid",
    broken: ({ table, request: { terms }, keys, settings }) =>
      strangerPaid(
        table.outputs.slice(2 * terms.listings.length + 1),
        [operatorScript(keys), payerLock(terms.payer).script],
        settings,
      ),
  },
  EACH_COIN_ONCE,
  {
    sentence: 'the fee rates of the package and of each transfer are sane',
    broken: (sale) => {
      const { table, transfers } = sale;
      const faults = transfers.map((transfer) => feeRateFault([transfer], sale));
      return faults.find((fault) => fault !== null) ?? feeRateFault([...transfers, table], sale);
    },
  },
  {
    sentence:
      'every seller has signed the transfer and the output that this very sale pays, and the buyer all of it',
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

export const RECOVERY_POLICY: readonly Rule<JudgedRecovery>[] = [
  {
    sentence: 'no seller is the operator',
    broken: ({ request: { items }, keys }) =>
      items.find(({ terms }) => [keys.market, xOnlyKey(keys.anchor)].includes(xOnlyKey(terms.sellerKey)))
        ?.terms.sellerKey ?? null,
  },
  {
    sentence: 'the operator keys sign operator coins and passthroughs, and nothing else',
    broken: (recovery) =>
      strayInput(
        recovery.table,
        recovery.request.items.map(({ terms }) => terms),
        recovery,
      ),
  },
  {
    sentence: 'the operator coins of a recovery are the fee coins of its request',
    broken: ({ table, request: { feeCoins }, keys }) => {
      const seen = table.inputs.filter(isOperators(keys)).map(({ coin }) => outpointText(coin));
      const isSame = seen.join() === feeCoins.map(outpointText).join();
      return isSame ? null : `it spends ${seen.join(', ')}`;
    },
  },
  {
    sentence: 'what does not return to the sellers or pay the fee returns to the operator',
    broken: ({ table, request: { items }, keys }) => {
      const stranger = table.outputs
        .slice(items.length)
        .find(({ script }) => script !== operatorScript(keys));
      return stranger ? `${stranger.valueSats} sats to ${stranger.script}` : null;
    },
  },
  EACH_COIN_ONCE,
  { sentence: 'the fee rate is sane', broken: (recovery) => feeRateFault([recovery.table], recovery) },
  {
    sentence: 'every seller has signed to get the passthrough back',
    broken: ({ table, request: { items } }) =>
      signatureFaults(
        table,
        'seller',
        numbered(
          items.map(({ sellerSignature }) => sellerSignature),
          0,
        ),
      ),
  },
];

export const SPLIT_POLICY: readonly Rule<JudgedSplit>[] = [
  {
    sentence: 'the operator keys sign operator coins, and nothing else',
    broken: (split) => strayInput(split.table, [], split),
  },
  {
    sentence: 'a split pays the operator only',
    broken: ({ table: { outputs }, keys }) => {
      const stranger = outputs.find(({ script }) => script !== operatorScript(keys));
      return stranger ? `${stranger.valueSats} sats to ${stranger.script}` : null;
    },
  },
  EACH_COIN_ONCE,
  { sentence: 'the fee rate is sane', broken: (split) => feeRateFault([split.table], split) },
];

/** Each throws a `BrokenRule` unless the policy lets it be signed. */
export const judgeSale = (sale: JudgedSale): void => hold(SALE_POLICY, sale);
export const judgeRecovery = (recovery: JudgedRecovery): void => hold(RECOVERY_POLICY, recovery);
export const judgeSplit = (split: JudgedSplit): void => hold(SPLIT_POLICY, split);
