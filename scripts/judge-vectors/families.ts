import { hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer/script.js';
import { FAMILIES } from './families/all.ts';
import { makeVector } from './make.ts';
import type { World } from './world.ts';
import type { Vector, VectorFile, WrittenAttack } from './written.ts';

/** All vectors of a family, in order. The same each time, but for the version of the node. */
export async function makeFamily(name: string, world: World): Promise<VectorFile> {
  const cases = FAMILIES[name];
  if (!cases) throw new Error(`no family ${name}; there are ${Object.keys(FAMILIES).join(', ')}`);
  world.begin(Object.keys(FAMILIES).indexOf(name));
  const vectors: Vector[] = [];
  for (const one of cases) {
    try {
      vectors.push(await makeVector(one, world));
    } catch (error) {
      throw new Error(`${name}: ${one.name}`, { cause: error });
    }
  }
  return { format: 1, node: world.version, vectors };
}

export interface Counts {
  readonly vectors: number;
  /** With a warning. */
  readonly bad: number;
  readonly attacks: number;
  readonly refused: readonly string[];
  /** Bounded vectors in which something can be lost, and in how many an accepted attack takes all of that. */
  readonly bounded: number;
  readonly tight: number;
  readonly loose: readonly string[];
  /** Accepted attacks that take more than the bound. */
  readonly unsound: readonly string[];
}

export function countsOf(vectors: readonly Vector[]): Counts {
  const bounded = vectors.filter((one) => one.verdict.isBounded && canLose(one));
  return {
    vectors: vectors.length,
    bad: vectors.filter(({ verdict }) => verdict.warnings.length > 0).length,
    attacks: vectors.flatMap(({ attacks }) => attacks).length,
    refused: vectors.flatMap(({ name, attacks }) =>
      attacks.flatMap(({ node, shows }) =>
        node.accepted ? [] : [`${name} (${shows.join()}): ${node.reason}`],
      ),
    ),
    bounded: bounded.length,
    tight: bounded.filter(isTight).length,
    loose: bounded.filter((one) => !isTight(one)).map(({ name }) => name),
    unsound: vectors
      .filter(({ verdict, attacks }) =>
        attacks.some(
          ({ takesSats, node }) => verdict.isBounded && node.accepted && takesSats > verdict.lossSats,
        ),
      )
      .map(({ name }) => name),
  };
}

function canLose({ verdict }: Vector): boolean {
  return verdict.lossSats > 0 || verdict.inscriptions.some(({ fate }) => fate === 'may leave');
}

/** Whether accepted attacks take all that the verdict says: the sats, and each inscription for the least sats. */
export function isTight(vector: Vector): boolean {
  const { verdict, attacks, knowledge } = vector;
  const accepted = attacks.filter(({ node }) => node.accepted);
  const isReached = verdict.lossSats <= 0 || accepted.some(({ takesSats }) => takesSats === verdict.lossSats);
  return (
    isReached &&
    verdict.inscriptions
      .filter(({ fate }) => fate === 'may leave')
      .every(({ name, forAtLeastSats }) =>
        accepted.some(
          (attack) => attack.shows.includes(name) && takesInscription(vector, attack, name, forAtLeastSats),
        ),
      ) &&
    knowledge.mine.length > 0
  );
}

/** Follows the sat of an inscription, first in, first out, and counts what its owner gets for it. */
function takesInscription(
  { knowledge }: Vector,
  { transactions }: WrittenAttack,
  name: string,
  forAtLeastSats: number,
) {
  const { txid, vout, offset = 0 } = knowledge.inscriptions!.find((one) => one.name === name)!;
  let at: { txid: string; vout: number; offset: number } | null = { txid, vout, offset };
  for (const transaction of transactions) {
    const { outputs } = RawTx.decode(hex.decode(transaction.hex));
    const input = transaction.prevouts.findIndex((one) => at && one.txid === at.txid && one.vout === at.vout);
    if (input < 0 || !at) continue;
    const spent = transaction.prevouts[input]!;
    let left: number =
      at.offset + transaction.prevouts.slice(0, input).reduce((sum, { valueSats }) => sum + valueSats, 0);
    let landed: number | null = null;
    for (const [index, { amount }] of outputs.entries()) {
      if (left < Number(amount)) {
        landed = index;
        break;
      }
      left -= Number(amount);
    }
    const isMine = landed !== null && knowledge.mine.includes(hex.encode(outputs[landed]!.script));
    if (!isMine) {
      const others = transaction.prevouts.filter((one) => one.isYours && one !== spent);
      const back = outputs.filter(({ script }) => knowledge.mine.includes(hex.encode(script)));
      const got =
        back.reduce((sum, { amount }) => sum + Number(amount), 0) -
        others.reduce((sum, { valueSats }) => sum + valueSats, 0);
      return got <= forAtLeastSats;
    }
    at = { txid: transaction.txid, vout: landed!, offset: left };
  }
  return false;
}
