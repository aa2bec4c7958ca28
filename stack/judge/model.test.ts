import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { judge } from '@ordbook/judge';
import { expect, test } from 'vitest';
import { foreignScript, type Kind, psbtOf, scriptOf, txidOf } from '../../judge/test/drafts.ts';
import { findQuint } from '../real/parts.ts';
import { stride } from '../rounds.ts';

const MODEL = resolve(import.meta.dirname, '../../judge/model/signatures.qnt');
const CASES = 20 ** 3 * 3;
/** The walk visits one in as many cases. The number shares no factor with theirs, so every signature comes. */
const STRIDE = stride(13);
const VISITED = Math.ceil(CASES / STRIDE);
/** COINS and PAYS_VICTIM of the model, in thousands of sats. */
const COINS = [6_000, 4_000, 3_000];
const PAID = [4_000, 1_000, 2_000];
const KINDS: Readonly<Record<string, Kind>> = { taproot: 'p2tr', v0: 'p2wpkh', legacy: 'p2pkh' };
const MINE = [1, 2, 3].flatMap((n) => Object.values(KINDS).map((kind) => scriptOf(kind, n)));

interface State {
  readonly signed: readonly { readonly kind: string; readonly sighash: number }[];
  readonly outputs: number;
  readonly worst: number;
}

/** The states of the one walk through the model, which checks its invariant in each. */
async function walk(quint: string): Promise<readonly State[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-model-'));
  try {
    const trace = join(folder, 'cases.json');
    const model = join(folder, 'signatures.qnt');
    const text = await readFile(MODEL, 'utf8');
    await writeFile(model, text.replace('pure val STRIDE = 1\n', `pure val STRIDE = ${STRIDE}\n`));
    const steps = ['--backend', 'typescript', '--max-samples', '1', '--max-steps', `${VISITED - 1}`];
    const args = ['run', model, ...steps, '--invariants', 'holds', '--out-itf', trace, '--verbosity', '1'];
    await promisify(execFile)(quint, args);
    const asNumber = (_: string, value: unknown) =>
      typeof value === 'object' && value !== null && '#bigint' in value ? Number(value['#bigint']) : value;
    return (JSON.parse(await readFile(trace, 'utf8'), asNumber) as { states: State[] }).states;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The judge's answer to a case, its loss in thousands of sats. */
function judged({ signed, outputs }: State) {
  const coins = signed.map(({ kind, sighash }, n) => {
    const script = kind === 'theirs' ? foreignScript(1) : scriptOf(KINDS[kind]!, n + 1);
    return { txid: txidOf(n + 1), vout: 0, valueSats: COINS[n]!, script, sighash };
  });
  const paid = PAID.slice(0, outputs).map((valueSats, n) => {
    return { valueSats, script: n === 1 ? foreignScript(2) : MINE[0]! };
  });
  const { isBounded, lossSats } = judge([{ psbt: psbtOf(coins, paid) }], { mine: MINE, values: coins }).worst;
  return { isBounded, worst: lossSats / 1_000 };
}

test.runIf(findQuint())(
  'the model of three inputs, three outputs, every sighash and script version agrees with the judge in every case that it visits',
  { timeout: 900_000 },
  async () => {
    const states = await walk(findQuint()!);
    expect(new Set(states.map(({ signed, outputs }) => JSON.stringify([signed, outputs]))).size).toBe(
      VISITED,
    );
    const differing = states.flatMap((state) => {
      const { signed, outputs, worst } = state;
      // such a signature is valid for any coin of its key
      const isBounded = !signed.some(
        ({ kind, sighash }, n) => kind === 'legacy' && sighash % 128 === 3 && n >= outputs,
      );
      const found = judged(state);
      const isSame = found.isBounded === isBounded && (!isBounded || found.worst === worst);
      return isSame ? [] : [{ ...state, found }];
    });
    expect(differing).toEqual([]);
  },
);
