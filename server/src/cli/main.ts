#!/usr/bin/env node
import { operatorSentence } from '@ordbook/protocol/refusals';
import { commandLine } from './program.ts';

// a reader that has seen enough, as in `ordbook admin GET /v1/trades | head`
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

commandLine()
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`ordbook: ${operatorSentence(error)}\n`);
    // parts that did start would keep the process alive
    process.exit((error as { exitCode?: number }).exitCode ?? 1);
  });
