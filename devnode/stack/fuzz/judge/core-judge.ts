import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { serializeTransaction } from '../../../src/transaction/serialize.ts';
import type { Transaction, TransactionOutput } from '../../../src/transaction/transaction.ts';
import { hex } from '../hex.ts';

/**
 * A spend to judge: one input of a transaction, all outputs that it spends, and script flags as Core counts
 * them.
 */
export interface Spend {
  readonly tx: Transaction;
  readonly index: number;
  readonly spent: readonly TransactionOutput[];
  readonly flags: number;
}

/** Bitcoin Core's own VerifyScript in a process beside the tests. */
export interface Judge {
  /** Core's verdicts, `OK` or its sentence, in order. */
  verdicts(spends: readonly Spend[]): Promise<string[]>;
  close(): void;
}

export function startJudge(program: string): Judge {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(program, [], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the judge has ended');
    return value;
  };
  return {
    async verdicts(spends) {
      child.stdin.write(`${spends.map(lineOf).join('\n')}\n\n`);
      const verdicts: string[] = [];
      for (const _ of spends) verdicts.push(await next());
      // That of the empty line, which makes the judge flush.
      await next();
      return verdicts;
    },
    close: () => child.kill(),
  };
}

const lineOf = ({ tx, index, spent, flags }: Spend): string =>
  `${flags} ${index} ${hex.encode(serializeTransaction(tx))} ${spent
    .map(({ valueSats, script }) => `${valueSats}:${hex.encode(script)}`)
    .join(',')}`;
