import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  carryOut,
  kindOf,
  NOTHING_CHANGED,
  type Plan,
  personOf,
  type Terminal,
} from '../../src/cli/acting.ts';
import { commandLine } from '../../src/cli/program.ts';

let printed = { out: '', err: '' };
beforeEach(() => {
  printed = { out: '', err: '' };
  for (const [name, to] of [
    ['stdout', 'out'],
    ['stderr', 'err'],
  ] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[to] += text;
      return true;
    });
});
afterEach(() => vi.restoreAllMocks());

/** Every command of the tree, with the words that call it. */
const tree = (command: Command, words = ''): { words: string; command: Command }[] =>
  command.commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => [
      { words: `${words}${one.name()}`, command: one },
      ...tree(one, `${words}${one.name()} `),
    ]);
const commands = tree(commandLine());
const hasAction = (command: Command) =>
  (command as unknown as { _actionHandler: unknown })._actionHandler !== null;

describe('a command', () => {
  test('is declared as reading or acting, and gets its action there and nowhere else', () => {
    const undeclared = commands.filter(
      ({ command }) => hasAction(command) !== (kindOf(command) !== undefined),
    );
    expect(undeclared.map(({ words }) => words)).toEqual([]);
    const folder = join(import.meta.dirname, '../../src/cli');
    const setting = readdirSync(folder).filter(
      (name) => name.endsWith('.ts') && /\.action\(/.test(readFileSync(join(folder, name), 'utf8')),
    );
    expect(setting).toEqual(['acting.ts']);
  });

  test('that ends, pays or replaces is an acting one, with --yes, --reason and --as', () => {
    const acting = commands.filter(({ command }) => kindOf(command) === 'acting');
    expect(acting.map(({ words }) => words)).toEqual([
      'admin',
      'signer',
      'keys publish',
      'keys encrypt',
      'keys decrypt',
      'keys sweep',
      'keys retire',
      'pools fund',
      'rehearse',
      'restore',
      'restored',
    ]);
    for (const { command } of acting)
      expect(command.options.map(({ long }) => long)).toEqual(
        expect.arrayContaining(['--yes', '--reason', '--as']),
      );
  });

  test.each(['--yes', '--force', '--send'])(
    'that reads has no %s, which nothing would heed, but init',
    (flag) => {
      const having = commands.filter(
        ({ command }) => kindOf(command) !== 'acting' && command.options.some(({ long }) => long === flag),
      );
      expect(having.map(({ words }) => words)).toEqual(flag === '--yes' ? ['init'] : []);
    },
  );
});

describe('an acting command', () => {
  const run = vi.fn<NonNullable<Plan['run']>>();
  beforeEach(() => run.mockReset().mockResolvedValue(['done']));
  const plan: Plan = { says: ['7 open listings and offers end'], run: (by) => run(by) };
  const asked = (confirms: boolean, reason: string | null = 'asked why'): Terminal => ({
    confirm: async () => confirms,
    text: async () => reason,
  });

  test('says what it would do, and without a terminal and without --yes does nothing', async () => {
    expect(await carryOut(plan, { reason: 'a drill', as: 'ada' }, null)).toBe(NOTHING_CHANGED);
    expect(printed.err).toMatch(/^7 open listings and offers end\nThis was a dry run: nothing was changed\./);
    expect(run).not.toHaveBeenCalled();
  });

  test('asks on a terminal, and a no changes nothing', async () => {
    expect(await carryOut(plan, { as: 'ada' }, asked(false))).toBe(NOTHING_CHANGED);
    expect(run).not.toHaveBeenCalled();
    expect(await carryOut(plan, { as: 'ada' }, asked(true))).toBe(0);
    expect(run.mock.calls).toMatchObject([[{ actor: { onBehalfOf: 'ada' }, reason: 'asked why' }]]);
    expect(printed.out).toBe('done\n');
  });

  test.each([undefined, '', '  '])('does nothing without a reason, as %j', async (reason) => {
    const given = { yes: true, as: 'ada', ...(reason === undefined ? {} : { reason }) };
    await expect(carryOut(plan, given, null)).rejects.toThrow('a reason is missing; add --reason');
    await expect(carryOut(plan, { as: 'ada' }, asked(true, null))).rejects.toThrow('a reason is missing');
    expect(run).not.toHaveBeenCalled();
  });

  test('does nothing for nobody, unless its token has a name', async () => {
    const nobody = () => undefined;
    const given = { yes: true, reason: 'a drill' };
    await expect(carryOut(plan, given, null, nobody)).rejects.toThrow("is nobody's name; add --as NAME");
    expect(run).not.toHaveBeenCalled();
    expect(await carryOut({ ...plan, isNamed: true }, given, null, nobody)).toBe(0);
  });

  test('with nothing to do asks for nothing', async () => {
    expect(await carryOut({ says: ['no coins'] }, {}, null)).toBe(0);
    expect(printed).toEqual({ out: '', err: 'no coins\n' });
  });
});

describe('the name in the log of acts', () => {
  const account = (uid: number, username: string) => () => ({ uid, username });

  test('is that of --as, else of who called sudo, else of a person who has an account', () => {
    expect(personOf('ada', { SUDO_USER: 'ben' }, account(0, 'root'))).toBe('ada');
    expect(personOf(undefined, { SUDO_USER: 'ben' }, account(0, 'root'))).toBe('ben');
    expect(personOf(undefined, {}, account(1000, 'cleo'))).toBe('cleo');
  });

  test('is never that of root or of the account of a service', () => {
    expect(personOf(undefined, {}, account(0, 'root'))).toBeUndefined();
    expect(personOf(undefined, { SUDO_USER: 'root' }, account(0, 'root'))).toBeUndefined();
    expect(personOf(undefined, {}, account(998, 'ordbook'))).toBeUndefined();
    const none = () => {
      throw new Error('no account');
    };
    expect(personOf(undefined, {}, none)).toBeUndefined();
  });

  test.each(['', ' ', 'a\nb', 'a'.repeat(81), 'zoë'])('%j is refused', (as) => {
    expect(() => personOf(as, {})).toThrow('--as is');
  });
});
