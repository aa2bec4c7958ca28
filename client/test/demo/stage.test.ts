import { describe, expect, test } from 'vitest';
import { COLUMNS, plainStage, wrapped } from '../../src/demo/stage.ts';

const ADDRESS = 'bcrt1pt9rn56lquecc9emh5tafh2wcdzts5w5zm5fz2yjpgvzt5z2nwu4qcxcqqs';

describe('a demo in plain lines', () => {
  test('writes results and pictures without cursor codes or colours, in lines of 80 columns', async () => {
    let written = '';
    const stage = plainStage((text) => {
      written += text;
    });
    const result = await stage.step(
      'working',
      async () => 7,
      (n) => `${'word '.repeat(30)}${n}`,
    );
    stage.show('A picture', ' #  spends\n 0  coin');
    expect(result).toBe(7);
    expect(written.includes('\u001b') || written.includes('\r')).toBe(false);
    expect(written).toContain('\nA picture\n   #  spends\n   0  coin\n');
    for (const line of written.split('\n')) expect(line.length).toBeLessThanOrEqual(COLUMNS);
  });

  test('names the step that failed, and passes its error on', async () => {
    let written = '';
    const stage = plainStage((text) => {
      written += text;
    });
    const failing = stage.step(
      'mining a block',
      () => Promise.reject(new Error('no node')),
      () => '',
    );
    await expect(failing).rejects.toThrow('no node');
    expect(written).toBe('mining a block: failed\n');
  });
});

describe('wrapped text', () => {
  test('breaks between words and loses none', () => {
    const text = `the seller signed in and pays from the address ${ADDRESS} and from no other one`;
    const lines = wrapped(text, COLUMNS).split('\n');
    expect(lines.join(' ')).toBe(text);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(COLUMNS);
  });

  test('leaves a word that is too long whole, and short lines as they are', () => {
    expect(wrapped(`to ${ADDRESS} now`, 20)).toBe(`to\n${ADDRESS}\nnow`);
    expect(wrapped('  two\n\nlines', 20)).toBe('  two\n\nlines');
  });
});
