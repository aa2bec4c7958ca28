/**
 * Every command is declared as `reading` or `acting`, and gets its action nowhere else. An acting one says
 * what it will do before it does it, asks, and wants a reason and a name; without a terminal and without
 * --yes, saying it is all it does.
 */
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { userName } from '../base/user-name.ts';
import type { By } from '../trading/operation/act.ts';

/** What a command would do, found without changing anything. */
export interface Plan {
  /** A sentence per effect, with its counts and sats. */
  readonly says: readonly string[];
  /** The reason, where the command's own input has it. */
  readonly reason?: string | undefined;
  /** True: the caller has a name already, as that of its token. */
  readonly isNamed?: boolean;
  /** Does it, with a record of who and why, and returns what it did. Absent: there is nothing to do. */
  readonly run?: (by: By) => Promise<readonly string[]>;
}

/** How an acting command is confirmed. */
export interface Confirmation {
  readonly yes?: boolean;
  readonly reason?: string;
  readonly as?: string;
}

/** A terminal to ask on. A text that was not given is null. */
export interface Terminal {
  confirm(question: string): Promise<boolean>;
  text(question: string): Promise<string | null>;
}

/** A dry run, or a question that was answered with no: nothing was changed. */
export const NOTHING_CHANGED = 1;

type Action = (...args: never[]) => Promise<void>;
const kinds = new WeakMap<Command, 'reading' | 'acting'>();

/** How a command was declared; undefined: it only groups others. */
export const kindOf = (command: Command): 'reading' | 'acting' | undefined => kinds.get(command);

/** Declares a command that ends, pays and replaces nothing; it may make new files, or run a process. */
export function reading(command: Command, action: Action): Command {
  kinds.set(command, 'reading');
  return command.action(action as unknown as Parameters<Command['action']>[0]);
}

/** Declares a command that ends, pays or replaces something. `planned` returns null when this call reads. */
export function acting(command: Command, planned: (...args: never[]) => Promise<Plan | null>): Command {
  kinds.set(command, 'acting');
  return command
    .option(
      '--yes',
      'do it without asking; without it and without a terminal, the command only says what it would do',
    )
    .option('--reason <text>', 'why; the log of acts keeps it')
    .option(
      '--as <name>',
      'who you are; default: who called sudo, or the user of this process if it is a person',
    )
    .action(async (...args) => {
      const plan = await (planned as (...args: unknown[]) => Promise<Plan | null>)(...args);
      if (plan === null) return;
      const code = await carryOut(plan, command.opts<Confirmation>(), await terminal());
      if (code !== 0) process.exitCode = code;
    });
}

/** Says what is planned, and does it once it is confirmed. Resolves to the exit code. */
export async function carryOut(
  { says, run, ...plan }: Plan,
  { yes, as, ...options }: Confirmation,
  asked: Terminal | null,
  personOfName: (as: string | undefined) => string | undefined = (name) => personOf(name, process.env),
): Promise<number> {
  process.stderr.write(`${says.join('\n')}\n`);
  if (!run) return 0;
  if (!yes && !asked) {
    process.stderr.write('This was a dry run: nothing was changed. To do it, add --yes and --reason "…".\n');
    return NOTHING_CHANGED;
  }
  if (!yes && !(await asked!.confirm('Do this?'))) {
    process.stderr.write('Nothing was changed.\n');
    return NOTHING_CHANGED;
  }
  const reason = options.reason ?? plan.reason ?? (await asked?.text('Why? The log of acts keeps it.'));
  if (!reason?.trim()) throw new Error('a reason is missing; add --reason "…", which the log of acts keeps');
  const onBehalfOf = personOfName(as);
  if (onBehalfOf === undefined && !plan.isNamed)
    throw new Error(`${userName()} is nobody's name; add --as NAME, which the log of acts keeps`);
  const lines = await run({ actor: { name: `user ${userName()}`, onBehalfOf }, reason });
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return 0;
}

/** Accounts below are those of the system and its services. */
const FIRST_PERSON = 1_000;
const NAME = /^[\x21-\x7e][\x20-\x7e]{0,79}$/;

/** The person who acts, as it says, as sudo says, or as its own account says; undefined: nobody knows. */
export function personOf(
  as: string | undefined,
  { SUDO_USER }: NodeJS.ProcessEnv,
  account: () => { readonly uid: number; readonly username: string } = userInfo,
): string | undefined {
  if (as !== undefined && !NAME.test(as))
    throw new Error(`--as is ${JSON.stringify(as)}; use 1 to 80 letters, digits or signs of ASCII`);
  if (as !== undefined) return as;
  if (SUDO_USER && SUDO_USER !== 'root') return SUDO_USER;
  try {
    const { uid, username } = account();
    return uid >= FIRST_PERSON ? username : undefined;
  } catch {
    // in a container, a user may have a number only
    return undefined;
  }
}

async function terminal(): Promise<Terminal | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const { confirm, text } = await import('@clack/prompts');
  const output = process.stderr;
  return {
    confirm: async (message) => (await confirm({ message, initialValue: false, output })) === true,
    text: async (message) => {
      const typed = await text({ message, output });
      return typeof typed === 'string' ? typed : null;
    },
  };
}
