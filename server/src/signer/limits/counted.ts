/**
 * Signers with limits: every signature is counted before it is returned, and every decision is logged.
 *
 *   request ──► the signer checks and signs ──► counted within the limits, on disk ──► the response
 *                        └─► refused ─────────────────────┴─► refused: nothing leaves the process
 */

import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { counterLayout, counterRecoveryLayout } from '@ordbook/protocol/counter/counter';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { ListingTerms, OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { Bump } from '@ordbook/protocol/listing/bump';
import { anchorChangeOf } from '@ordbook/protocol/listing/listing';
import { signedRecovery } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import type { NetworkName } from '@ordbook/protocol/network';
import type { AdmissionFanOutRequest } from '@ordbook/protocol/operator-coins/fan-out';
import { admissionFanOutLayout, fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { atMost } from '../../base/concurrency.ts';
import type { Adoption, GateSigner, MarketFills, PolicySigner } from '../fill-port.ts';
import { type AdmissionLines, admissionLines } from '../gate/admission-lines.ts';
import { type GateOptions, gateSigner } from '../gate/gate-signer.ts';
import type { BumpedTransaction, Signer } from '../port.ts';
import type { SignerKeys } from '../signing/role-keys.ts';
import type { SignerLog } from '../transport/process.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import type { Journal } from './journal.ts';
import { createLedger, type Ledger, type LedgerOptions } from './ledger.ts';
import { type Entry, type Kind, type Package, usageOf } from './limits.ts';

/** The journal, the ledger over it, and the decisions of one signer. */
export interface Books {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly decisions: Decisions;
  readonly network: NetworkName;
}

export interface BooksOptions extends LedgerOptions {
  readonly log: SignerLog;
  readonly network: NetworkName;
}

export function openBooks({ log, network, ...options }: BooksOptions): Books {
  const ledger = createLedger(options);
  return { journal: options.journal, ledger, decisions: createDecisions({ log, ledger }), network };
}

interface Counted<Request, Answer> {
  readonly kind: Kind;
  readonly sign: (request: Request) => Promise<Answer>;
  /** What was signed, and how much of the limits it uses. */
  readonly signed: (request: Request, answer: Answer) => Omit<Entry, 'at' | 'kind'>;
  /** The txid of the requested transaction. Throws when the request makes no valid transaction. */
  readonly asked: (request: Request) => string;
  /** Of a fill: the offer output, as text. Throws as `asked` does. */
  readonly offerOf?: (request: Request) => string;
}

function counted<Request, Answer>(
  { ledger, decisions }: Books,
  { kind, sign, signed, asked, offerOf }: Counted<Request, Answer>,
): (request: Request) => Promise<Answer> {
  return async (request) => {
    try {
      const answer = await sign(request);
      const entry = { kind, ...signed(request, answer) };
      await ledger.record(entry);
      decisions.signed(entry);
      return answer;
    } catch (error) {
      const of = {
        txid: unlessNone(() => asked(request)),
        offer: unlessNone(() => offerOf?.(request) ?? null),
      };
      decisions.refused({ kind, ...of }, error);
      throw error;
    }
  };
}

/**
 * The market signer for listings, inscription offers and fan-out transactions, with limits. `keys`: its own
 * keys.
 */
export function countedSigner(signer: Signer, keys: OperatorKeys, books: Books): Signer {
  const { network } = books;
  const own = operatorScript(keys);
  /**
   * The cost of a recovery or a take-back, sats: the anchor changes and the bump's coin, less what comes
   * back.
   */
  const returnOf = (
    kind: Package,
    { items, bump, answer }: { items: readonly ListingTerms[]; bump: Bump | null; answer: BumpedTransaction },
  ) => {
    const coins = [...items.map((terms) => anchorChangeOf(terms, keys)), ...(bump ? [bump.coin] : [])];
    const hexes = [answer.hex, ...(answer.bump ? [answer.bump.hex] : [])];
    const { feeSats } = costOf(hexes, { coins, own });
    return { txid: answer.txid, usage: usageOf(kind, { feeSats }) };
  };
  return {
    publicKeys: () => signer.publicKeys(),
    signSale: counted(books, {
      kind: 'sale',
      sign: (request) => signer.signSale(request),
      signed({ terms }, { transfers, sale }) {
        const coins = [...terms.listings.map(({ anchor }) => anchor), terms.purchaseAnchor];
        const { txid, feeSats } = costOf([...transfers, sale], { coins, own });
        return { txid, usage: usageOf('sale', { feeSats }) };
      },
      asked: ({ terms }) => layoutTxid(saleLayout(terms, keys, network)),
    }),
    signRecovery: counted(books, {
      kind: 'recovery',
      sign: (request) => signer.signRecovery(request),
      signed: ({ items, bump }, answer) =>
        returnOf('recovery', { items: items.map(({ terms }) => terms), bump, answer }),
      asked: ({ items }) => layoutTxid(signedRecovery(items, keys)),
    }),
    signTakeBack: counted(books, {
      kind: 'take-back',
      sign: (request) => signer.signTakeBack(request),
      signed: ({ terms, bump }, answer) => returnOf('take-back', { items: [terms], bump, answer }),
      asked: ({ terms }) => layoutTxid(takeBackLayout(terms, keys)),
    }),
    signCounter: counted(books, {
      kind: 'counter',
      sign: (request) => signer.signCounter(request),
      signed({ terms }, { transfer, settlement }) {
        const { txid, feeSats } = costOf([transfer, settlement], { coins: [terms.transfer.anchor], own });
        return { txid, usage: usageOf('counter', { feeSats }) };
      },
      asked: ({ terms, funding }) => layoutTxid(counterLayout(terms, keys, network, funding)),
    }),
    signCounterRecovery: counted(books, {
      kind: 'counter recovery',
      sign: (request) => signer.signCounterRecovery(request),
      signed({ feeCoins: coins }, { hex }) {
        const { txid, feeSats } = costOf([hex], { coins, own });
        return { txid, usage: usageOf('counter recovery', { feeSats }) };
      },
      asked: ({ terms, feeCoins }) => layoutTxid(counterRecoveryLayout(terms, keys, feeCoins)),
    }),
    signAnchorFanOut: counted(books, {
      kind: 'anchor fan-out',
      sign: (request) => signer.signAnchorFanOut(request),
      signed({ coins, count: anchors }, { hex }) {
        const { txid, feeSats } = costOf([hex], { coins, own });
        return { txid, usage: usageOf('anchor fan-out', { feeSats, anchors }) };
      },
      asked: (request) => layoutTxid(fanOutLayout(request, keys)),
    }),
  };
}

/** The market signer for collection offers, with limits. */
export function countedMarketFills(fills: MarketFills, keys: SignerKeys, books: Books): MarketFills {
  return {
    signFill: countedFill((request) => fills.signFill(request), books),
    signAdmissionFanOut: counted(books, {
      kind: 'admission fan-out',
      sign: (request) => fills.signAdmissionFanOut(request),
      signed(request, { hex }) {
        // its signing policy lets it pay only the operator and admission coins
        const { txid, feeSats } = costOf([hex], { coins: request.coins, own: null });
        return { txid, usage: usageOf('admission fan-out', { feeSats, admissions: admissionsIn(request) }) };
      },
      asked: (request) => layoutTxid(admissionFanOutLayout(request, keys, keys.gate)),
    }),
  };
}

export function countedPolicySigner(signer: PolicySigner, books: Books): PolicySigner {
  return {
    publicKeys: () => signer.publicKeys(),
    collection: (request) => signer.collection(request),
    signFill: countedFill((request) => signer.signFill(request), books),
  };
}

/**
 * The gate signer with limits. What it knows of admission coins is in its journal, and is written there
 * before it answers. Throws what `gateSigner` throws.
 */
export function countedGateSigner(options: Omit<GateOptions, 'lines' | 'lostAt'>, books: Books): GateSigner {
  const { keys } = options;
  const lines = admissionLines(() => books.journal.past().entries);
  const signer = gateSigner({ ...options, lines, lostAt: books.journal.past().lostAt });
  /** One adoption at a time, so that two never begin the same line. */
  const inTurn = atMost(1);
  const adopt = counted(books, {
    kind: 'adoption',
    sign: (request: Adoption) => signer.linesFor(request),
    signed: (_, { txid, record }) => ({ txid, usage: {}, admissions: record }),
    asked: ({ fanOut }) => layoutTxid(admissionFanOutLayout(fanOut, keys, keys.gate)),
  });
  return {
    publicKeys: () => signer.publicKeys(),
    knows: (request) => signer.knows(request),
    adopt: (request) => inTurn(async () => ({ txid: (await adopt(request)).txid })),
    signFill: countedFill((request) => signer.signFill(request), books, lines),
  };
}

function countedFill<Request extends { readonly terms: FillTerms }, Answer>(
  sign: (request: Request) => Promise<Answer>,
  books: Books,
  lines: AdmissionLines | null = null,
) {
  const { network } = books;
  const asked = ({ terms }: Request) => layoutTxid(fillLayout(terms, network));
  const offerOf = ({ terms }: Request) => outpointText(fillLayout(terms, network).inputs[1]!.coin);
  const signed = (request: Request) => {
    const { admission } = request.terms;
    const entry = { txid: asked(request), usage: usageOf('fill', {}), offer: offerOf(request) };
    const line = lines?.lineOf(admission);
    if (!line) return entry;
    // the admission coin is created again by the last output
    const vout = fillLayout(request.terms, network).outputs.length - 1;
    const made = [{ coin: outpointText({ txid: entry.txid, vout }), ...line }];
    return { ...entry, admissions: { spent: [outpointText(admission)], made } };
  };
  return counted<Request, Answer>(books, { kind: 'fill', sign, signed, asked, offerOf });
}

interface Spent {
  /** The operator coins that a package spends. */
  readonly coins: readonly Utxo[];
  /** The operator's script; null: every output of the package is the operator's. */
  readonly own: string | null;
}

/**
 * The txid of a package's last transaction, and the operator's cost, sats: the value of the operator coins
 * spent, less the value of the operator's outputs. Outputs that others pay for, such as new anchors paid by a
 * buyer, reduce the cost.
 */
function costOf(hexes: readonly string[], { coins, own }: Spent): { txid: string; feeSats: Sats } {
  const transactions = hexes.map(readTransaction);
  const spent = new Set(transactions.flatMap(({ inputs }) => inputs.map(outpointText)));
  const left = transactions.flatMap(({ txid, outputs }) =>
    outputs.filter(
      ({ script }, vout) => (own === null || script === own) && !spent.has(outpointText({ txid, vout })),
    ),
  );
  const [before, after] = [coins, left].map((held) => sumSats(held.map(({ valueSats }) => valueSats)));
  return { txid: transactions.at(-1)!.txid, feeSats: Math.max(0, before! - after!) };
}

function admissionsIn({ tiers }: AdmissionFanOutRequest): ReadonlyMap<number, number> {
  const made = new Map<number, number>();
  for (const { tier, count } of tiers) made.set(tier.number, (made.get(tier.number) ?? 0) + count);
  return made;
}

function unlessNone(read: () => string | null): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
