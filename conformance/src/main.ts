#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type LocalWalletOptions, localWallet } from '@ordbook/client';
import { htmlOf, lineOf, summaryOf } from './report.ts';
import { runConformance } from './run.ts';

const HELP = `Checks a server of the trading API against its specification.

  npx @ordbook/conformance --base-url URL [options]

  --base-url URL      base address of the API, with or without /api/v1
  --sandbox URL       an ordbook sandbox whose service it is: everything runs, trades too
  --wallet FILE       else a wallet that can sign in, as JSON: {"network", "ordinals": {"type", "wif"}, "payment": {"type", "wif"}}
  --collection SLUG   the collection to read and trade; the sandbox's first, if left out
  --only TEXT         only checks with this text in their id; may be repeated
  --report FILE       also writes the report to a file, JSON or by its ending .html; may be repeated
  --quiet             prints only what failed, and the last line

It makes members, listings and offers there: run it against a server for tests. The exit code is 0 when nothing
failed, 1 when something did, and 2 when it was called wrongly.
`;

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ 'base-url': text, sandbox: text, wallet: text, collection: text },
      only: { type: 'string', multiple: true },
      report: { type: 'string', multiple: true },
      quiet: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const baseUrl = values['base-url'];
  for (const url of [baseUrl, values.sandbox])
    if (url !== undefined && !URL.canParse(url)) throw new Error(`${url} is not a URL`);
  if (baseUrl === undefined) throw new Error('--base-url is missing');
  const report = await runConformance({
    baseUrl,
    sandboxUrl: values.sandbox,
    collectionSlug: values.collection,
    only: values.only,
    wallet: values.wallet === undefined ? undefined : readWallet(values.wallet),
    onResult: (result) => {
      if (!values.quiet || result.outcome === 'failed') process.stdout.write(`${lineOf(result)}\n`);
    },
  });
  for (const file of values.report ?? [])
    writeFileSync(file, file.endsWith('.html') ? htmlOf(report) : `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`${summaryOf(report)}\n`);
  return report.failed > 0 || report.passed === 0 ? 1 : 0;
}

function readWallet(file: string) {
  return localWallet(JSON.parse(readFileSync(file, 'utf8')) as LocalWalletOptions);
}
