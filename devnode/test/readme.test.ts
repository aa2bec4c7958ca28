import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as devnode from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!);

/** Runs an example of the README that imports nothing else, and returns what it prints. */
async function printedBy(word: string): Promise<string[]> {
  const example = examples.find((code) => code.includes(word) && !/^test\(/m.test(code))!;
  const body = example.replace(/import \{([^}]*)\} from '@ordbook\/devnode';/, 'const {$1} = devnode;');
  const printed: string[] = [];
  const run = Object.getPrototypeOf(async () => undefined).constructor as FunctionConstructor;
  await run('devnode', 'console', body)(devnode, { log: (line: unknown) => printed.push(String(line)) });
  return printed;
}

test('the example of a node runs', async () => {
  const printed = await printedBy('startRpcServer');
  expect(printed[0]).toBe('5050 BTC at height 101');
  expect(printed.filter((line) => line.startsWith('tip ')).map((line) => line.split(' ')[1])).toEqual([
    '100',
    '101',
    '102',
  ]);
});

test('the example of a world runs', async () => {
  expect(await printedBy('base.fork')).toEqual(['item 1', '2', '114']);
});

test('the example of a wallet runs', async () => {
  expect(await printedBy("'savings'")).toEqual(['0.0005']);
});

test('a first test has at most ten lines', () => {
  const firsts = examples.filter((code) => /^test\(/m.test(code));
  expect(firsts).toHaveLength(3);
  for (const code of firsts)
    expect(
      code
        .trim()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(10);
});

test('the README lists every method', async () => {
  const { METHODS } = await import('../src/rpc/methods.ts');
  const listed = [...readme.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!);
  expect([...METHODS.keys()].filter((name) => !listed.includes(name))).toEqual([]);
});

test('the README lists every option of the program', () => {
  const source = readFileSync(new URL('../src/cli/main.ts', import.meta.url), 'utf8');
  const options = [...source.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name!);
  expect(options.length).toBeGreaterThan(6);
  expect(options.filter((name) => name !== '--help' && !readme.includes(`\`${name}`))).toEqual([]);
});
