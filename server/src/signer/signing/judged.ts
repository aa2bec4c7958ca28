/**
 * The last check in front of the keys. `@ordbook/judge` reads the transactions as PSBTs alone. It knows no
 * layout and no terms, so a mistake in a rule of the signers is not one of this check too.
 *
 * operator  loses no more than the network fees
 * seller    a passthrough leaves for the price of its terms, or returns
 * buyer     of a collection offer: the inscription arrives, and no more than the price leaves
 * gate      the admission coin comes back in full
 */
import { type Expectation, judge, type NamedInscription } from '@ordbook/judge';
import { bip86Script, operatorScript, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { admissionLock } from '@ordbook/protocol/collection-offer/admission';
import type { FillTerms } from '@ordbook/protocol/fill/fill';
import { inputsOf, type Layout, networkFee, SIGHASHES, toTransaction } from '@ordbook/protocol/layout/layout';
import { BrokenRule } from '@ordbook/protocol/layout/rules';
import type { ListingTerms, OperatorKeys } from '@ordbook/protocol/layout/terms';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import type { Party } from '@ordbook/protocol/locks/spending';
import type { NetworkName } from '@ordbook/protocol/network';
import { sumSats } from '@ordbook/protocol/sats';
import { base64 } from '@scure/base';

interface Judged {
  /** The output scripts, hex, of the one who must not be harmed. */
  readonly mine: readonly string[];
  readonly inscriptions?: readonly NamedInscription[];
  readonly expected: Expectation;
}

/**
 * Throws a `BrokenRule` where the signatures of `party` over all of `tables` allow anything worse than
 * expected. Values are those of the tables: each signature commits to all of them (BIP341).
 */
function requireJudged(tables: readonly Layout[], party: Party, known: Judged): void {
  const requests = tables.map((table) => ({
    psbt: base64.encode(toTransaction(table, party).toPSBT()),
    sign: inputsOf(table, party).map((input) => ({
      input,
      sighash: SIGHASHES[table.inputs[input]!.signs[party]!],
    })),
  }));
  const values = tables.flatMap(({ inputs }) => inputs.map(({ coin }) => coin));
  const stop = judge(requests, { values, ...known }).warnings.find(({ severity }) => severity === 'stop');
  if (stop) throw new BrokenRule(`nobody can lose more by the signatures of ${party} than agreed`, stop.text);
}

/** The operator loses at most `feeSats`, by default the network fees. Throws a `BrokenRule`. */
export function requireOnlyFees(
  tables: readonly Layout[],
  keys: OperatorKeys,
  feeSats: number = sumSats(tables.map(networkFee)),
): void {
  requireJudged(tables, 'operator', {
    mine: [operatorScript(keys)],
    expected: { losesAtMostSats: feeSats },
  });
}

/**
 * By the signatures of the sellers, which that of the market completes, each passthrough leaves for at least
 * its proceeds. Throws a `BrokenRule`.
 */
export function requireProceeds(
  table: Layout,
  listings: readonly ListingTerms[],
  keys: OperatorKeys,
  network: NetworkName,
): void {
  const inscriptions = passthroughsOf(table, listings, keys);
  const least = inscriptions.map(({ name }, i) => [name, listings[i]!.sellerProceedsSats]);
  requireJudged([table], 'seller', {
    mine: listings.map(({ sellerPaymentAddress }) => scriptOf(sellerPaymentAddress, network)),
    inscriptions,
    expected: { forAtLeastSats: Object.fromEntries(least) },
  });
}

/** Every passthrough returns to the address of its seller's key. Throws a `BrokenRule`. */
export function requireReturn(table: Layout, listings: readonly ListingTerms[], keys: OperatorKeys): void {
  requireJudged([table], 'market', {
    mine: listings.map(({ sellerKey }) => bip86Script(sellerKey)),
    inscriptions: passthroughsOf(table, listings, keys),
    expected: { losesAtMostSats: 0, gives: [] },
  });
}

function passthroughsOf({ inputs }: Layout, listings: readonly ListingTerms[], keys: OperatorKeys) {
  const scripts = listings.map(({ sellerKey }) => passthroughLock(sellerKey, keys.market).script);
  return inputs
    .filter(({ lock }) => scripts.includes(lock.script))
    .map(({ name, coin }) => ({ name, ...coin }));
}

/**
 * The inscription of a fill arrives at the maker of the offer, who loses no more than the price, and the
 * admission coin comes back. Throws a `BrokenRule`.
 */
export function requireFilled(table: Layout, party: 'market' | 'policy' | 'gate', terms: FillTerms): void {
  const { offer, utxo, inscription, tier } = terms;
  requireJudged([table], party, {
    mine: [offer.receiveScript, admissionLock(tier, offer.keys.gate).script],
    inscriptions: [{ ...utxo, name: inscription.id, offset: inscription.offset }],
    expected: {
      losesAtMostSats: Math.max(0, offer.priceSats - utxo.valueSats),
      receives: [inscription.id],
    },
  });
}
