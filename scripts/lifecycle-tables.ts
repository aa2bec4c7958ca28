import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * What `docs/lifecycle.md` shows: of every file in `trading/` that exports a table of moves, the drawing in
 * its header, and each table with the words beside its states.
 */
const TRADING = fileURLToPath(new URL('../server/src/trading/', import.meta.url));

interface Flow {
  readonly file: string;
  readonly title: string;
  /** Lines of the header that are indented: the diagram. */
  readonly drawing: readonly string[];
  readonly machines: readonly Machine[];
}

interface Machine {
  readonly name: string;
  readonly moves: Readonly<Record<string, readonly string[]>>;
  /** By state, the comment above it. */
  readonly meanings: Readonly<Record<string, string>>;
}

const flows = await readFlows();

export const lifecycleTables = { flows: () => flows.map(section).join('\n\n') };

async function readFlows(): Promise<Flow[]> {
  const found: Flow[] = [];
  for (const file of readdirSync(TRADING)
    .filter((name) => name.endsWith('.ts'))
    .sort()) {
    const text = readFileSync(join(TRADING, file), 'utf8');
    if (!/export const \w+_MOVES = /.test(text)) continue;
    const exported = (await import(pathToFileURL(join(TRADING, file)).href)) as Record<string, unknown>;
    const header = headerOf(text);
    found.push({
      file,
      title: header[0] ?? file,
      drawing: header.filter((line) => line.startsWith('  ')),
      machines: Object.entries(exported)
        .filter(([name]) => name.endsWith('_MOVES'))
        .map(([name, moves]) => ({
          name,
          moves: moves as Machine['moves'],
          meanings: meaningsIn(text, name),
        })),
    });
  }
  return found;
}

/** The lines of the first block comment, without its stars. */
function headerOf(text: string): string[] {
  const comment = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(text)?.[1] ?? '';
  return comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
}

/** Doc comments right above a state in the table called `name`. */
function meaningsIn(text: string, name: string): Record<string, string> {
  const body = text.slice(text.indexOf(`export const ${name} = `)).split('} as const')[0] ?? '';
  const pairs = body.matchAll(/\/\*\*\s*([\s\S]*?)\s*\*\/\s*(\w+): \[/g);
  return Object.fromEntries(
    [...pairs].map(([, words, state]) => [state, words!.replaceAll(/\s*\n\s*\*?\s*/g, ' ')]),
  );
}

function section({ file, title, drawing, machines }: Flow): string {
  const link = `[\`trading/${file}\`](../server/src/trading/${file})`;
  return [
    `## ${title}`,
    '',
    `From ${link}.`,
    '',
    ...(drawing.length > 0 ? ['```', ...drawing.map((line) => line.slice(2)), '```', ''] : []),
    machines.map(table).join('\n\n'),
  ].join('\n');
}

function table({ name, moves, meanings }: Machine): string {
  const title = name
    .replace(/_MOVES$/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  const rows = Object.entries(moves).map(([from, to]) => {
    const next = to.length === 0 ? 'none: final' : to.map((state) => `\`${state}\``).join(', ');
    return `| \`${from}\` | ${meanings[from] ?? ''} | ${next} |`;
  });
  return [`| ${title} | meaning | may move to |`, '|---|---|---|', ...rows].join('\n');
}
