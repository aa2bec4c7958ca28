/**
 * Decides whether what a wallet signed for a lying service harms its user. It does not use the checks of the
 * SDK: it compares the signed transactions with those for the honest service, and every difference must be
 * covered by a rule with a name.
 */
import { hex } from '@scure/base';
import { type Psbt, type PsbtInput, readPsbt } from '../../src/signing/psbt.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { passthrough } from '../honest.ts';
import type { Json } from './lie.ts';
import { type Recording, walletIn } from './replay.ts';

export type Verdict = { readonly harmless: readonly string[] } | { readonly harm: string };

interface Signed extends Psbt {
  /** What was asked of the wallet, as text. */
  readonly asked: string;
}

/** The user of a recording: scripts, and what was agreed to. */
interface User {
  readonly kind: Recording['kind'];
  readonly scripts: ReadonlySet<string>;
  readonly prices: readonly number[];
  /** Script of the user's passthroughs in mutants, hex. */
  readonly passthrough: string;
  /** Values of the coins that the user knows, by outpoint. */
  readonly coins: ReadonlyMap<string, number>;
}

/** What is signed with a passthrough of the user among the coins of others. */
export const OWN_PASSTHROUGH = 'a passthrough of the user is among the coins of others';

const BUYING = ['buy', 'offer', 'counter-accept', 'collection-offer'];
/** The default limits of the SDK, as its documents give them. Sats. */
const feeLimit = (price: number) => Math.max(2_000, Math.ceil(price / 20));
const networkLimit = (price: number) => Math.max(20_000, Math.ceil(price / 4));

/** Compares what was signed with what an honest service gets signed, and names why a difference is harmless. */
export function judge(recording: Recording, signed: readonly string[]): Verdict {
  if (equal(signed, recording.signed)) return { harmless: ['same signature'] };
  if (recording.kind === 'sign-in') return judgeMessages(recording.signed, signed);
  if (signed.length !== recording.signed.length)
    return { harm: `${signed.length} signatures instead of ${recording.signed.length}` };
  const user = userOf(recording);
  const [honest, given] = [recording.signed, signed].map((texts) => texts.map(readSigned));
  const names = namesOf(honest!, given!);
  const rules = new Set<string>();
  for (const [index, one] of given!.entries()) {
    const harm = compare(user, honest![index]!, one, { names, rules });
    if (harm) return { harm: `transaction ${index}: ${harm}` };
  }
  // nobody pays in a transaction that no node accepts; funding and payout alone stay with the user
  const isInvalid = [...rules].some((rule) => rule.startsWith('invalid')) && given!.length <= 2;
  const harm = isInvalid ? null : compareSums(user, honest!, given!, rules);
  if (harm) return { harm };
  return rules.size > 0 ? { harmless: [...rules] } : { harm: 'a difference that no rule names' };
}

const equal = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);

/** The nonce and the times are the service's; everything else is the template. */
function judgeMessages(honest: readonly string[], signed: readonly string[]): Verdict {
  const plain = (text: string) =>
    text.replace(/^Nonce: [0-9a-f]{32}$/m, 'Nonce').replace(/^(Issued|Expires) at: [0-9TZ:.-]+$/gm, '$1');
  const [wanted, got] = [honest, signed].map((texts) => texts.map(plain));
  if (equal(got!, wanted!)) return { harmless: ['another nonce, or other fresh times'] };
  if (equal([...got!].sort(), [...wanted!].sort()))
    return { harmless: ['the same messages in another order'] };
  return { harm: 'another message' };
}

function userOf(recording: Recording): User {
  const { kind } = recording;
  const request = recording.request as Json;
  const { ordinalsAddress, paymentAddress } = walletIn(recording);
  const scripts = [ordinalsAddress, paymentAddress].map((one) => hex.encode(scriptOf(one, 'regtest')));
  const items: Json[] = request.items ?? request.listings ?? [];
  const count = request.inscriptionIds?.length ?? request.offerCount ?? 1;
  const prices =
    items.length > 0
      ? items.map(({ priceSats }) => priceSats)
      : Array.from(
          { length: count },
          (_, index) => request.priceSats - index * (request.ladderStepSats ?? 0),
        );
  const known = [
    ...(request.spendableUtxos ?? []),
    ...items.map(({ location }) => location),
    ...Object.values(request.locations ?? {}),
    ...(request.location ? [request.location] : []),
  ] as { txid: string; vout: number; valueSats: number }[];
  const coins = new Map(known.map(({ txid, vout, valueSats }) => [`${txid}:${vout}`, valueSats]));
  const own = hex.encode(passthrough(walletIn(recording).ordinalsPublicKey.slice(-64)).script);
  return { kind, scripts: new Set(scripts), passthrough: own, prices, coins };
}

function readSigned(text: string): Signed {
  const { request, passthrough } = JSON.parse(text) as Json;
  return { ...readPsbt(request.psbtBase64), asked: JSON.stringify([request.inputsToSign, passthrough]) };
}

/** Txids of the signed transactions as those of the honest ones: one may spend the other. */
function namesOf(honest: readonly Signed[], given: readonly Signed[]): (text: string) => string {
  const reversed = (txid: string) => hex.encode(hex.decode(txid).reverse());
  return (text) =>
    given.reduce((named, { txid }, index) => {
      const wanted = honest[index]!.txid;
      return named.replaceAll(txid, wanted).replaceAll(reversed(txid), reversed(wanted));
    }, text);
}

interface Comparison {
  readonly names: (text: string) => string;
  readonly rules: Set<string>;
}

function compare(user: User, honest: Signed, given: Signed, { names, rules }: Comparison): string | null {
  const invalid = whyInvalid(user, honest, given);
  if (invalid) {
    rules.add(invalid);
    return null;
  }
  const { version, lockTime } = given.transaction;
  if (version !== honest.transaction.version || lockTime !== 0) return `version ${version}, lock ${lockTime}`;
  const harm = compareInputs(user, honest, given, { names, rules });
  if (harm) return harm;
  if (given.asked !== honest.asked && names(given.asked) !== honest.asked) {
    // another number of own coins: each is signed, and the sums are compared
    if (!rules.has('another selection of offered coins'))
      return `it asks ${given.asked}, not ${honest.asked}`;
  }
  return compareOutputs(user, honest, given, { names, rules });
}

/** Why no node would ever accept the transaction with these signatures; null: it may be valid. */
function whyInvalid(user: User, honest: Signed, given: Signed): string | null {
  const total = (coins: readonly { readonly valueSats: number }[]) =>
    coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
  if (new Set(given.inputs.map(outpointOf)).size !== given.inputs.length) return 'invalid: a coin twice';
  if (total(given.inputs) < total(given.outputs)) return 'invalid: it pays more than it spends';
  // taproot signs the scripts of all coins: one that the node knows otherwise makes the signature worthless
  const isLie = given.inputs.some((coin) => {
    const known = honest.inputs.find((one) => outpointOf(one) === outpointOf(coin));
    return known !== undefined && hex.encode(known.script) !== hex.encode(coin.script);
  });
  return isLie && user.kind === 'fill' ? 'invalid: a lie about the script of a coin' : null;
}

const outpointOf = ({ txid, vout }: PsbtInput) => `${txid}:${vout}`;

function compareInputs(
  user: User,
  honest: Signed,
  given: Signed,
  { names, rules }: Pick<Comparison, 'names' | 'rules'>,
): string | null {
  const isOwn = ({ script }: PsbtInput) => user.scripts.has(hex.encode(script));
  const [owned, before] = [given, honest].map(({ inputs }) => inputs.filter(isOwn)) as [
    PsbtInput[],
    PsbtInput[],
  ];
  for (const coin of owned) {
    const isMade = before.some((one) => outpointOf(one) === names(outpointOf(coin)));
    const isKnown = user.coins.get(outpointOf(coin)) === coin.valueSats;
    if (!isMade && !isKnown && user.kind === 'accept' && owned.length > 1 && !signsAll(given)) {
      rules.add('a coin of the user that nobody signs for');
      continue;
    }
    if (!isMade && !isKnown) return `it spends ${outpointOf(coin)} of the user`;
    if (isMade && !isKnown && user.coins.has(outpointOf(coin))) return `a lie about ${outpointOf(coin)}`;
  }
  const texts = (coins: readonly PsbtInput[]) => coins.map((coin) => names(outpointOf(coin))).sort();
  if (!equal(texts(owned), texts(before)) && !rules.has('a coin of the user that nobody signs for')) {
    if (!BUYING.includes(user.kind)) return 'other coins of the user';
    rules.add('another selection of offered coins');
  }
  const [foreign, wanted] = [given, honest].map(({ inputs }) => inputs.filter((one) => !isOwn(one))) as [
    PsbtInput[],
    PsbtInput[],
  ];
  if (foreign.some(({ script }) => hex.encode(script) === user.passthrough)) return OWN_PASSTHROUGH;
  if (foreign.length !== wanted.length) {
    // who pays for an offer, and with how many coins, is the same to its seller
    if (user.kind !== 'accept') return `${foreign.length} coins of others, not ${wanted.length}`;
    rules.add('another number of coins of third parties');
  }
  for (const [index, coin] of foreign.entries()) {
    const other = wanted[index];
    if (!other) continue;
    const isGoods = goodsAt(user, honest).includes(honest.inputs.indexOf(other));
    const hasMoved = names(outpointOf(coin)) !== outpointOf(other) || coin.valueSats !== other.valueSats;
    if (isGoods && hasMoved) return `the inscription is on ${outpointOf(coin)}, not ${outpointOf(other)}`;
    if (hasMoved) rules.add('another coin of a third party');
    // a signature over a wrong script or a wrong redeem script is valid nowhere
    if (hex.encode(coin.script) !== hex.encode(other.script))
      rules.add('a lie about the script of a coin of others');
    const [now, then] = [coin, other].map(({ fields }) => fields.sequence ?? 0xffffffff);
    if (now === then) continue;
    if (now! >= 0x80000000) rules.add('another sequence without a lock');
    else if (user.kind === 'fill' && now! <= 4_032)
      rules.add('another lock of the admission coin, up to four weeks');
    else return `a relative lock of ${now}`;
  }
  return null;
}

/** Whether the wallet was asked to sign more than input 0. */
const signsAll = ({ asked }: Signed) => !asked.includes('"signingIndexes":[0]');

/** The inputs with what the user buys: their outpoints are known. */
function goodsAt({ kind, prices }: User, { inputs }: Signed): number[] {
  if (kind === 'buy') return prices.map((_, index) => prices.length + 1 + index);
  if (kind === 'offer') return [0];
  return kind === 'counter-accept' && inputs.length === 2 ? [0] : [];
}

/** Whether input 0 is a coin of the user. */
const isOwnInput = ({ inputs }: Signed, scripts: ReadonlySet<string>) =>
  scripts.has(hex.encode(inputs[0]!.script));

function compareOutputs(
  { scripts, kind }: User,
  honest: Signed,
  given: Signed,
  { names, rules }: Pick<Comparison, 'names' | 'rules'>,
): string | null {
  const text = ({ script, valueSats }: Signed['outputs'][number]) =>
    `${valueSats} ${names(hex.encode(script))}`;
  const isOwn = (output: Signed['outputs'][number]) => scripts.has(hex.encode(output.script));
  // what holds an inscription of the user's stays at its index, and so does what a SINGLE signature names
  const fixed = {
    list: [0],
    counter: [0],
    accept: [],
    fill: [],
    'take-back': [0],
    buy: honest.outputs.flatMap((output, index) =>
      isOwn(output) && index < honest.inputs.length ? [index] : [],
    ),
    offer: [0],
    // output 0 of the funding is the user's own coin
    'counter-accept': honest.inputs.length === 2 && !isOwnInput(honest, scripts) ? [0] : [],
    'collection-offer': [0, honest.outputs.length - 1],
    'sign-in': [],
  }[kind];
  const isLeg = honest.outputs.length === 1 && kind === 'list';
  for (const index of isLeg ? [] : fixed) {
    const [now, then] = [given, honest].map(({ outputs }) => outputs.at(index === 0 ? 0 : index));
    if (!now || !then) return `no output ${index}`;
    if (kind === 'counter' && !isOwn(then) && now.valueSats === then.valueSats) continue;
    if (kind === 'collection-offer' && index > 0 && text(given.outputs.at(-1)!) === text(then)) continue;
    if (text(now) !== text(then)) return `output ${index} pays ${text(now)}, not ${text(then)}`;
  }
  const others = [given, honest].map(({ outputs }) => outputs.filter((output) => !isOwn(output)));
  const [now, then] = others.map((outputs) => outputs.map(text)) as [string[], string[]];
  if (!equal(now, then)) {
    const sums = others.map((outputs) => outputs.reduce((total, { valueSats }) => total + valueSats, 0));
    if (sums[0] === sums[1]) rules.add('a payout of the same amount elsewhere');
    else if (sums[0]! < sums[1]!) rules.add('less to others');
    else rules.add('more to others, within the limits');
  }
  return null;
}

/** Compares what the user gets and pays in the end with the agreement and its limits. */
function compareSums(
  { kind, prices, scripts }: User,
  honest: readonly Signed[],
  given: readonly Signed[],
  rules: Set<string>,
): string | null {
  const ownOf = (coins: readonly { readonly script: Uint8Array; readonly valueSats: number }[]) =>
    coins
      .filter(({ script }) => scripts.has(hex.encode(script)))
      .reduce((total, { valueSats }) => total + valueSats, 0);
  // an acceptance and its payout sign input 0 only
  const signedIn = ({ inputs }: Signed) => (kind === 'accept' ? inputs.slice(0, 1) : inputs);
  const balance = (one: Signed) => ownOf(one.outputs) - ownOf(signedIn(one));
  const isEach = ['list', 'offer', 'collection-offer', 'counter'].includes(kind);
  const sums = (all: readonly Signed[]) => {
    const single = all.map(balance);
    return isEach ? single : [single.reduce((total, one) => total + one, 0)];
  };
  const [now, then] = [sums(given), sums(honest)];
  const total = prices.reduce((sum, price) => sum + price, 0);
  for (const [index, sats] of now!.entries()) {
    const before = then![index]!;
    if (sats === before) {
      if (rules.size === 0 && kind === 'accept') rules.add('more proceeds, and as much more network fee');
      if (rules.size === 0 && kind === 'counter-accept')
        rules.add('the same network fee, divided otherwise between funding and settlement');
      continue;
    }
    rules.add(sats > before ? 'more to the user' : 'less to the user, within the limits');
    // every recorded fee is at least zero, so honest terms are within these limits too
    const price = isEach ? (prices[kind === 'list' ? Math.floor(index / 2) : index] ?? prices[0]!) : total;
    const most = {
      list: feeLimit(price),
      counter: feeLimit(price),
      offer: feeLimit(price) + networkLimit(price),
      buy: prices.reduce((sum, one) => sum + feeLimit(one), 0) + networkLimit(total),
      'counter-accept': feeLimit(price) + networkLimit(price),
      accept: feeLimit(price) + networkLimit(price),
      fill: feeLimit(price) + networkLimit(price),
      'collection-offer': 0,
      'take-back': 0,
      'sign-in': 0,
    }[kind];
    const due = BUYING.includes(kind)
      ? -price - most
      : dueOf(kind, { honest, index, price, most, before, count: prices.length });
    if (sats < due) return `the user ends with ${sats} sats, not at least ${due}`;
  }
  return null;
}

/** The least that a seller must end with, in transaction `index` or in all. */
function dueOf(
  kind: Recording['kind'],
  {
    honest,
    index,
    price,
    most,
    before,
    count,
  }: {
    readonly honest: readonly Signed[];
    readonly index: number;
    readonly price: number;
    readonly most: number;
    readonly before: number;
    readonly count: number;
  },
): number {
  const postageIn = (at: number) => honest[at]!.inputs[0]!.valueSats;
  if (kind === 'list')
    return index % 2 === 1 && index < 2 * count ? price - most + postageIn(index - 1) : before;
  if (kind === 'counter') return index === 1 ? price - most + postageIn(0) : before;
  if (kind === 'fill') return price - most - postageIn(0);
  return kind === 'accept' ? price - most : before;
}
