import { log, spinner } from '@clack/prompts';
import { COLUMNS, NoSandbox, PLAYS, plainStage, type Stage, wrapped } from '@ordbook/client/demo';

export interface DemoOptions {
  readonly url: string;
  readonly play: keyof typeof PLAYS;
}

/** Columns that the frame of a terminal's lines takes. */
const FRAME = 3;

/**
 * Plays a demo against a running sandbox: with progress on a terminal, in plain lines elsewhere. Returns the
 * exit code: 1 when there is no sandbox or a step failed, which it then reports.
 */
export async function runDemo({ url, play }: DemoOptions): Promise<0 | 1> {
  const isTerminal = process.stdout.isTTY === true;
  const write = (text: string) => void process.stdout.write(text);
  const say = isTerminal ? framed : (text: string) => write(`${wrapped(text, COLUMNS)}\n`);
  say(`ordbook demo: ${PLAYS[play].title}`);
  try {
    const site = url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
    await PLAYS[play].play(site, isTerminal ? terminalStage() : plainStage(write));
    say('Done. Every PSBT was checked before it was signed; client/README.md shows how to do the same.');
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error instanceof NoSandbox ? error.message : `${error.name}: ${error.message}`;
    process.stderr.write(`demo: ${reason}\n`);
    return 1;
  }
}

function framed(text: string): void {
  log.step(wrapped(text, Math.min(process.stdout.columns || COLUMNS, COLUMNS) - FRAME));
}

function terminalStage(): Stage {
  return {
    async step(title, work, told) {
      const progress = spinner();
      progress.start(title);
      const result = await work().catch((error: unknown) => {
        progress.error(`${title}: failed`);
        throw error;
      });
      progress.clear();
      framed(told(result));
      return result;
    },
    show(title, picture) {
      framed(title);
      log.message(picture, { spacing: 0 });
    },
  };
}
