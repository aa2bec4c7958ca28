/** Shows the progress of a demo. */
export interface Stage {
  /** Shows a step while `work` runs, then its result. */
  step<T>(title: string, work: () => Promise<T>, told: (result: T) => string): Promise<T>;
  /** Shows text under a title. */
  show(title: string, picture: string): void;
}

/** Columns of the narrowest terminal in which nothing of a demo is cut or wrapped by the terminal. */
export const COLUMNS = 80;

/** Plain lines for files and pipes, without colours and cursor codes. `write` gets whole lines. */
export function plainStage(write: (text: string) => void): Stage {
  return {
    async step(title, work, told) {
      const result = await work().catch((error: unknown) => {
        write(`${wrapped(`${title}: failed`, COLUMNS)}\n`);
        throw error;
      });
      write(`${wrapped(told(result), COLUMNS)}\n`);
      return result;
    },
    show: (title, picture) => write(`\n${wrapped(title, COLUMNS)}\n${indented(picture)}\n\n`),
  };
}

/** The text with lines of at most `columns`, broken between words. A longer word stays on its own line. */
export function wrapped(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (line.length <= columns ? line : line.replaceAll(fitting(columns), '$1\n').trimEnd()))
    .join('\n');
}

/** As many words as fit, and the space after them; or one word that is too long. */
function fitting(columns: number): RegExp {
  return new RegExp(`(.{1,${columns}}|\\S+)(?: +|$)`, 'g');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
