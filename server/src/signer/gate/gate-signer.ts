/**
 * The gate signer: bounds how many fills there can be. It signs last, after the market and the policy signer,
 * and only for admission coins that it knows (`admission-lines.ts`).
 */

import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { type Layout, layoutTxid } from '@ordbook/protocol/layout/layout';
import { checkRules, type Rule } from '@ordbook/protocol/layout/rules';
import type { NetworkName } from '@ordbook/protocol/network';
import { admissionFanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { MINUTE_MS } from '../../base/clock.ts';
import type { Adoption, GateSigner } from '../fill-port.ts';
import { notNow } from '../limits/journal.ts';
import type { Wait } from '../limits/ledger.ts';
import type { AdmissionRecord } from '../limits/limits.ts';
import { ADMISSION_FAN_OUT_RULES } from '../market/admission-fan-out-rules.ts';
import { GATE_RULES } from '../signing/fill-rules.ts';
import { fillTableOf } from '../signing/fill-table.ts';
import { requireFilled } from '../signing/judged.ts';
import { roleKey, type SignerKeys } from '../signing/role-keys.ts';
import { signInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';
import type { AdmissionLines } from './admission-lines.ts';

export interface GateOptions {
  /** 32 bytes in hex, or WIF. */
  readonly gate: string;
  readonly network: NetworkName;
  readonly tiers: readonly Tier[];
  /** The keys of all signers, as the operator tells them. */
  readonly keys: SignerKeys;
  readonly lines: AdmissionLines;
  /** When a lost journal was replaced, ms since 1970; null: none was lost. */
  readonly lostAt?: number | null;
  /** Default: the clock of the machine. */
  readonly now?: () => Date;
}

/** A gate signer, and what its journal must have before an adoption is answered. */
export interface UncountedGate extends Omit<GateSigner, 'adopt'> {
  /** The lines that the coins of a fan-out transaction would begin. */
  linesFor(request: Adoption): Promise<{ readonly txid: string; readonly record: AdmissionRecord }>;
}

/** Blocks come every ten minutes on average. Source: the difficulty adjustment of Bitcoin. */
const BLOCK_MS = 10 * MINUTE_MS;

/** The gate signer in this process. Throws an Error when the key is invalid, or not the one in `keys`. */
export function gateSigner(options: GateOptions): UncountedGate {
  const { gate, network, tiers, keys, lines, lostAt = null, now = () => new Date() } = options;
  const { secret } = roleKey(gate, 'gate', network, keys);
  return {
    publicKeys: async () => ({ gate: keys.gate }),
    knows: async ({ coins }) => ({ known: coins.map((coin) => lines.lineOf(coin) !== null) }),
    linesFor: ({ fanOut, hex }) =>
      withSignerRefusals(() => {
        const table = admissionFanOutLayout(fanOut, keys, keys.gate);
        checkRules(ADMISSION_FAN_OUT_RULES, { table, keys, gateKey: keys.gate, tiers, maxFeeRate: Infinity });
        checkRules([SIGNED_BY_OPERATOR], { table, hex });
        const txid = layoutTxid(table);
        const made = fanOut.tiers.flatMap(({ tier, count }) => Array.from({ length: count }, () => tier));
        const record = lines.linesFor({
          spent: fanOut.coins,
          made: made.map((tier, vout) => ({
            coin: { txid, vout },
            tier: tiers.find(({ number }) => number === tier.number)!,
          })),
        });
        if (!record) {
          const tiersAsked = fanOut.tiers.map(({ tier: { number }, count }) => `${count} of tier ${number}`);
          throw notNow(
            `the gate has no room for ${tiersAsked.join(', ')}: the admission coins of earlier fan-outs count until its journal is replaced (ordbook signer --role gate --new-journal)`,
          );
        }
        return { txid, record };
      }),
    signFill: (request) =>
      withSignerRefusals(() => {
        const { terms } = request;
        const table = fillTableOf(terms, network);
        const line = lines.lineOf(terms.admission);
        checkRules(GATE_RULES, { request, table, tiers, keys, line, now: now() });
        requireOldJournal(lostAt, terms.tier, now());
        requireFilled(table, 'gate', terms);
        const [offer, admission] = signInputs(table, 'gate', secret);
        return { offer: offer!.signature, admission: admission!.signature };
      }),
  };
}

/** A fan-out transaction, and the bytes that are said to be it. */
interface SignedFanOut {
  readonly table: Layout;
  readonly hex: string;
}

const SIGNED_BY_OPERATOR: Rule<SignedFanOut> = {
  sentence: 'the operator has signed the fan-out transaction',
  broken: ({ table, hex }) => {
    const { inputs } = readTransaction(hex);
    const faults = table.inputs.map((_, i) =>
      signatureFault(table, i, 'operator', inputs[i]?.witness[0] ?? ''),
    );
    return faults.find((fault) => fault !== null) ?? null;
  },
};

/**
 * After a journal was lost, the signatures of the old one may still be used. The gate waits for as long as a
 * coin of the tier is locked. ms since 1970.
 */
const signsFrom = (lostAt: number, { lockBlocks }: Pick<Tier, 'lockBlocks'>) =>
  lostAt + lockBlocks * BLOCK_MS;

/** Throws `Refusal('unavailable')` while the gate waits. */
function requireOldJournal(lostAt: number | null, tier: Pick<Tier, 'lockBlocks'>, now: Date): void {
  if (lostAt !== null && now.getTime() < signsFrom(lostAt, tier))
    throw notNow(
      `the journal of the gate was lost; it signs fills of this tier again from ${new Date(signsFrom(lostAt, tier)).toISOString()}`,
    );
}

/** The tiers whose fills a gate does not sign yet, because its journal was lost. */
export function gateWaits(lostAt: number | null, tiers: readonly Tier[], now: Date): Wait[] {
  if (lostAt === null) return [];
  return tiers
    .map((tier) => ({ what: `fills of tier ${tier.number}`, from: signsFrom(lostAt, tier) }))
    .filter(({ from }) => from > now.getTime())
    .map(({ what, from }) => ({ what, until: new Date(from).toISOString() }));
}
