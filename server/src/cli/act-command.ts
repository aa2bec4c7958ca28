import type { Command } from 'commander';

export interface ActOptions {
  readonly reason?: string;
  /** Whom the caller acts for. */
  readonly by?: string;
  readonly json?: boolean;
}

/** A command that acts: with a reason, which is required unless there is a usual one. */
export function act(parent: Command, name: string, description: string, usual?: string): Command {
  return reasoned(parent.command(name).description(description), usual).option('--json', 'one line of JSON');
}

/** Gives a command the options that the log of acts needs. */
export function reasoned(command: Command, usual?: string): Command {
  if (usual === undefined) command.requiredOption('--reason <text>', 'why; clients and the log show it');
  else command.option('--reason <text>', 'why; the log shows it', usual);
  return command.option(
    '--by <name>',
    'whom you act for; the log has it beside the name of your token or user',
  );
}

/** Whom the caller acts for: as it says, or the user that called sudo. */
export function onBehalfOf(by: string | undefined): string | undefined {
  return by ?? process.env['SUDO_USER'];
}
