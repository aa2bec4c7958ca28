import { attackOf } from './attack.ts';
import { type Asked, collect } from './collect.ts';
import { doubtsOf } from './doubts.ts';
import { fatesOf } from './fates.ts';
import { plansOf } from './plan.ts';
import { sats, scopeOf } from './scope.ts';
import { strayAttack } from './stray.ts';
import type {
  Expectation,
  JudgedInscription,
  Knowledge,
  Request,
  Verdict,
  Warning,
  WorstCase,
} from './verdict.ts';
import { worstOf } from './worst.ts';

/**
 * What can happen to the viewer at most if these PSBTs are signed as they ask, together with what was signed
 * `earlier`: everybody else works against the viewer, knows every signature, and may leave out, add, order
 * and combine what the signatures do not fix. Nothing is fetched; values in a PSBT count as claims, and a
 * claim that nobody proves makes the loss unbounded where it could be larger. Pure. Throws `UnreadablePsbt`
 * for what is no PSBT. Sources: BIP143, BIP341, BIP342; ordinal theory for inscriptions.
 */
export function judge(requests: readonly Request[], knowledge: Knowledge): Verdict {
  const collected = collect(requests, knowledge);
  const mine = new Set(knowledge.mine);
  const doubts = doubtsOf(collected, mine);
  const plans = plansOf(collected.drafts, mine);
  const found = worstOf(collected, mine, plans);
  const worst: WorstCase = {
    lossSats: found.lossSats,
    isBounded: doubts.length === 0,
    isExact: found.isExact,
    attacks: found.plans.map(attackOf),
  };
  const inscriptions = fatesOf(collected, mine, plans, knowledge.inscriptions ?? []);
  const warnings = [
    ...doubts,
    ...lossWarnings(worst, knowledge.expected),
    ...inscriptionWarnings(inscriptions, knowledge.expected),
    ...collected.asked.flatMap(openWarnings),
    ...(worst.isExact ? [] : [tooMany()]),
  ];
  return {
    signatures: collected.asked.map((asked) => scopeOf(asked, knowledge.nameOf)),
    worst,
    inscriptions,
    warnings: warnings.toSorted((a, b) => Number(b.severity === 'stop') - Number(a.severity === 'stop')),
  };
}

function lossWarnings({ lossSats, attacks }: WorstCase, { losesAtMostSats }: Expectation = {}): Warning[] {
  if (losesAtMostSats === undefined || lossSats <= losesAtMostSats) return [];
  const text = `You can lose ${sats(lossSats)}, but agreed to ${sats(Math.max(0, losesAtMostSats))}.`;
  return [{ severity: 'stop', code: 'loss-above-expected', text, attack: attacks[0] ?? null }];
}

function inscriptionWarnings(
  inscriptions: readonly JudgedInscription[],
  { gives, forAtLeastSats: least = {}, receives = [] }: Expectation = {},
): Warning[] {
  return inscriptions.flatMap(({ name, fate, forAtLeastSats, attack }): Warning[] => {
    if (fate === 'may leave' && !gives && forAtLeastSats === 0) {
      const text = `${name} can be taken from you for nothing.`;
      return [{ severity: 'stop', code: 'inscription-for-nothing', text, attack }];
    }
    if (fate === 'may leave' && gives && !gives.includes(name)) {
      const text = `${name} can be taken from you for ${sats(forAtLeastSats)}.`;
      return [{ severity: 'stop', code: 'inscription-can-leave', text, attack }];
    }
    if (fate === 'may leave' && forAtLeastSats < (least[name] ?? 0)) {
      const text = `${name} can be taken from you for ${sats(forAtLeastSats)}, and not for ${sats(least[name]!)}.`;
      return [{ severity: 'stop', code: 'inscription-for-less', text, attack }];
    }
    if (fate === 'not assured' && receives.includes(name)) {
      const text = `Nothing makes ${name} reach you, although you pay.`;
      return [{ severity: 'stop', code: 'inscription-not-assured', text, attack }];
    }
    return [];
  });
}

/** A signature that leaves outputs open, where no second key in its script guards it. */
function openWarnings({ draft, input, coin, coverage, spending }: Asked): Warning[] {
  if (coverage === null || (coverage.inputs === 'all' && coverage.outputs === 'all')) return [];
  const isGuarded = spending.keys.length > 1 && coverage.outputs !== 'none';
  const isPast = coverage.outputs === 'paired' && input >= draft.read.outputs.length;
  if (isGuarded && !isPast) return [];
  // no such signature is valid
  if (isPast && spending.digest === 'taproot') return [];
  const signature = coin.signatures.find(
    (one) => one.draft === draft && one.input === input && one.coverage.byte === coverage.byte,
  );
  const until = `until ${coin.txid}:${coin.vout} is spent`;
  const text =
    coverage.outputs === 'none'
      ? `Input ${input} is signed ${coverage.name}: anyone who has the signature can send the coin anywhere, ${until}.`
      : `Input ${input} is signed ${coverage.name}: anyone who has the signature can use it in another transaction, ${until}.`;
  const attack = signature && coverage.inputs === 'own' ? strayAttack(signature) : null;
  return [{ severity: coverage.outputs === 'none' ? 'stop' : 'warning', code: 'outputs-open', text, attack }];
}

function tooMany(): Warning {
  const text =
    'These signatures have more combinations than the judge tries: you may lose less than it says, and not more.';
  return { severity: 'warning', code: 'too-many-signatures', text, attack: null };
}
