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
    unsound: vectors.filter(isUnsound).map(({ name }) => name),
  };
}

/** Whether an accepted attack takes more than the verdict says. */
function isUnsound(vector: Vector): boolean {
  const { lossSats, isBounded, inscriptions } = vector.verdict;
  return vector.attacks.some((attack) => {
    if (!isBounded || !attack.node.accepted) return false;
    const isCheap = inscriptions.some(({ name, fate, forAtLeastSats }) => {
      const got = gotFor(vector, attack, name);
      return (
        got !== null &&
        fate !== 'not assured' &&
        Math.max(0, got) < forAtLeastSats + Number(fate !== 'may leave')
      );
    });
    return attack.takesSats > (lossSats ?? Infinity) || isCheap;
  });
}

function canLose({ verdict }: Vector): boolean {
  return (verdict.lossSats ?? 0) > 0 || verdict.inscriptions.some(({ fate }) => fate === 'may leave');
}

/** Whether accepted attacks take all that the verdict says: the sats, and each inscription for the least sats. */
function isTight(vector: Vector): boolean {
  const { lossSats, inscriptions } = vector.verdict;
  const accepted = vector.attacks.filter(({ node }) => node.accepted);
  const isReached = lossSats === 0 || accepted.some(({ takesSats }) => takesSats === lossSats);
  const leaving = inscriptions.filter(({ fate }) => fate === 'may leave');
  return (
    isReached &&
    leaving.every(({ name, forAtLeastSats }) =>
      accepted.some((attack) => {
        const got = gotFor(vector, attack, name);
        return got !== null && Math.max(0, got) === forAtLeastSats;
      }),
    )
  );
}

/** Follows the sat of an inscription, first in, first out: what its owner gets where it leaves; null: it does not. */
function gotFor({ knowledge }: Vector, { transactions }: WrittenAttack, name: string): number | null {
  const { txid, vout, offset = 0 } = knowledge.inscriptions!.find((one) => one.name === name)!;
  const isMine = ({ script }: { script: Uint8Array }) => knowledge.mine.includes(hex.encode(script));
  let at = { txid, vout, offset };
  for (const transaction of transactions) {
    const { outputs } = RawTx.decode(hex.decode(transaction.hex));
    const { prevouts } = transaction;
    const input = prevouts.findIndex((one) => one.txid === at.txid && one.vout === at.vout);
    if (input < 0) continue;
    const ends = outputs.map((_, index) => satsOf(outputs.slice(0, index + 1)));
    const place = at.offset + prevouts.slice(0, input).reduce((sum, { valueSats }) => sum + valueSats, 0);
    const landed = ends.findIndex((end) => place < end);
    if (landed < 0 || !isMine(outputs[landed]!)) {
      const others = prevouts.filter((one, index) => one.isYours && index !== input);
      return satsOf(outputs.filter(isMine)) - others.reduce((sum, { valueSats }) => sum + valueSats, 0);
    }
    at = { txid: transaction.txid, vout: landed, offset: place - (ends[landed - 1] ?? 0) };
  }
  return null;
}

const satsOf = (outputs: readonly { readonly amount: bigint }[]) =>
  outputs.reduce((sum, { amount }) => sum + Number(amount), 0);
