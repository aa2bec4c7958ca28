import { verifyInput } from '../../src/script/verify.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import { hex } from './hex.ts';
import { type Spend, startJudge } from './judge/core-judge.ts';
import { randomFrom } from './random.ts';
import { nextSpend, seeds } from './script-spends.ts';

const BATCH = 500;

/** Spends on which devnode and Bitcoin Core do not agree, to the sentence of the error. */
export interface ScriptReport {
  readonly evaluations: number;
  /** How often each of Core's verdicts came up. */
  readonly verdicts: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

/** Judges `count` spends from a seed with both. Stops early at ten differences. */
export async function compareScripts(options: {
  judge: string;
  count: number;
  seed: number;
  progress?: (done: number) => void;
}): Promise<ScriptReport> {
  const judge = startJudge(options.judge);
  const random = randomFrom(options.seed);
  const published = seeds();
  const verdicts = new Map<string, number>();
  const differences: string[] = [];
  let evaluations = 0;
  try {
    while (evaluations < options.count && differences.length < 10) {
      const spends = Array.from({ length: Math.min(BATCH, options.count - evaluations) }, () =>
        nextSpend(random, published),
      );
      const judged = await judge.verdicts(spends);
      for (const [index, spend] of spends.entries()) {
        const theirs = judged[index]!;
        const ours = verifyInput(spend.tx, spend.index, spend.spent, spend.flags)?.message ?? 'OK';
        verdicts.set(theirs, (verdicts.get(theirs) ?? 0) + 1);
        if (ours !== theirs) differences.push(`${ours} here, ${theirs} in Core: ${described(spend)}`);
      }
      evaluations += spends.length;
      options.progress?.(evaluations);
    }
  } finally {
    judge.close();
  }
  return { evaluations, verdicts, differences };
}

const described = ({ tx, index, spent, flags }: Spend): string =>
  JSON.stringify({
    flags,
    index,
    tx: hex.encode(serializeTransaction(tx)),
    spent: spent.map(({ valueSats, script }) => `${valueSats}:${hex.encode(script)}`),
  });
