import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as devnode from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the example of the README runs', async () => {
  const example = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const body = example.replace(/import \{([^}]*)\} from '@ordbook\/devnode';/, 'const {$1} = devnode;');
  const printed: string[] = [];
  const run = Object.getPrototypeOf(async () => undefined).constructor as FunctionConstructor;
  await run('devnode', 'console', body)(devnode, { log: (line: string) => printed.push(line) });
  expect(printed[0]).toBe('5050 BTC at height 101');
  expect(printed.filter((line) => line.startsWith('tip ')).map((line) => line.split(' ')[1])).toEqual([
    '100',
    '101',
    '102',
  ]);
});

test('the README lists every method', async () => {
  const { METHODS } = await import('../src/rpc/methods.ts');
  const listed = [...readme.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!);
  expect([...METHODS.keys()].filter((name) => !listed.includes(name))).toEqual([]);
});
