import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MachineTable } from '../server/src/store/schema.ts';

/**
 * What `docs/lifecycle.md` shows: of each state machine of the store, its transitions with the words beside
 * its states; and of the file in
 * `trading/` that the machine's comment names, the drawing in its header.
 */
const SOURCES = fileURLToPath(new URL('../server/src/', import.meta.url));
const STORE = join(SOURCES, 'store');

/** A state machine as its file in `store/` declares it. */
export interface DeclaredMachine {
  readonly table: MachineTable;
  readonly transitions: Readonly<Record<string, readonly string[]>>;
  /** What its rows are called: `offer settlement`. */
  readonly title: string;
  /** The file that says how its rows come from state to state, from `server/src/`. */
  readonly drawnIn: string;
  /** By state, the comment above it. */
  readonly meanings: Readonly<Record<string, string>>;
}

/** Every machine of the store, by files in the order of the alphabet. */
export const MACHINES: readonly DeclaredMachine[] = await readMachines();

export const lifecycleTables = { flows: () => [...byDrawing()].map(section).join('\n\n') };

async function readMachines(): Promise<DeclaredMachine[]> {
  const found: DeclaredMachine[] = [];
  const files = readdirSync(STORE, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(^|[/\\])machine\.ts$/.test(name)).sort()) {
    const text = readFileSync(join(STORE, file), 'utf8');
    const exported = (await import(pathToFileURL(join(STORE, file)).href)) as Record<string, DeclaredMachine>;
    // A comment, then `export const listingMachine = machine('listings', { … });`
    for (const [, words, name, body] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)Machine = machine\(([\s\S]*?)\n\}\);/g,
    )) {
      const drawnIn = /`(trading\/\S+\.ts)`/.exec(words!)?.[1];
      if (!drawnIn)
        throw new Error(`the comment of ${name}Machine in store/${file} names no file in trading/`);
      const { table, transitions } = exported[`${name}Machine`]!;
      const title = name!.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      found.push({ table, transitions, title, drawnIn, meanings: meaningsIn(body!) });
    }
  }
  return found;
}

/** Doc comments right above a state. */
function meaningsIn(body: string): Record<string, string> {
  const pairs = body.matchAll(/\/\*\*[\s*]*([\s\S]*?)\s*\*\/\s*(\w+): \[/g);
  return Object.fromEntries(
    [...pairs].map(([, words, state]) => [state, words!.replaceAll(/\s*\n\s*\*?\s*/g, ' ')]),
  );
}

function byDrawing(): Map<string, DeclaredMachine[]> {
  const groups = new Map<string, DeclaredMachine[]>();
  for (const machine of MACHINES)
    groups.set(machine.drawnIn, [...(groups.get(machine.drawnIn) ?? []), machine]);
  return groups;
}

function section([file, machines]: [string, DeclaredMachine[]]): string {
  const header = headerOf(readFileSync(join(SOURCES, file), 'utf8'));
  const drawing = header.filter((line) => line.startsWith('  '));
  return [
    `## ${header[0]}`,
    '',
    `From [\`${file}\`](../server/src/${file}).`,
    '',
    ...(drawing.length > 0 ? ['```', ...drawing.map((line) => line.slice(2)), '```', ''] : []),
    machines.map(table).join('\n\n'),
  ].join('\n');
}

/** The lines of the first block comment, without its stars. */
function headerOf(text: string): string[] {
  const comment = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(text)?.[1] ?? '';
  return comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
}

function table({ title, transitions, meanings }: DeclaredMachine): string {
  const rows = Object.entries(transitions).map(([from, to]) => {
    const next = to.length === 0 ? 'none: final' : to.map((state) => `\`${state}\``).join(', ');
    return `| \`${from}\` | ${meanings[from] ?? ''} | ${next} |`;
  });
  return [`| ${title} | meaning | may become |`, '|---|---|---|', ...rows].join('\n');
}
