/**
 * Writes what a shell and `man` want to know of `ordbook`, from its own commands: tsx --conditions=source
 * scripts/command-line.ts <folder> leaves ordbook.1, ordbook.bash and _ordbook (zsh) there.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../server/src/cli/program.ts';

type Command = ReturnType<typeof commandLine>;
type Option = Command['options'][number];

/** A command with its groups: `keys publish`; the whole program: ``. */
interface Named {
  readonly name: string;
  readonly command: Command;
}

/** The program and every command. */
export function everyCommand(command: Command = commandLine(), name = ''): readonly Named[] {
  const below = command.commands.flatMap((one) => everyCommand(one, `${name && `${name} `}${one.name()}`));
  return [{ name, command }, ...below];
}

const flagsOf = ({ short, long }: Option) => [short, long].filter((flag) => flag !== undefined);
/** `--help` is no option of commander's. */
const HELP = ['--help'];

/** The manual page, in section 1. */
export function manPage(version: string, commands = everyCommand()): string {
  const [whole, ...others] = commands;
  return `.\\" Made from the program by scripts/command-line.ts.
.TH ORDBOOK 1 "" "ordbook ${version}" "User Commands"
.SH NAME
ordbook \\- ${escaped('a self-hosted trading engine for Bitcoin inscriptions')}
.SH SYNOPSIS
.B ordbook
[\\fB\\-\\-settings\\fR \\fIfile\\fR] \\fIcommand\\fR [\\fIoption\\fR ...]
.SH DESCRIPTION
${escaped(whole!.command.description())}
Every command explains itself with \\fB\\-\\-help\\fR.
.SH OPTIONS
${optionsIn(whole!.command)}.SH COMMANDS
${others.map(section).join('')}.SH FILES
.TP
.I /etc/ordbook
settings, key set and list of collections
.TP
.I /var/lib/ordbook\\-*
keys and journal of each signer
`;
}

function section({ name, command }: Named): string {
  const more = helpAfter(command);
  const notes = more === '' ? '' : `.PP\n.nf\n${escaped(more)}\n.fi\n`;
  const usage = command.usage() === '' ? '' : ` ${command.usage()}`;
  return `.SS ${escaped(`ordbook ${name}${usage}`)}\n${escaped(command.description())}\n${optionsIn(command)}${notes}`;
}

function optionsIn({ options, registeredArguments }: Command): string {
  const rows = [
    ...registeredArguments.map((one) => [one.name(), one.description]),
    ...options.map((one) => [one.flags, one.description]),
  ];
  return rows.map(([term, text]) => `.TP\n.B ${escaped(term!)}\n${escaped(text || 'as above')}\n`).join('');
}

/** What the command's help says below its options. */
function helpAfter(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help.slice(command.helpInformation().length).trim();
}

/** Text of roff: a dot begins no request, and a minus can be copied. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/gm, '\\&');

/** In both shells: which command the words before the cursor name, without those that are options. */
const walk = (words: string, commands: readonly Named[]) => `  for word in ${words}; do
    case "$called $word" in
      ${commands
        .slice(1)
        .map(({ name }) => `' ${name}'`)
        .join(' | ')}) called="$called $word" ;;
    esac
  done
`;

/** Words after the option; null: it takes none. */
function valuesOf({ required, optional, argChoices, flags }: Option): readonly string[] | 'files' | null {
  if (!required && !optional) return null;
  return argChoices ?? (/<(file|folder|where)>/.test(flags) ? 'files' : []);
}

const takesFiles = ({ registeredArguments }: Command) =>
  registeredArguments.some((one) => /^files?$/.test(one.name()));

/** The completion of bash. */
export function bashCompletion(commands = everyCommand()): string {
  const cases = commands.map(({ name, command }) => {
    const below = command.commands.map((one) => one.name());
    const words = [...below, ...command.options.flatMap(flagsOf), ...HELP];
    const after = command.options.flatMap((option) => {
      const values = valuesOf(option);
      if (values === null) return [];
      const reply = values === 'files' ? '-f' : `-W '${values.join(' ')}'`;
      return [
        `    '${name && ` ${name}`}:${option.long}') COMPREPLY=($(compgen ${reply} -- "$now")); return ;;`,
      ];
    });
    return {
      after,
      words: `    '${name && ` ${name}`}') words='${words.join(' ')}'${takesFiles(command) ? '; files=1' : ''} ;;`,
    };
  });
  return `# shellcheck shell=bash disable=SC2207
_ordbook() {
  local called='' word words='' files='' now="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
${walk(`"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`, commands)}  case "$called:$before" in
${cases.flatMap(({ after }) => after).join('\n')}
  esac
  case "$called" in
${cases.map(({ words }) => words).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$now"))
  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$now")); fi
}
complete -o filenames -F _ordbook ordbook
`;
}

/** The completion of zsh, with descriptions. */
export function zshCompletion(commands = everyCommand()): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const said = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
  const cases = commands.map(({ name, command }) => {
    const options = command.options.flatMap((option) => {
      const values = valuesOf(option);
      const words =
        values === 'files' ? '_files' : values && values.length > 0 ? `(${values.join(' ')})` : ' ';
      const value = values === null ? '' : `:value:${words}`;
      return flagsOf(option).map((flag) => quoted(`*${flag}[${said(option.description)}]${value}`));
    });
    const below = command.commands.map((one) => `${one.name()}\\:${quoted(said(said(one.description())))}`);
    const rest =
      below.length > 0
        ? [quoted(`*:command:((${below.join(' ')}))`)]
        : takesFiles(command)
          ? ["'*:file:_files'"]
          : [];
    const specs = [...options, "'--help[explains it]'", ...rest];
    return `  ${quoted(name && ` ${name}`)}) _arguments ${specs.join(' ')} ;;`;
  });
  return `#compdef ordbook
local called='' word
${walk(`\${words[2,CURRENT-1]}`, commands)}case "$called" in
${cases.join('\n')}
esac
`;
}

const folder = process.argv[1] === import.meta.filename ? process.argv[2] : undefined;
if (folder !== undefined) {
  const version = commandLine().version() ?? '';
  for (const [file, text] of [
    ['ordbook.1', manPage(version)],
    ['ordbook.bash', bashCompletion()],
    ['_ordbook', zshCompletion()],
  ] as const)
    writeFileSync(join(folder, file), text);
}
