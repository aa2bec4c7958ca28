import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Wallets' secrets, hex: of the inscriptions, and of the payments. */
export type Secrets = readonly [string, string];

/** A script that puts the fake of a wallet into a page. `script` sees `secrets`, `keysOf` and the fakes. */
export async function walletScript(secrets: Secrets, script: string): Promise<string> {
  const contents = `import { injectedUnisat, injectedXverse, keysOf } from '../../client/test/wallets/fakes.ts';
    const secrets = ${JSON.stringify(secrets)};
    ${script}`;
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const { outputFiles } = await build({
    ...{ stdin: { contents, resolveDir, loader: 'ts' }, bundle: true, write: false, format: 'iife' },
    conditions: ['source'],
  });
  return outputFiles[0]!.text;
}

/** Two addresses, of which the one that pays is P2WPKH. */
export const XVERSE = `window.XverseProviders = { BitcoinProvider: injectedXverse(keysOf(secrets, 'p2wpkh')) };`;
