import type { Command } from 'commander';

/** Errors within this many letters are taken for a misspelt name. */
const MISSPELT_BY = 2;

/**
 * Lets every error end with the help of the command that was called, and refuses a misspelt subcommand of a
 * command that also runs by itself: commander takes it for an argument.
 */
export function pointToHelp(program: Command): void {
  hint(program);
  program.hook('preSubcommand', async (_, command) => {
    const [, word] = program.args;
    const names = command.commands.map((one) => one.name());
    if (word === undefined || word.startsWith('-') || command.registeredArguments.length > 0) return;
    if (names.length === 0 || names.includes(word) || word === 'help') return;
    const { closest, distance } = await import('fastest-levenshtein');
    const nearest = closest(word, names);
    const meant = distance(word, nearest) <= MISSPELT_BY ? `\n(Did you mean ${nearest}?)` : '';
    command.error(`error: unknown command '${word}'${meant}`);
  });
}

function hint(command: Command, parents = ''): void {
  const name = `${parents}${command.name()}`;
  const shows = command.commands.length > 0 ? 'lists its commands' : 'explains it';
  command.showHelpAfterError(`(${name} --help ${parents === '' ? 'lists every command' : shows})`);
  for (const one of command.commands) hint(one, `${name} `);
}
