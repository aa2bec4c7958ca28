import { type SigningRequest, type Summary, type Wallet, worstInWords } from '@ordbook/client';
import { type Explanation, inspect, marketKeyIn, sentence } from '@ordbook/client/inspect';
import { createStore } from '../../data/store.ts';
import { words } from '../text.ts';
import { canOnlyOneHappen, spendsAgain } from './shared-coins.ts';

/** An item in a request to sign, as the page that made the request shows it. */
export interface SignedItem {
  /** null: any inscription of a collection. */
  readonly inscriptionId: string | null;
  readonly name: string;
  /** null: it has none. */
  readonly priceSats: number | null;
  /** When it expires, in words; absent: that does not apply. */
  readonly until?: string;
}

/** What the dialog shows, until it is answered. */
export interface Question {
  readonly title: string;
  readonly items: readonly SignedItem[];
  /** What happens, in a sentence. */
  readonly lead: string;
  /** Empty: nothing is signed yet, and the question is about the price. */
  readonly explanations: readonly Explanation[];
  /** What the judge found of all signatures together; null: it is not known. */
  readonly summary: Judged | null;
  /** What is worth knowing of all of them together. */
  readonly notes: readonly string[];
  /**
   * What others can do with all signatures together, and what rests on the service's word, a sentence each.
   */
  readonly worst: readonly string[];
  /**
   * Why the price may be a mistake, a sentence each. Where there is one, the user has to say that it is none.
   */
  readonly cautions: readonly string[];
  answer(isAccepted: boolean): void;
}

export type Judged = Pick<
  Summary,
  'words' | 'paysSats' | 'receivesSats' | 'inscriptions' | 'goods' | 'worst'
>;

/** null: nothing is asked. */
export const question = createStore<Question | null>(null);

/** What the running flow is. */
export interface Subject {
  readonly title: string;
  /** In the order of its request. */
  readonly items: readonly SignedItem[];
  /** Coins (`txid:vout`) of what was signed before it, and may still happen. */
  readonly signedCoins: readonly string[];
  /** As in `Question`. */
  readonly summary: Judged | null;
  readonly cautions: readonly string[];
  /** Whether the service alone says that the coins that pay are unspent and plain. */
  readonly isLent: boolean;
}

export const subject = createStore<Subject>({
  title: '',
  items: [],
  signedCoins: [],
  summary: null,
  cautions: [],
  isLent: false,
});

/** The user did not sign, or could not, because a check said stop. */
export class Declined extends Error {
  override readonly name = 'Declined';
  /** As a wallet says it: nothing was signed. */
  readonly code = 'rejected';
}

/**
 * The wallet, which signs a PSBT only after the dialog showed what it does and the user agreed. What a check
 * says stop to is never signed. The flows of the SDK have compared each PSBT with what they built before.
 */
export function explainingWallet(wallet: Wallet): Wallet {
  const signPsbts = wallet.signPsbts?.bind(wallet);
  return {
    ...wallet,
    async signPsbt(request, passthrough) {
      await agreed(wallet, [request]);
      return wallet.signPsbt(request, passthrough);
    },
    async signPsbts(requests) {
      await agreed(wallet, requests);
      if (signPsbts) return signPsbts(requests);
      const signed: string[] = [];
      for (const request of requests) signed.push(await wallet.signPsbt(request));
      return signed;
    },
  };
}

async function agreed(wallet: Wallet, requests: readonly SigningRequest[]): Promise<void> {
  const { title, items, signedCoins, summary, cautions, isLent } = subject.get();
  const named = items.flatMap(({ inscriptionId, name }) => (inscriptionId === null ? [] : [name]));
  const explanations = explained(wallet, requests, named);
  const isStopped = explanations.some(({ findings }) => findings.some(({ severity }) => severity === 'stop'));
  const isAccepted = await asked({
    ...{ title, items, explanations, summary, cautions },
    lead: (explanations.length > 1 && summary?.words[0]) || sentence(explanations[0]!),
    notes: notesOn(explanations, signedCoins),
    worst: [...(summary ? worstInWords(summary.worst) : []), ...(isLent ? [words.sign.lent] : [])],
  });
  if (isStopped || !isAccepted) throw new Declined(isStopped ? words.sign.refused : words.sign.declined);
}

const asked = (given: Omit<Question, 'answer'>) =>
  new Promise<boolean>((resolve) => {
    const answer = (accepted: boolean) => {
      question.set(null);
      resolve(accepted);
    };
    question.set({ ...given, answer });
  });

/**
 * Asks about the cautions of the running act before it changes anything; once they are agreed to, the
 * signature does not ask again. Resolves at once without cautions. Throws `Declined`.
 */
export async function agreedBefore(lead: string): Promise<void> {
  const now = subject.get();
  const { title, items, cautions } = now;
  if (cautions.length === 0) return;
  const isAccepted = await asked({
    ...{ title, items, cautions, lead },
    ...{ explanations: [], summary: null, notes: [], worst: [] },
  });
  if (!isAccepted) throw new Declined(words.sign.declined);
  subject.set({ ...now, cautions: [] });
}

function notesOn(explanations: readonly Explanation[], signedCoins: readonly string[]): string[] {
  return [
    ...(canOnlyOneHappen(explanations) ? [words.sign.onlyOne] : []),
    ...(spendsAgain(explanations, signedCoins) ? [words.sign.spendsAgain] : []),
  ];
}

/** What each PSBT does. `names`: of the inscriptions of the flow. */
export function explained(
  wallet: Pick<Wallet, 'network' | 'ordinalsAddress' | 'paymentAddress'>,
  requests: readonly SigningRequest[],
  names: readonly string[],
): Explanation[] {
  // the SDK has compared it with the pinned key
  const marketKey = requests.map(({ psbtBase64 }) => marketKeyIn(psbtBase64)).find((key) => key !== null);
  return requests.map(({ psbtBase64, inputsToSign }, index) => {
    const options = {
      network: wallet.network,
      yours: [wallet.ordinalsAddress, wallet.paymentAddress],
      inputsToSign,
      // the SDK has built the offer's script from the terms
      isOfferChecked: true,
      areValuesChecked: true,
      ...(marketKey ? { marketKey } : {}),
    };
    const unnamed = inspect(psbtBase64, options);
    const places = unnamed.inscriptions.map(({ input, offset }) => ({ ...unnamed.inputs[input]!, offset }));
    const inscriptions = places.map(({ txid, vout, offset }, place) => {
      const name = nameOf(names, { place, of: places.length, index, requests: requests.length });
      return { txid, vout, offset, isClaimed: true, ...(name === undefined ? {} : { name }) };
    });
    return inspect(psbtBase64, { ...options, inscriptions });
  });
}

/** The flows keep the order of their request: one PSBT for each inscription, or two, or one for all. */
function nameOf(
  names: readonly string[],
  at: { readonly place: number; readonly of: number; readonly index: number; readonly requests: number },
): string | undefined {
  if (at.of === names.length) return names[at.place];
  if (at.of !== 1) return undefined;
  return names[at.requests === names.length ? at.index : Math.floor(at.index / 2)];
}
