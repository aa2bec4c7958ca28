import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOperator } from '../../../src/cli/init/ask.ts';

const REGTEST = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Types each answer once its question is shown, and keeps what was shown. */
function terminal(answers: readonly (readonly [shown: string, typed: string])[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  const left = [...answers];
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    const next = left[0];
    if (!next || !shown.includes(next[0])) return;
    left.shift();
    shown = '';
    for (const key of next[1]) setTimeout(() => input.write(key), 5);
  });
  return { input, output, left };
}

const ENTER = '\r';

test('every question is asked, and Enter takes what is proposed', async () => {
  const asked = terminal([
    ['What should run the parts?', ENTER],
    ['Which Bitcoin network?', ENTER],
    ['Under which host name', `trade.example${ENTER}`],
    ['Which address receives', `bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4${ENTER}`],
    ['Which addresses of creators', ENTER],
    ['JSON-RPC of bitcoind', ENTER],
    ['URL of the ord server', ENTER],
    ['PostgreSQL', ENTER],
    ['URL of an Esplora server', ENTER],
    ['Signers on other machines', ENTER],
  ]);
  expect(await askOperator({}, asked)).toEqual({
    target: 'systemd',
    network: 'mainnet',
    domain: 'trade.example',
    feeAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    payouts: 'none',
    node: '',
    index: 'http://127.0.0.1:8081',
    database: '',
    esplora: '',
    signers: '',
  });
  expect(asked.left).toEqual([]);
});

test('flags are not asked for again, nor what compose runs itself, and a wrong answer is asked for again', async () => {
  const asked = terminal([
    ['Which address receives', `nowhere${ENTER}`],
    ['must be an address of regtest', `${'\x7f'.repeat(7)}${REGTEST}${ENTER}`],
    ['Which addresses of creators', ENTER],
    ['URL of an Esplora server', ENTER],
  ]);
  const given = { target: 'compose', network: 'regtest', domain: 'localhost' };
  expect(await askOperator(given, asked)).toEqual({
    ...given,
    feeAddress: REGTEST,
    payouts: 'none',
    esplora: '',
  });
  expect(asked.left).toEqual([]);
});

test('Ctrl-C ends the questions', async () => {
  expect(await askOperator({}, terminal([['What should run the parts?', '\x03']]))).toBe(null);
});
