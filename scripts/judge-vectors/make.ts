import { type Attack, judge, type Knowledge, type Request, readAnyPsbt, type Verdict } from '@ordbook/judge';
import { base64, hex } from '@scure/base';
import { RawPSBTV0, RawPSBTV2, type TransactionInput } from '@scure/btc-signer/psbt.js';
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { type Case, type CaseDraft, type CaseInput, isYours, MARKET, MONEY, OWN, THEIRS } from './case.ts';
import { type Coin, type Completed, complete, Unsigned } from './complete.ts';
import { lockOf } from './locks.ts';
import { digestOf, type Given, type Skeleton, sign } from './sign.ts';
import type { Funded, World } from './world.ts';
import { type Vector, type WrittenAttack, type WrittenRequest, writtenVerdict } from './written.ts';

type Draft = {
  readonly request: number;
  readonly psbt: Uint8Array;
  readonly skeleton: Skeleton;
  readonly asked: ReadonlyMap<number, number>;
};

/** The coins of a case made, its PSBTs signed, judged and attacked. */
export async function makeVector(one: Case, world: World): Promise<Vector> {
  const names = Object.keys(one.coins);
  const funded = await world.fund(
    names.map((name) => ({ valueSats: one.coins[name]!.valueSats, script: one.coins[name]!.lock.script })),
  );
  const coins = new Map<string, Coin>(
    names.map((name, vout) => [name, { txid: funded.txid, vout, ...one.coins[name]! }]),
  );
  const given: Given[] = [];
  const drafts: Draft[] = [];
  const earlier = one.drafts.filter(({ isEarlier }) => isEarlier).length;
  for (const draft of one.drafts) {
    const index = drafts.length;
    // those of earlier requests are below 0
    const made = draftOf(draft, { coins, funded, given, request: index - earlier, known: one.values ?? [] });
    drafts.push(made);
    const { txid } = readAnyPsbt(base64.encode(made.psbt));
    if (txid === null) continue;
    for (const [vout, output] of draft.outputs.entries())
      coins.set(`${index}/${vout}`, {
        txid,
        vout,
        valueSats: output.valueSats,
        lock: lockFor(output.script, one),
      });
  }
  const { requests, knowledge } = asked(one, drafts, coins);
  const verdict = judge(requests, knowledge);
  const attacks = await attacksOf(one, verdict, {
    coins,
    given,
    drafts,
    mine: new Set(knowledge.mine),
    world,
  });
  return {
    name: one.name,
    text: one.text,
    requests: requests.map(written),
    knowledge: { ...knowledge, earlier: (knowledge.earlier ?? []).map(written) },
    verdict: writtenVerdict(verdict),
    attacks,
  };
}

function lockFor(script: string, { coins }: Case) {
  const known = [OWN, MONEY, THEIRS, MARKET, lockOf('passthrough', 1), lockOf('p2wsh-2of2', 1)];
  return (
    [...known, ...Object.values(coins).map(({ lock }) => lock)].find((lock) => lock.script === script) ??
    THEIRS
  );
}

function asked({ drafts: specs, ...one }: Case, drafts: readonly Draft[], coins: ReadonlyMap<string, Coin>) {
  const requestOf = ({ sign: named }: CaseDraft, index: number): Request => ({
    psbt: base64.encode(drafts[index]!.psbt),
    ...(named ? { sign: named } : {}),
  });
  const all = specs.map((draft, index) => ({
    isEarlier: draft.isEarlier ?? false,
    request: requestOf(draft, index),
  }));
  const own = Object.values(one.coins).filter((coin) => isYours(coin) && coin.lock.signers.length === 1);
  const mine = one.mine ?? own.map(({ lock }) => lock.script);
  const point = (name: string) => {
    const { txid, vout, valueSats } = coins.get(name)!;
    return { txid, vout, valueSats };
  };
  const knowledge: Knowledge = {
    mine: [...new Set([OWN.script, MONEY.script, ...mine])],
    inscriptions: (one.inscriptions ?? []).map(({ coin, offset = 0, name }) => {
      const { txid, vout } = point(coin);
      return { txid, vout, offset, name };
    }),
    values: (one.values ?? []).map(point),
    earlier: all.filter(({ isEarlier }) => isEarlier).map(({ request }) => request),
    ...(one.expected ? { expected: one.expected } : {}),
  };
  return { requests: all.filter(({ isEarlier }) => !isEarlier).map(({ request }) => request), knowledge };
}

function written({ psbt, sign: named }: Request): WrittenRequest {
  return { base64: psbt, hex: hex.encode(base64.decode(psbt)), ...(named ? { sign: named } : {}) };
}

interface Before {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly funded: Funded;
  readonly given: Given[];
  readonly request: number;
  readonly known: readonly string[];
}

function draftOf(draft: CaseDraft, { coins, funded, given, request, known }: Before): Draft {
  const shown = draft.inputs.map((input) => {
    const isKnown = known.includes(input.coin);
    return { input, ...shownOf(input, coins.get(input.coin)!, funded, isKnown) };
  });
  const skeleton: Skeleton = {
    version: draft.version ?? 2,
    lockTime: draft.lockTime ?? 0,
    inputs: shown.map(({ input, believed }) => {
      const { txid, vout } = coins.get(input.coin)!;
      return { txid, vout, sequence: input.sequence ?? 0xffffffff, ...believed };
    }),
    outputs: draft.outputs,
  };
  const asked = new Map<number, number>();
  const fields = shown.map(({ input, fields: own }, at): TransactionInput => {
    const lock = input.lock ?? coins.get(input.coin)!.lock;
    if (!lock.signers.includes('you')) return own;
    const named = draft.sign?.find((one) => one.input === at);
    const sighash = named?.sighash || input.sighash || (lock.digest === 'taproot' ? 0 : 1);
    asked.set(at, sighash);
    const digest = digestOf(skeleton, at, lock, sighash);
    if (!digest) return own;
    const signature = sign(digest, lock, 'you', sighash);
    given.push({
      request,
      input: at,
      lock,
      sighash,
      sequence: input.sequence ?? 0xffffffff,
      digest,
      signature,
    });
    return input.isSigned ? { ...own, ...signedFields(lock, signature) } : own;
  });
  return { request, psbt: packed(skeleton, fields, draft.isVersion2 ?? false), skeleton, asked };
}

function signedFields(lock: Coin['lock'], signature: Uint8Array): TransactionInput {
  if (lock.digest !== 'taproot') return { partialSig: [[pubECDSA(lock.secrets.you), signature]] };
  if (lock.code === null) return { tapKeySig: signature };
  const leafHash = lock.leafHash!;
  return { tapScriptSig: [[{ pubKey: pubSchnorr(lock.secrets.you), leafHash }, signature]] };
}

/** What a PSBT shows of a coin, and what a wallet believes from it. */
function shownOf(input: CaseInput, { lock, valueSats, txid }: Coin, funded: Funded, isKnown: boolean) {
  const isMade = txid !== funded.txid;
  const shows = input.shows ?? ((input.lock ?? lock).digest === 'legacy' && !isMade ? 'previous' : 'coin');
  const believed =
    shows === 'nothing' && !isKnown
      ? { valueSats: null, script: null }
      : { valueSats: input.claims ?? valueSats, script: lock.script };
  const previous = RawOldTx.decode(hex.decode(input.previousOf ?? funded.hex));
  const fields: TransactionInput = {
    ...(shows === 'coin' || shows === 'both'
      ? { witnessUtxo: { amount: BigInt(input.claims ?? valueSats), script: hex.decode(lock.script) } }
      : {}),
    ...(shows === 'previous' || shows === 'both'
      ? { nonWitnessUtxo: { ...previous, segwitFlag: false } as never }
      : {}),
    ...(input.sighash === undefined ? {} : { sighashType: input.sighash }),
    ...(lock.signers.includes('you') ? (input.lock ?? lock).fields : {}),
    ...input.fields,
  };
  return { believed, fields };
}

function packed(
  { version, lockTime, inputs, outputs }: Skeleton,
  fields: readonly TransactionInput[],
  isVersion2: boolean,
): Uint8Array {
  const from = inputs.map(({ txid, vout, sequence }) => ({ txid: hex.decode(txid), index: vout, sequence }));
  const to = outputs.map(({ valueSats, script }) => ({
    amount: BigInt(valueSats),
    script: hex.decode(script),
  }));
  if (isVersion2)
    return RawPSBTV2.encode({
      global: {
        version: 2,
        txVersion: version,
        fallbackLocktime: lockTime,
        inputCount: from.length,
        outputCount: to.length,
      },
      inputs: fields.map((own, at) => ({ ...own, ...from[at]! })),
      outputs: to,
    } as never);
  const unsignedTx = {
    version,
    lockTime,
    inputs: from.map((one) => ({ ...one, finalScriptSig: new Uint8Array() })),
    outputs: to,
  };
  return RawPSBTV0.encode({
    global: { unsignedTx },
    inputs: [...fields],
    outputs: to.map(() => ({})),
  } as never);
}

interface Field {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly given: readonly Given[];
  readonly drafts: readonly Draft[];
  readonly mine: ReadonlySet<string>;
  readonly world: World;
}

/** Every attack that the judge shows, each once, completed and tried on the node. */
async function attacksOf(one: Case, verdict: Verdict, field: Field): Promise<WrittenAttack[]> {
  const { worst, inscriptions, warnings } = verdict;
  const wanted: { shows: string; attacks: readonly Attack[] }[] = [
    { shows: 'loss', attacks: worst.attacks },
    ...inscriptions.map(({ name, attack }) => ({ shows: name, attacks: attack ? [attack] : [] })),
    ...warnings.map(({ code, attack }) => ({ shows: code, attacks: attack ? [attack] : [] })),
  ];
  if (one.attack) wanted.push({ shows: 'by hand', attacks: one.attack((name) => field.coins.get(name)!) });
  const found = new Map<string, WrittenAttack>();
  for (const { shows, attacks } of wanted) {
    if (attacks.length === 0) continue;
    const key = JSON.stringify(attacks);
    const before = found.get(key);
    if (before) {
      found.set(key, { ...before, shows: [...new Set([...before.shows, shows])] });
      continue;
    }
    found.set(key, { shows: [shows], ...(await play(attacks, field)) });
  }
  return [...found.values()];
}

async function play(attacks: readonly Attack[], field: Field): Promise<Omit<WrittenAttack, 'shows'>> {
  const { world, given, mine } = field;
  const means = { coins: [...field.coins.values()], given, fund: world.fund };
  const transactions: Completed[] = [];
  try {
    for (const attack of [...madeBefore(attacks, field), ...attacks])
      transactions.push(await complete(attack, means));
  } catch (error) {
    if (error instanceof Unsigned)
      return { transactions: [], takesSats: 0, node: { accepted: false, reason: error.message } };
    throw error;
  }
  const node = await world.try(transactions.map((transaction) => transaction.hex));
  return { transactions, takesSats: takenBy(transactions, mine), node };
}

/** The drafts whose coins these attacks spend, as they are. */
function madeBefore(attacks: readonly Attack[], field: Field): Attack[] {
  const { drafts, coins } = field;
  const spentBy = ({ inputs }: Attack) => inputs.map((input) => (input.by === 'attacker' ? '' : input.txid));
  const spent = new Set(attacks.flatMap(spentBy));
  const isWhole = (attack: Attack, { skeleton }: Draft) =>
    attack.inputs.length === skeleton.inputs.length &&
    attack.inputs.every(
      (input, at) =>
        input.by !== 'attacker' &&
        input.txid === skeleton.inputs[at]!.txid &&
        input.vout === skeleton.inputs[at]!.vout,
    );
  const before: Attack[] = [];
  for (const [index, draft] of [...drafts.entries()].toReversed()) {
    const made = coins.get(`${index}/0`);
    if (!made || !spent.has(made.txid) || attacks.some((attack) => isWhole(attack, draft))) continue;
    const { version, lockTime, inputs, outputs } = draft.skeleton;
    const whole: Attack = {
      version,
      lockTime,
      outputs,
      inputs: inputs.map(({ txid, vout, valueSats }, input) =>
        draft.asked.has(input)
          ? { by: 'you', txid, vout, valueSats: valueSats ?? 0, request: draft.request, input }
          : { by: 'others', txid, vout, valueSats },
      ),
    };
    before.unshift(whole);
    for (const txid of spentBy(whole)) spent.add(txid);
  }
  return before;
}

/** Sats of your coins that do not come back. */
export function takenBy(transactions: readonly Completed[], mine: ReadonlySet<string>): number {
  return transactions.reduce((sum, { hex: bytes, prevouts }) => {
    const back = RawTx.decode(hex.decode(bytes));
    const yours = prevouts
      .filter(({ isYours: own }) => own)
      .reduce((total, { valueSats }) => total + valueSats, 0);
    const paid = back.outputs.filter(({ script }) => mine.has(hex.encode(script)));
    return sum + yours - paid.reduce((total, { amount }) => total + Number(amount), 0);
  }, 0);
}
