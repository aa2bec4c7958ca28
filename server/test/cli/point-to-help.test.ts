import { Command, CommanderError, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { addAdminCommand } from '../../src/cli/admin-command.ts';
import { addKeyCommands } from '../../src/cli/key-commands.ts';
import { pointToHelp } from '../../src/cli/point-to-help.ts';

/** What a wrong command line prints. */
async function refusal(line: string): Promise<string> {
  let printed = '';
  const program = new Command('ordbook')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: (text) => (printed += text) });
  addKeyCommands(program, () => new Option('--role <role>'));
  addAdminCommand(program);
  pointToHelp(program);
  await expect(program.parseAsync(line.split(' '), { from: 'user' })).rejects.toThrow(CommanderError);
  return printed;
}

describe('a wrong command line', () => {
  test.each([
    ['kesy', "error: unknown command 'kesy'\n(Did you mean keys?)\n(ordbook --help lists every command)\n"],
    // `keys` also runs by itself
    [
      'keys sweeep',
      "error: unknown command 'sweeep'\n(Did you mean sweep?)\n(ordbook keys --help lists its commands)\n",
    ],
    [
      'keys sweeep --keys market.json --to me',
      "error: unknown command 'sweeep'\n(Did you mean sweep?)\n(ordbook keys --help lists its commands)\n",
    ],
    ['keys anything', "error: unknown command 'anything'\n(ordbook keys --help lists its commands)\n"],
    [
      'keys',
      "error: required option '--file <file>' not specified\n(ordbook keys --help lists its commands)\n",
    ],
    [
      'keys sweep',
      "error: required option '--keys <file>' not specified\n(ordbook keys sweep --help explains it)\n",
    ],
    [
      'admin --feild a=b',
      "error: unknown option '--feild'\n(Did you mean --field?)\n(ordbook admin --help explains it)\n",
    ],
  ])('`ordbook %s` names what was meant and the help to read', async (line, printed) => {
    expect(await refusal(line)).toBe(printed);
  });
});
