import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Signer } from 'bip322-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxWallet } from '../../sandbox/src/keys.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { findClientTools } from '../real/parts.ts';
import { run, talk } from './run.ts';

const tools = findClientTools() ?? '';
const programs = fileURLToPath(new URL('programs/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let sandbox: Sandbox;
/** Files with the documents of the API and of the sandbox's controls. */
let documents: { readonly api: string; readonly controls: string };

beforeAll(async () => {
  if (!tools) return;
  folder = await mkdtemp(join(tmpdir(), 'ordbook-clients-'));
  sandbox = await startSandbox({ port: 0, blockSeconds: 0, logLevel: 'error' });
  const keep = async (path: string, name: string) => {
    const text = await (await fetch(`${sandbox.url}${path}`)).text();
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  documents = {
    api: await keep('/openapi.json', 'api.json'),
    controls: await keep('/sandbox/openapi.json', 'controls.json'),
  };
});
afterAll(async () => {
  await sandbox?.close();
  if (folder) await rm(folder, { recursive: true });
});

describe.runIf(tools)('the OpenAPI documents have no error and no warning', () => {
  const bin = join(tools, 'node_modules', '.bin');
  const published = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

  test.each(['published', 'api', 'controls'] as const)('of Spectral: %s', async (name) => {
    const file = name === 'published' ? published : documents[name];
    const rules = fileURLToPath(new URL('spectral.yaml', import.meta.url));
    const lint = ['lint', '--ruleset', rules, '--fail-severity', 'hint', file];
    expect(await run(join(bin, 'spectral'), lint, { cwd: folder })).toMatchObject({ code: 0 });
  });

  test.each(['published', 'api'] as const)('of Redocly: %s', async (name) => {
    const file = name === 'published' ? published : documents[name];
    const { output } = await run(join(bin, 'redocly'), ['lint', file, '--format=json'], { cwd: folder });
    const { totals, problems } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    // a sandbox is at an address of this machine, which no document for the public should name
    const telling = problems.filter(
      (problem: { ruleId: string }) => problem.ruleId !== 'no-server-example.com',
    );
    expect(telling).toEqual([]);
    expect(totals.errors).toBe(0);
    if (name === 'published') expect(totals.warnings).toBe(0);
  });
});

/** The line that a program reads: the body of POST /auth/verify, signed. */
function signedBy(wallet: SandboxWallet, line: string): string {
  const { authRequestId, challenges } = JSON.parse(line) as {
    authRequestId: string;
    challenges: { challengeId: string; message: string; address: string; role: 'ordinals' | 'payment' }[];
  };
  const verifications = challenges.map(({ challengeId, message, address, role }) => ({
    challengeId,
    address,
    signature: Buffer.from(Signer.sign(wallet[role].wif, address, message).toString(), 'base64').toString(
      'hex',
    ),
  }));
  return JSON.stringify({ authRequestId, verifications });
}

/** Runs a program that signs in, and compares what it saw with what the service has. */
async function signsIn(program: string, args: readonly string[], cwd: string, wallet: SandboxWallet) {
  const own = [`${sandbox.url}/api/v1`, wallet.ordinals.address, wallet.payment.address];
  const seen = await talk(program, [...args, ...own], { cwd }, (line) => signedBy(wallet, line));
  expect(JSON.parse(seen)).toMatchObject({
    profileId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    listings: expect.any(Number),
    items: 2,
  });
}

describe.runIf(tools)(
  'a client that was generated from the document signs in and reads',
  { timeout: 600_000 },
  () => {
    test('in TypeScript, under strict types, with a function under the public name of each operation', async () => {
      const work = join(folder, 'typescript');
      const bin = join(tools, 'node_modules', '.bin');
      await mkdir(work);
      await cp(join(programs, 'sign-in.ts.txt'), join(work, 'sign-in.ts'));
      await writeFile(join(work, 'package.json'), '{ "type": "module" }');
      const generated = await run(
        join(bin, 'openapi-ts'),
        ['-i', documents.api, '-o', 'ordbook', '--silent'],
        {
          cwd: work,
        },
      );
      expect(generated).toMatchObject({ code: 0 });
      const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext'];
      const types = [
        '--moduleResolution',
        'bundler',
        '--skipLibCheck',
        '--typeRoots',
        join(root, 'node_modules/@types'),
      ];
      expect(
        await run(join(bin, 'tsc'), [...strict, ...types, '--types', 'node', 'sign-in.ts'], { cwd: work }),
      ).toEqual({
        code: 0,
        output: '',
      });
      const document = JSON.parse(await readFile(documents.api, 'utf8')) as {
        paths: Record<string, Record<string, { operationId: string }>>;
      };
      const sdk = await readFile(join(work, 'ordbook/sdk.gen.ts'), 'utf8');
      const ids = Object.values(document.paths).flatMap((one) =>
        Object.values(one).map(({ operationId }) => operationId),
      );
      expect(ids.length).toBeGreaterThan(34);
      expect(ids.filter((id) => !sdk.includes(`export const ${id} =`))).toEqual([]);
      await signsIn(join(root, 'node_modules/.bin/tsx'), ['sign-in.ts'], work, sandbox.world.wallets[0]!);
    });

    test('in Python, without a warning of its generator', async () => {
      const work = join(folder, 'python');
      const bin = join(tools, 'python', 'bin');
      await mkdir(work);
      await cp(join(programs, 'sign_in.py'), join(work, 'sign_in.py'));
      const args = ['generate', '--path', documents.api, '--output-path', 'ordbook', '--meta', 'none'];
      const generated = await run(join(bin, 'openapi-python-client'), args, { cwd: work, path: bin });
      expect(generated.output).not.toMatch(/warning|error/i);
      expect(generated.code).toBe(0);
      await signsIn(join(bin, 'python'), ['sign_in.py'], work, sandbox.world.wallets[1]!);
    });

    test('in Go, built from the standard library', async () => {
      const work = join(folder, 'go');
      await mkdir(work);
      await cp(join(programs, 'main.go'), join(work, 'main.go'));
      await writeFile(join(work, 'go.mod'), 'module signin\n\ngo 1.23\n');
      const args = [
        'generate',
        '-i',
        documents.api,
        '-g',
        'go',
        '-o',
        'ordbook',
        '--package-name',
        'ordbook',
      ];
      const options = [
        '--additional-properties',
        'withGoMod=false',
        '--global-property',
        'apiTests=false,modelTests=false',
      ];
      const generated = await run(
        join(tools, 'python', 'bin', 'openapi-generator-cli'),
        [...args, ...options],
        {
          cwd: work,
        },
      );
      expect(generated).toMatchObject({ code: 0 });
      expect(await run('go', ['build', '-o', 'signin', '.'], { cwd: work })).toEqual({ code: 0, output: '' });
      await signsIn(join(work, 'signin'), [], work, sandbox.world.wallets[2]!);
    });
  },
);
