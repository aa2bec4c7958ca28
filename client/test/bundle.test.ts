/** The SDK in a browser: bundled for one, and run where nothing of Node is. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { plainAnswers } from '@ordbook/api/answers-module';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { readRecordings } from './hostile/mutants.ts';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
/** Bytes of the whole SDK, minified and compressed: what a page loads at most. Measured: 140 KiB. */
const MOST_BYTES = 142 * 1024;
/** Of a page that only reads the book. Measured: 38 KiB. */
const MOST_BYTES_TO_READ = 41 * 1024;
/**
 * Of a page that explains PSBTs and does nothing else. Measured: 73 KiB, of which most is btc-signer and the
 * curve.
 */
const MOST_BYTES_TO_INSPECT = 74 * 1024;

/** Bundles code that imports from the SDK's sources, as a bundler of a front end does. */
async function bundled(contents: string, minify = false): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: SRC, loader: 'ts' },
    ...{ bundle: true, minify, write: false, format: 'iife', globalName: 'sdk' },
    ...{
      platform: 'browser',
      target: 'es2022',
      conditions: ['source'],
      plugins: [plainAnswers],
      logLevel: 'silent',
    },
  });
  expect(warnings).toEqual([]);
  return outputFiles[0]!.text;
}

let whole: string;
beforeAll(async () => {
  whole = await bundled(
    "export * from './index.ts'; export * from './wallets/index.ts'; export { safetyOf } from './safety/options.ts';",
  );
}, 60_000);

test('a purchase is checked and signed where there is no Node, with the signature that Node makes', async () => {
  const recording = readRecordings().find(({ name }) => name === 'buy 1, p2wpkh')!;
  // what every browser has; nothing else is there, neither process nor Buffer nor require
  const globals = {
    ...{ URL, TextEncoder, TextDecoder, AbortController, AbortSignal, Request, Response, Headers },
    ...{ setTimeout, clearTimeout, crypto, recording },
  };
  const context = createContext(globals);
  runInContext(whole, context);
  expect(whole.match(/\b(Buffer\.|process\.|require\().*/g)).toBeNull();
  const signed = await (runInContext(PURCHASE, context) as Promise<string[]>);
  expect(signed).toEqual(recording.signed);
});

const PURCHASE = `(async () => {
  const exchanges = [...recording.exchanges];
  const signed = [];
  const wallet = sdk.localWallet({ ...recording.wallet, network: 'regtest' });
  const fetch = async () => new Response(JSON.stringify(exchanges.shift().body), { headers: { 'content-type': 'application/json' } });
  const baseUrl = 'http://127.0.0.1:8080';
  const session = {
    client: sdk.createClient({ baseUrl, fetch, network: 'regtest' }),
    walletBindingId: recording.walletBindingId,
    safety: sdk.safetyOf({ storage: sdk.memoryStorage() }, baseUrl),
    wallet: {
      ...wallet,
      signPsbt: async (request, passthrough) => {
        signed.push(JSON.stringify({ request, passthrough: passthrough ?? null }));
        return wallet.signPsbt(request, passthrough);
      },
    },
  };
  await sdk.buy(session, recording.request);
  return signed;
})()`;

test('the whole SDK is not larger than its documents say, and reading the book needs a part of it', async () => {
  const sizeOf = async (code: string) => gzipSync(await bundled(code, true), { level: 9 }).length;
  const all = await sizeOf("export * from './index.ts'");
  const inspecting = await sizeOf("export * from './inspect/index.ts'");
  const reading = await sizeOf(
    "export { createClient } from './api.ts'; export { listings } from './pages/book.ts'",
  );
  expect(all).toBeLessThan(MOST_BYTES);
  expect(reading).toBeLessThan(MOST_BYTES_TO_READ);
  expect(inspecting).toBeLessThan(MOST_BYTES_TO_INSPECT);
  expect(all, 'the limit is far above the size; lower it').toBeGreaterThan(MOST_BYTES * 0.9);
}, 60_000);

test('no module of the SDK that a page loads imports a module of Node', async () => {
  const { metafile } = await build({
    entryPoints: ['index.ts', 'wallets/index.ts', 'inspect/index.ts'].map((file) => join(SRC, file)),
    ...{ bundle: true, write: false, metafile: true, outdir: 'x', format: 'esm' },
    ...{ platform: 'browser', conditions: ['source'], plugins: [plainAnswers], logLevel: 'silent' },
  });
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  expect(outside).toEqual([]);
  expect(Object.keys(metafile.inputs).filter((path) => /tiny-secp256k1|typebox/.test(path))).toEqual([]);
}, 60_000);
