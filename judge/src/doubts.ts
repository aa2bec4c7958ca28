import { attackOf } from './attack.ts';
import { type Asked, type Collected, outpointOf } from './collect.ts';
import { standing } from './free.ts';
import { planOf } from './plan.ts';
import { segwitScriptSig } from './read-psbt.ts';
import { sats } from './scope.ts';
import type { Attack, Warning, WarningCode } from './verdict.ts';

const stop = (code: WarningCode, text: string, attack: Attack | null = null): Warning => ({
  severity: 'stop',
  code,
  text,
  attack,
});

/** Doubts about a signature that others have already: how much it takes, or where. */
const OF_GIVEN: ReadonlySet<WarningCode> = new Set([
  'coin-missing',
  'single-bug',
  'unknown-script',
  'value-unproven',
]);

/**
 * Reasons why nothing limits what can be lost, or why nobody can tell, for each signature that is asked for.
 */
export function doubtsOf(collected: Collected, mine: ReadonlySet<string>): Warning[] {
  const { asked, given } = collected;
  return [
    ...asked.flatMap((one) => doubtsOfOne(collected, one, mine)),
    ...given.flatMap((one) => doubtsOfOne(collected, one, mine)).filter(({ code }) => OF_GIVEN.has(code)),
    ...feeDoubts(collected),
    ...twice(asked),
  ];
}

function doubtsOfOne({ isProven }: Collected, asked: Asked, mine: ReadonlySet<string>): Warning[] {
  const { draft, input, coin, byte, coverage, spending, isContradicted } = asked;
  const read = draft.read.inputs[input]!;
  const found: Warning[] = [];
  const doubt = (code: WarningCode, text: string, attack?: Attack) => found.push(stop(code, text, attack));
  const what = `Input ${input}`;
  if (read.contradiction !== null)
    doubt('coin-mismatch', `${read.contradiction.slice(0, 1).toUpperCase()}${read.contradiction.slice(1)}.`);
  else if (coin.isKnown && read.valueSats !== null && read.valueSats !== coin.valueSats) {
    const claimed = sats(read.valueSats);
    doubt('coin-mismatch', `${what} shows a coin of ${claimed}, but it holds ${sats(coin.valueSats ?? 0)}.`);
  }
  if (coin.valueSats === null)
    doubt(
      'coin-missing',
      `${what} does not show the coin that it spends, so that nobody can tell what is paid.`,
    );
  else if (spending.doubt)
    doubt(spending.doubt.code, `${what} ${spending.doubt.text}: what a signature allows there is not known.`);
  if (coverage === null)
    doubt('unknown-sighash', `${what} asks for sighash ${byte}, which Bitcoin does not know.`);
  if (isContradicted) {
    const stated = read.fields.sighashType;
    doubt('sighash-contradiction', `${what} asks for sighash ${byte}, but the PSBT says ${stated}.`);
  }
  if (segwitScriptSig(read) === null && read.valueSats !== null && !isProven(read))
    doubt(
      'value-unproven',
      `${what} is not segwit and lacks its previous transaction: its ${sats(read.valueSats)} are a claim. Ask for a PSBT with the previous transaction.`,
    );
  const isPast = coverage?.outputs === 'paired' && input >= draft.read.outputs.length;
  if (isPast && spending.digest === 'legacy') {
    const signature = { coin, draft, input, coverage, isPast: true, isNew: true, place: null };
    doubt(
      'single-bug',
      `${what} is signed ${coverage.name} without an output ${input}: such a signature of this type of coin is valid for every coin of its key, in any transaction, for ever. Do not sign.`,
      attackOf(planOf(standing(signature), mine)),
    );
  }
  return found;
}

/**
 * Signatures of segwit version 0 are over their own coin's value only. Asked twice for one transaction, each
 * time with another coin's value too low, a wallet gives two halves of a transaction whose fee it never saw.
 */
function feeDoubts({ asked, isProven }: Collected): Warning[] {
  const found: Warning[] = [];
  for (const draft of new Set(asked.map((one) => one.draft))) {
    const claims = asked.filter(
      ({ draft: of, input, spending, coin }) =>
        of === draft && spending.digest === 'v0' && !coin.isKnown && !isProven(draft.read.inputs[input]!),
    );
    const own = draft.own.filter((coin) => coin !== null);
    if (claims.length === 0 || own.length < 2) continue;
    const [{ input }] = claims as [Asked];
    found.push({
      ...stop(
        'fee-can-lie',
        `Input ${input} and ${own.length - 1} more of your coins show values that nothing proves: asked twice with different ones, you would sign a fee that you never saw. Compare the values with a source of your own.`,
      ),
      severity: 'warning',
    });
  }
  return found;
}

function twice(asked: readonly Asked[]): Warning[] {
  return [...new Set(asked.map(({ draft }) => draft))].flatMap(({ read }) => {
    const seen = new Set<string>();
    const again = read.inputs.findIndex((input) => seen.size === seen.add(outpointOf(input)).size);
    if (again < 0) return [];
    return [stop('spent-twice', `Input ${again} spends ${outpointOf(read.inputs[again]!)} again.`)];
  });
}
