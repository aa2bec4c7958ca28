import { attackOf } from './attack.ts';
import { type Coin, type Collected, type Output, outpointOf } from './collect.ts';
import { asDrafted, type DraftPlans, madeBy, type Plan } from './plan.ts';
import { segwitScriptSig } from './read-psbt.ts';
import { type Loose, looseOf, straysOf } from './stray.ts';
import type { Attack, JudgedInscription, NamedInscription } from './verdict.ts';

/** An end that an inscription can come to. */
interface End {
  readonly isMine: boolean;
  /** Sats that reach the viewer in the last transaction, beyond what it takes of other coins of theirs. */
  readonly forSats: number;
  readonly attack: (() => Attack) | null;
}

/** Most transactions that an inscription is followed through. */
const MOST_HOPS = 8;

/** All that the signatures allow. */
interface Allowed extends Collected {
  readonly plans: DraftPlans;
  readonly loose: Loose;
}

/** What can become of each inscription that is on a coin of a draft. Ordinal theory: first in, first out. */
export function fatesOf(
  collected: Collected,
  mine: ReadonlySet<string>,
  plans: DraftPlans,
  inscriptions: readonly NamedInscription[],
): JudgedInscription[] {
  const allowed = { ...collected, plans, loose: looseOf(collected.coins) };
  const spent = new Set(collected.drafts.flatMap(({ read }) => read.inputs.map(outpointOf)));
  return inscriptions
    .filter((one) => spent.has(outpointOf(one)))
    .map(({ name, offset = 0, ...at }) =>
      fateOf(name, endsOf(allowed, mine, outpointOf(at), offset), {
        isFromMe: collected.coinAt.has(outpointOf(at)),
      }),
    );
}

function fateOf(
  name: string,
  ends: readonly End[],
  { isFromMe }: { readonly isFromMe: boolean },
): JudgedInscription {
  const [worst] = ends.filter(({ isMine }) => !isMine).toSorted((a, b) => a.forSats - b.forSats);
  if (worst)
    return {
      name,
      fate: isFromMe ? 'may leave' : 'not assured',
      forAtLeastSats: isFromMe ? Math.max(0, worst.forSats) : 0,
      attack: worst.attack?.() ?? null,
    };
  const fate = isFromMe ? 'stays' : ends.length > 0 ? 'arrives' : 'not assured';
  return { name, fate, forAtLeastSats: 0, attack: null };
}

/** Every end of the sat `offset` of a coin. Of a coin of others only where the viewer signs beside it. */
function endsOf(
  allowed: Allowed,
  mine: ReadonlySet<string>,
  outpoint: string,
  offset: number,
  hops = 0,
): End[] {
  const { drafts, coins, coinAt, plans: ofDrafts, loose } = allowed;
  const coin = coinAt.get(outpoint);
  const ends: End[] = (coin?.signatures ?? [])
    .filter(({ coverage }) => coverage.inputs === 'own')
    .flatMap((signature) => straysOf(signature, loose, mine, offset));
  for (const draft of drafts) {
    const input = draft.read.inputs.findIndex((one) => outpointOf(one) === outpoint);
    if (input < 0 || !draft.own.some((own) => own !== null)) continue;
    // what pays for a coin of others can be spent without it
    const isLoose =
      coin === undefined &&
      draft.own.some((own) => own?.signatures.some(({ coverage }) => coverage.inputs === 'own'));
    const plans = isLoose ? null : ofDrafts.get(draft)!;
    if (plans === null) ends.push({ isMine: false, forSats: 0, attack: null });
    for (const plan of plans ?? []) {
      const landed = landing(allowed, plan, input, offset);
      const output = landed && plan.outputs ? plan.outputs[landed.output]! : landed?.demanded;
      if (!output || !mine.has(output.script)) {
        ends.push({ isMine: false, forSats: forSats(plan, coin), attack: () => attackOf(plan) });
        continue;
      }
      ends.push({ isMine: true, forSats: 0, attack: null });
      // others choose what is open, and may choose what the PSBT shows
      const next = madeBy(asDrafted(draft, [plan], mine) ?? plan, landed!.output);
      if (draft.read.txid === null && coins.some((one) => !draft.own.includes(one) && mayBe(one, output)))
        ends.push({ isMine: false, forSats: 0, attack: null });
      if (next && coinAt.has(next)) {
        if (hops < MOST_HOPS) ends.push(...endsOf(allowed, mine, next, landed!.offset, hops + 1));
        else ends.push({ isMine: false, forSats: 0, attack: null });
      }
    }
  }
  return ends;
}

/** Whether a coin may be an output of a transaction whose txid nobody knows yet. */
function mayBe(coin: Coin, { valueSats, script }: Output): boolean {
  return coin.signatures.some(({ draft, input }) => {
    const shown = draft.read.inputs[input]!;
    return (shown.script ?? script) === script && (shown.valueSats ?? valueSats) === valueSats;
  });
}

function forSats({ signatures, lossSats }: Plan, coin: Coin | undefined): number {
  const isOwn = coin !== undefined && signatures.some((one) => one.coin === coin);
  return (isOwn ? (coin.valueSats ?? 0) : 0) - lossSats;
}

/** Where the sat is for certain; null: others can choose, or a value in front of it is only a claim. */
function landing(
  collected: Collected,
  { frame, outputs, demanded, signatures }: Plan,
  input: number,
  offset: number,
): { output: number; offset: number; demanded?: Output } | null {
  const commitsToAll = signatures.some(
    ({ draft, input: at, coverage }) =>
      coverage.inputs === 'all' && /^5120[0-9a-f]{64}$/.test(draft.read.inputs[at]!.script ?? ''),
  );
  let left = offset;
  // values as this PSBT shows them: another one of the same inputs is a frame of its own
  for (const [index, before] of frame!.read.inputs.slice(0, input).entries()) {
    // a signature of segwit is over the value of its own coin
    const isSigned = Boolean(frame!.own[index]) && segwitScriptSig(before) !== null;
    if (before.valueSats === null) return null;
    if (!commitsToAll && !isSigned && !collected.isProven(before)) return null;
    left += before.valueSats;
  }
  const count = outputs?.length ?? Math.max(-1, ...demanded.keys()) + 1;
  for (let index = 0; index < count; index += 1) {
    const output = outputs ? outputs[index] : demanded.get(index);
    if (!output) return null;
    if (left < output.valueSats) return { output: index, offset: left, demanded: output };
    left -= output.valueSats;
  }
  return null;
}
