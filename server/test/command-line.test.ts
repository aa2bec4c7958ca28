/** The manual page and the completions of shells (scripts/command-line.ts). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bashCompletion, everyCommand, manPage, zshCompletion } from '../../scripts/command-line.ts';

const commands = everyCommand();
const manual = manPage('1.2.3');
const zsh = zshCompletion();
const folder = mkdtempSync(join(tmpdir(), 'ordbook-command-line-'));
writeFileSync(join(folder, 'ordbook.bash'), bashCompletion());
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers for the last of the words, in a folder with one file. */
function offered(...words: string[]): string[] {
  const script = `source ordbook.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _ordbook; echo "\${COMPREPLY[*]}"`;
  const output = execFileSync('bash', ['-uc', script, 'bash', 'ordbook', ...words], { cwd: folder });
  return output.toString().trim().split(' ');
}

describe.each(
  commands.map(({ name, command }) => ({ name, command, words: name.split(' ').filter(Boolean) })),
)('ordbook $name', ({ name, command, words }) => {
  const flags = command.options.flatMap(({ short, long }) =>
    [short, long].filter((flag) => flag !== undefined),
  );

  test('is in the manual page with every option and argument', () => {
    const plain = manual.replaceAll('\\-', '-');
    const [, section = ''] = plain.split(name === '' ? '.SH OPTIONS\n' : `\n.SS ordbook ${name} [`);
    const [own] = section.split(/^\.S[SH] /m);
    for (const { flags } of command.options) expect(own).toContain(`.B ${flags}\n`);
    for (const one of command.registeredArguments) expect(own).toContain(`.B ${one.name()}\n`);
  });

  test('is completed by bash, with every command below it and every option', () => {
    const below = command.commands.map((one) => one.name());
    expect(offered(...words, '')).toEqual(expect.arrayContaining([...below, ...flags, '--help']));
    for (const one of [...below, ...flags]) expect(offered(...words, one)).toContain(one);
  });

  test('is completed by zsh, with every command below it and every option', () => {
    const line = zsh.split('\n').find((one) => one.startsWith(`  '${name && ` ${name}`}') `));
    for (const flag of flags) expect(line).toContain(`'*${flag}[`);
    for (const one of command.commands) expect(line).toContain(`${one.name()}\\:`);
  });
});

describe('the completion', () => {
  test('of a value offers its choices, or files', () => {
    expect(offered('signer', '--role', '')).toEqual(['market', 'policy', 'gate']);
    expect(offered('--settings', 'ordbook.b')).toEqual(['ordbook.bash']);
    expect(offered('restore', 'ordbook.b')).toEqual(['ordbook.bash']);
    expect(offered('audit', '--since', '')).toEqual(['']);
  });

  test('knows the command behind options', () => {
    expect(offered('--settings', 'a.env', 'keys', 'pub')).toEqual(['publish']);
  });
});

test('the manual page has the version, and what a command says below its options', () => {
  expect(manual).toContain('.TH ORDBOOK 1 "" "ordbook 1.2.3"');
  expect(manual).toContain('ordbook admin GET /v1/sales');
  // a line that begins with a dot or an apostrophe would be a request of roff
  expect(
    manual.split('\n').filter((line) => /^[.'](?!(\\"|TH|SH|SS|TP|B|I|PP|nf|fi)\b|\\")/.test(line)),
  ).toEqual([]);
});
