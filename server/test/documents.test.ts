import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const LEFT_OUT = ['node_modules', 'dist', 'coverage', '.git', 'data'];

const pages = filesIn('.', /\.md$/);

describe('links between documents', () => {
  test('lead to files and headings that are there', () => {
    expect(pages.flatMap((page) => deadLinks(page, textOf(page)))).toEqual([]);
  });

  test('to a missing file, a missing heading or out of the project are found', () => {
    const page =
      '[a](missing.md) [b](testing.md#no-such) [c](../../outside.md) [d](testing.md#versions-of-node) ' +
      '`[in code](missing.md)` [e](https://example.org/missing.md) [f](#here)\n# Here';
    expect(deadLinks('docs/page.md', page)).toEqual([
      'docs/page.md: missing.md',
      'docs/page.md: testing.md#no-such',
      'docs/page.md: ../../outside.md',
    ]);
  });
});

describe('the npm scripts', () => {
  test('are in the table of CONTRIBUTING.md, in the order of package.json', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const section = sectionOf(textOf('CONTRIBUTING.md'), 'npm scripts');
    const rows = [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(scripts));
  });

  test('that documents mention exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const unknown = pages.flatMap((page) =>
      [...textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
        .map(([, name]) => name!)
        .filter((name) => !(name in scripts))
        .map((name) => `${page}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

test('every benchmark runs with all the others, and is explained beside them', () => {
  const run = [...textOf('bench/all.ts').matchAll(/\{ name: '([\w-]+)'/g)].map(([, name]) => name!);
  const explained = [...textOf('bench/README.md').matchAll(/^\| `bench\/([\w-]+)\.ts`/gm)].map(
    ([, name]) => name!,
  );
  expect(run.length).toBeGreaterThan(0);
  expect(explained).toEqual(run);
  expect(run.filter((name) => !existsSync(join(ROOT, `bench/${name}.ts`)))).toEqual([]);
});

test('the test files of commands in documents exist', () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/--project (\w+)(?: --\S+)* (test\/\S+\.ts)/g)].map(
      ([, project, file]) => `${project}/${file}`,
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

describe('pages of decisions', () => {
  const HEADINGS = ['Context', 'Decision', 'Alternatives', 'Consequences', 'Shown by'];
  const decisions = pages.filter((page) => /^docs\/decisions\/(?!README)/.test(page));

  test('are all in the list, by their title and with their status', () => {
    const listed = [...textOf('docs/decisions/README.md').matchAll(/^\| \[(.+)\]\((.+)\) \| (.+) \|$/gm)].map(
      ([, title, file, status]) => ({ page: `docs/decisions/${file}`, title, status }),
    );
    const written = decisions.map((page) => {
      const [, title, status] = /^# (.+)\n\nStatus: (.+)\n/.exec(textOf(page)) ?? [];
      return { page, title, status };
    });
    const byPage = (a: { page: string }, b: { page: string }) => (a.page < b.page ? -1 : 1);
    expect(listed.sort(byPage)).toEqual(written.sort(byPage));
    const statuses = new Set(written.map(({ status }) => status));
    expect(
      [...statuses].every((status) => /^(in the code|decided, not in the code yet)$/.test(status!)),
    ).toBe(true);
  });

  test.each(decisions)('%s has the headings of a decision', (page) => {
    expect(headingsOf(textOf(page)).slice(1)).toEqual(HEADINGS);
  });

  test('quote tests that exist', () => {
    const tests = [
      'protocol/test',
      'judge/test',
      'sandbox/test',
      'server/test',
      'api/test',
      'client/test',
      'devnode/test',
      'devnode/stack',
      'console/test',
      'stack',
    ]
      .flatMap((folder) => filesIn(folder, /\.ts$/))
      .map(textOf);
    const quoted = decisions.flatMap((page) =>
      [...textOf(page).matchAll(/^- Test: `([^`]+)`/gm)].map(([, title]) => ({ page, title: title! })),
    );
    expect(quoted.length).toBeGreaterThan(decisions.length);
    expect(quoted.filter(({ title }) => !tests.some((text) => text.includes(title)))).toEqual([]);
  });
});

test('the sentences that docs/errors.md calls fixed are in the service, word for word', () => {
  const [, fixed = ''] = /sentences are fixed:([^.]*)\./.exec(textOf('docs/errors.md')) ?? [];
  const sentences = [...fixed.matchAll(/`([^`]+)`/g)].map(([, sentence]) => sentence!);
  const sources = filesIn('server/src', /\.ts$/).map(textOf);
  expect(sentences).toHaveLength(3);
  expect(sentences.filter((each) => !sources.some((text) => text.includes(`'${each}'`)))).toEqual([]);
});

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names files that exist', (page) => {
  const named = [...textOf(page).matchAll(/`([\w-]+\/[\w/.-]*\.ts)`/g)].map(([, file]) => file!);
  const bases = ['', 'server/src', 'server', 'protocol/src'];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !bases.some((base) => existsSync(join(ROOT, base, file))))).toEqual([]);
});

describe('the changelog', () => {
  const changelog = textOf('CHANGELOG.md');
  const sections = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);

  test('has a version and a date in every heading, newest first, and only the top one unreleased', () => {
    const [top, ...released] = sections;
    expect(top).toMatch(/^\d+\.\d+\.\d+ \((unreleased|\d{4}-\d{2}-\d{2})\)$/);
    for (const heading of released) expect(heading).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/);
    const versions = sections.map((heading) => heading.split(' ')[0]!);
    const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
    expect(versions).toEqual([...new Set(versions)].sort(newestFirst));
  });

  test('begins with the version of the packages', () => {
    const versions = ['server', 'client', 'devnode'].map(
      (folder) => (JSON.parse(textOf(`${folder}/package.json`)) as { version: string }).version,
    );
    expect(new Set(versions)).toEqual(new Set([sections[0]!.split(' ')[0]]));
  });

  test('has one line an entry, with its full stop, below its reader', () => {
    const entries = sectionOf(changelog, sections[0]!)
      .split('\n')
      .filter((line) => line !== '' && !/^### (Operators|Clients|Traders|Sandbox and devnode)$/.test(line));
    expect(entries.filter((entry) => !/^- [A-Z`*@].*\.$/.test(entry))).toEqual([]);
  });
});

/** Links of `page` (a path from the root) that lead nowhere. Other hosts are not asked. */
function deadLinks(page: string, text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link!);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path, anchor] = link.split('#') as [string, string?];
      const target = path === '' ? page : join(dirname(page), path);
      if (target.startsWith('..') || (path !== '' && !existsSync(join(ROOT, target)))) return true;
      if (anchor === undefined) return false;
      return !anchorsOf(path === '' ? text : textOf(target)).has(anchor);
    })
    .map((link) => `${page}: ${link}`);
}

function headingsOf(text: string): string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading]) => heading!,
  );
}

/** Names by which hosting services link to headings: lower case, words joined by hyphens. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headingsOf(text)) {
    const words = heading.replaceAll(/\]\([^)]*\)/g, '').toLowerCase();
    const name = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    let anchor = name;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${name}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');
}

/** What stands under a heading of the second level, up to the next one. */
function sectionOf(text: string, heading: string): string {
  return text
    .split(/^## /m)
    .find((section) => section.startsWith(`${heading}\n`))!
    .slice(heading.length);
}

/** Files below a folder, as paths from the root. */
function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((entry) => {
    const path = join(ROOT, folder, entry);
    if (LEFT_OUT.includes(entry)) return [];
    if (statSync(path).isDirectory()) return filesIn(join(folder, entry), name);
    return name.test(entry) ? [relative(ROOT, path).split(sep).join('/')] : [];
  });
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
