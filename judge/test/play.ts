import { type Random, randomFrom } from '../../stack/random.ts';
import { judge, readAnyPsbt } from '../src/index.ts';
import {
  type CaseDraft,
  type CaseInput,
  landsAt,
  mostLost,
  rememberMine,
  type Transaction,
  transactionsOf,
} from './attacker.ts';
import { type DraftOutput, foreignScript, type Kind, psbtOf, scriptOf, txidOf } from './drafts.ts';

const KINDS: readonly Kind[] = ['p2tr', 'p2wpkh', 'p2pkh'];
const SIGHASHES = [0, 1, 2, 3, 0x81, 0x82, 0x83];
const VALUES = [600, 1_000, 5_000, 10_000];
const MINE = KINDS.map((kind, n) => scriptOf(kind, n + 1));
const FOREIGN = [foreignScript(1), foreignScript(2)];
/** What no draft pays. */
const ATTACKER: DraftOutput = { valueSats: 777, script: foreignScript(9) };

interface Case {
  readonly drafts: readonly CaseDraft[];
  readonly psbts: readonly string[];
  readonly values: readonly { txid: string; vout: number; valueSats: number }[];
}

/**
 * One to three PSBTs over a few coins, some of which another makes, and some of which are larger than they
 * claim.
 */
function randomCase(random: Random): Case {
  const coins = Array.from({ length: random.between(1, 4) }, (_, n): CaseInput => {
    const isMine = n === 0 || random.chance(0.6);
    const kind = random.chance(0.1) ? 'p2pkh' : random.pick(KINDS.slice(0, 2));
    const valueSats = random.pick(VALUES);
    const realSats = random.chance(isMine ? 0.03 : 0.2) ? valueSats * 3 : valueSats;
    const script = isMine ? MINE[KINDS.indexOf(kind)]! : random.pick(FOREIGN);
    return { txid: txidOf(n + 1), vout: 0, kind, isMine, script, valueSats, realSats };
  });
  const drafts: CaseDraft[] = [];
  const psbts: string[] = [];
  const outputs = Array.from({ length: 3 }, (): DraftOutput => {
    const script = random.pick(random.chance(0.6) ? MINE : FOREIGN);
    return { valueSats: random.pick(VALUES), script };
  });
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const chosen = coins.filter(() => random.chance(0.5));
    const spent = chosen.length > 0 ? chosen.slice(0, 3) : [coins[0]!];
    const inputs = spent.map((coin) => ({
      ...coin,
      ...(coin.isMine && random.chance(0.7)
        ? { sighash: random.pick(SIGHASHES.slice(coin.kind === 'p2tr' ? 0 : 1)) }
        : {}),
    }));
    const paid = Array.from({ length: random.between(1, 2) }, () => random.pick(outputs));
    const version = random.chance(0.9) ? 2 : 1;
    const psbt = psbtOf(inputs, paid, { version });
    const txid = readAnyPsbt(psbt).txid ?? '';
    drafts.push({ version, inputs, outputs: paid, txid });
    psbts.push(psbt);
    const made = paid.findIndex(({ script }) => MINE.slice(0, 2).includes(script));
    if (made >= 0 && txid !== '' && coins.length < 4 && random.chance(0.5)) {
      const { script, valueSats } = paid[made]!;
      const kind = KINDS[MINE.indexOf(script)]!;
      coins.push({ txid, vout: made, kind, isMine: true, script, valueSats, realSats: valueSats });
    }
  }
  const values = coins
    .filter(() => random.chance(0.7))
    .map(({ txid, vout, realSats }) => ({ txid, vout, valueSats: realSats }));
  return { drafts, psbts, values };
}

export interface Played {
  readonly psbts: number;
  readonly isExact: boolean;
  readonly isBounded: boolean;
  readonly bound: number;
  readonly most: number;
}

/** Judges a case, and lets the attacker try everything. */
export function play(seed: number): Played {
  const { drafts, psbts, values } = randomCase(randomFrom(seed));
  rememberMine(drafts, MINE);
  const coins = new Map(
    drafts.flatMap(({ inputs }) => inputs.map((coin) => [`${coin.txid}:${coin.vout}`, coin])),
  );
  const named = [...coins].map(([name, { txid, vout, realSats }]) => {
    return { name, txid, vout, offset: seed % realSats };
  });
  const verdict = judge(
    psbts.map((psbt) => ({ psbt })),
    { mine: MINE, values, inscriptions: named },
  );
  const transactions = transactionsOf(drafts, ATTACKER, 3);
  const { lossSats: bound, isBounded, isExact } = verdict.worst;
  const most = mostLost(drafts, transactions);
  if (isBounded) {
    if (most > bound) throw new Error(`seed ${seed}: ${most} sats are lost, and the bound is ${bound}`);
    for (const [index, { fate }] of verdict.inscriptions.entries()) {
      const { name, offset } = named.find((one) => one.name === verdict.inscriptions[index]!.name)!;
      const isFixed = fate === 'stays' || fate === 'arrives';
      const stray =
        isFixed && transactions.find((one) => isBeside(drafts, one, name) && strays(one, name, offset));
      if (stray) throw new Error(`seed ${seed}: ${name} ${fate}, but ${JSON.stringify(stray)} moves it`);
    }
  }
  return { psbts: psbts.length, isExact, isBounded, bound, most };
}

/** Whether a transaction spends the coin with signatures of the victim that were given beside it. */
function isBeside(drafts: readonly CaseDraft[], { inputs }: Transaction, coin: string): boolean {
  const nameOf = ({ txid, vout }: CaseInput) => `${txid}:${vout}`;
  const beside = drafts.filter((draft) => draft.inputs.some((input) => nameOf(input) === coin));
  const mine = new Set(beside.flatMap((draft) => draft.inputs.filter(({ isMine }) => isMine).map(nameOf)));
  return inputs.some((input) => mine.has(nameOf(input)));
}

function strays(one: Transaction, coin: string, offset: number): boolean {
  if (!one.inputs.some(({ txid, vout }) => `${txid}:${vout}` === coin)) return false;
  const script = landsAt(one, coin, offset);
  return script === null || !MINE.includes(script);
}
