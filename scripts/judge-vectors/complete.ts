import type { Attack, AttackInput } from '@ordbook/judge';
import { hex } from '@scure/base';
import { type Lock, lockOf } from './locks.ts';
import { digestOf, type Given, type Skeleton, sign, transactionOf, validHere } from './sign.ts';
import { type Funded, idOf } from './world.ts';

/** A coin that exists, or that a transaction of the victim makes. */
export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
  readonly lock: Lock;
}

export interface Prevout {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
  readonly script: string;
  /** Whether a key of yours is needed to spend it. */
  readonly isYours: boolean;
}

export interface Completed {
  readonly hex: string;
  readonly txid: string;
  readonly prevouts: readonly Prevout[];
}

export interface Means {
  readonly coins: readonly Coin[];
  readonly given: readonly Given[];
  fund(coins: readonly { readonly valueSats: number; readonly script: string }[]): Promise<Funded>;
}

/** A signature that the attack needs and that the victim never gave. */
export class Unsigned extends Error {}

/** The attacker's coins and outputs. */
const ATTACKER = lockOf('p2tr', 9, 'attacker');
const DUST = 330;
/** Sats of network fee that every node relays for these sizes. */
const FEE = 250;

const sumOf = (coins: readonly { readonly valueSats: number }[]) =>
  coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
const nameOf = ({ txid, vout }: { readonly txid: string; readonly vout: number }) => `${txid}:${vout}`;

/** Adds the attacker's coins, keys and signatures to what the judge shows. Throws `Unsigned`. */
export async function complete(attack: Attack, means: Means): Promise<Completed> {
  const coinOf = (input: { readonly txid: string; readonly vout: number }) => {
    const coin = means.coins.find((one) => nameOf(one) === nameOf(input));
    if (!coin) throw new Error(`no coin ${nameOf(input)}`);
    return coin;
  };
  const real = attack.inputs.map((input) =>
    input.by === 'attacker' ? { valueSats: Math.max(input.leastSats, DUST) } : coinOf(input),
  );
  const { extra, outputs } = paid(attack, real, means.given);
  const wanted = [
    ...attack.inputs.map((input, at) => (input.by === 'attacker' ? real[at]!.valueSats : 0)),
    ...extra,
  ];
  const bought = wanted
    .filter((valueSats) => valueSats > 0)
    .map((valueSats) => ({ valueSats, script: ATTACKER.script }));
  const { txid } = bought.length > 0 ? await means.fund(bought) : { txid: '' };
  let vout = 0;
  const own = (valueSats: number): Coin => ({ txid, vout: vout++, valueSats, lock: ATTACKER });
  const coins = [
    ...attack.inputs.map((input, at) => (input.by === 'attacker' ? own(wanted[at]!) : coinOf(input))),
    ...extra.map(own),
  ];
  const { version, lockTime } = attack;
  const inputs = coins.map((coin, at) => ({
    txid: coin.txid,
    vout: coin.vout,
    valueSats: coin.valueSats,
    script: coin.lock.script,
    sequence: sequenceOf(attack.inputs[at], means),
  }));
  return signed({ version, lockTime, inputs, outputs }, coins, attack.inputs, means);
}

/** The network fee: of one more coin of the attacker at the end if no signature forbids it, else of an open output. */
function paid(
  { inputs, outputs }: Attack,
  real: readonly { readonly valueSats: number }[],
  given: readonly Given[],
) {
  const filled = outputs.map(({ valueSats, script }) => ({ valueSats, script: script ?? ATTACKER.script }));
  const lacking = sumOf(filled) + FEE - sumOf(real);
  if (lacking <= 0) return { outputs: filled, extra: [] };
  const isFree = inputs.every((input) => {
    const sighash = input.by === 'you' ? namedIn(given, input)?.sighash : undefined;
    return input.by === 'attacker' || (sighash !== undefined && (sighash & 0x80) !== 0);
  });
  if (isFree) return { outputs: filled, extra: [lacking + DUST] };
  const open = outputs.findIndex(({ valueSats, script }) => script === null && valueSats >= DUST + lacking);
  if (open >= 0) filled[open]!.valueSats -= lacking;
  return { outputs: filled, extra: [] };
}

const namedIn = (given: readonly Given[], { request, input }: { request: number; input: number }) =>
  given.find((one) => one.request === request && one.input === input);

function sequenceOf(input: AttackInput | undefined, { given }: Means): number {
  return (input?.by === 'you' ? namedIn(given, input)?.sequence : undefined) ?? 0xffffffff;
}

function signed(
  skeleton: Skeleton,
  coins: readonly Coin[],
  asked: readonly AttackInput[],
  { given }: Means,
): Completed {
  const transaction = transactionOf(skeleton);
  for (const [at, { lock }] of coins.entries()) {
    const input = asked[at];
    const isYours = lock.signers.includes('you');
    const yours = input?.by === 'you' ? validHere(given, input, { skeleton, at }) : undefined;
    if (isYours && !yours) throw new Unsigned(`no signature for input ${at} is valid`);
    const used = yours?.lock ?? lock;
    const sighash = used.digest === 'taproot' ? 0 : 1;
    const signatures = used.signers.map((holder) =>
      holder === 'you'
        ? yours!.signature
        : sign(digestOf(skeleton, at, used, sighash)!, used, holder, sighash),
    );
    const { scriptSig, witness } = used.finish(signatures);
    transaction.updateInput(
      at,
      {
        ...(scriptSig.length > 0 ? { finalScriptSig: scriptSig } : {}),
        ...(witness.length > 0 ? { finalScriptWitness: [...witness] } : {}),
      },
      true,
    );
  }
  const bytes = hex.encode(transaction.toBytes(true, transaction.hasWitnesses));
  return {
    hex: bytes,
    txid: idOf(hex.encode(transaction.toBytes(true, false))),
    prevouts: coins.map(({ txid, vout, valueSats, lock }) => ({
      txid,
      vout,
      valueSats,
      script: lock.script,
      isYours: lock.signers.includes('you'),
    })),
  };
}
