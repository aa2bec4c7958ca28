#!/usr/bin/env node
import { HELP } from './settings.ts';
import { runMcp } from './stdio.ts';

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(`${HELP}\n`);
else
  runMcp(process.env).catch((error: unknown) => {
    process.stderr.write(`ordbook-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
