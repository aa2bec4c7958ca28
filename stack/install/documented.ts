/** Commands of the documents, as their tests run them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Step {
  readonly title: string;
  /** Its blocks of commands. */
  readonly blocks: readonly string[];
}

/** The section of a page with this heading, as its commands. */
async function sectionOf(page: 'install' | 'operations', heading: string): Promise<string> {
  const text = await readFile(join(ROOT, `docs/${page}.md`), 'utf8');
  const mark = heading.split(' ')[0]!;
  const [, section] = text.split(`\n${heading}\n`);
  return section!.split(new RegExp(`^#{1,${mark.length}} `, 'm'))[0]!;
}

/** Its blocks of commands, as they are indented. */
const blocksOf = (section: string) =>
  [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent, code]) =>
    code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

/** The numbered steps of the first part of docs/install.md. */
export async function documentedSteps(): Promise<Step[]> {
  const part = await sectionOf('install', '## On one machine, with systemd');
  return part
    .split(/^### /m)
    .filter((section) => /^\d+\. /.test(section))
    .map((section) => ({ title: section.split('\n', 1)[0]!, blocks: blocksOf(section) }));
}

/** The commands of one section, without those of the sections in it. */
export async function documentedCommands(page: 'install' | 'operations', heading: string): Promise<Step> {
  const [own] = (await sectionOf(page, heading)).split(/^#+ /m);
  return { title: heading.replace(/^#+ /, ''), blocks: blocksOf(own!) };
}

/** How long each step took. */
export function table(rows: readonly { step: string; commands: string; seconds: number }[]): string {
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    '| step | commands | seconds |',
    '|---|---|---|',
    ...rows.map(({ step, commands, seconds }) => `| ${step} | \`${commands}\` | ${seconds.toFixed(1)} |`),
    `| together | | ${total.toFixed(1)} s, ${(total / 60).toFixed(1)} minutes |`,
  ].join('\n');
}
