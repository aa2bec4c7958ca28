import { Command, CommanderError, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { addTradeLists } from '../../src/cli/business-commands.ts';
import { addTradeCommands } from '../../src/cli/commands.ts';
import { addKeyCommands } from '../../src/cli/key-commands.ts';
import { addOperationCommands } from '../../src/cli/operation-commands.ts';
import { pointToHelp } from '../../src/cli/point-to-help.ts';

/** What a wrong command line prints. */
async function refusal(line: string): Promise<string> {
  let printed = '';
  const program = new Command('ordbook')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: (text) => (printed += text) });
  addKeyCommands(program, () => new Option('--role <role>'));
  addTradeLists(addTradeCommands(program));
  addOperationCommands(program);
  pointToHelp(program);
  await expect(program.parseAsync(line.split(' '), { from: 'user' })).rejects.toThrow(CommanderError);
  return printed;
}

describe('a wrong command line', () => {
  test.each([
    ['kesy', "error: unknown command 'kesy'\n(Did you mean keys?)\n(ordbook --help lists every command)\n"],
    [
      'trades shwo',
      "error: unknown command 'shwo'\n(Did you mean show?)\n(ordbook trades --help lists its commands)\n",
    ],
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
      'pause everything',
      "error: required option '--reason <text>' not specified\n(ordbook pause --help explains it)\n",
    ],
  ])('`ordbook %s` names what was meant and the help to read', async (line, printed) => {
    expect(await refusal(line)).toBe(printed);
  });
});
