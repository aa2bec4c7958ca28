import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folders of source, and whether their comments and sentences are checked. */
const SOURCE_CHECKED: Readonly<Record<string, boolean>> = {
  'server/src': true,
  'api/src': true,
  'protocol/src': true,
  'sandbox/src': true,
  'client/src': true,
  'devnode/src': true,
};

const COMMENT_COLUMNS = 110;

const PAGES = [
  ...filesIn('docs', /\.md$/),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['client/README.md', 'bench/README.md'],
];

/** A piece of prose with the line on which it begins. */
interface Prose {
  readonly line: number;
  readonly text: string;
}

const forbidden = forbiddenIn(textOf('docs/glossary.md'));

describe('documents', () => {
  test.each(PAGES)('%s uses the words of the glossary', (page) => {
    expect(found(page, [{ line: 1, text: proseOf(textOf(page)) }])).toEqual([]);
  });
});

describe.each(Object.entries(SOURCE_CHECKED))('%s', (folder, isChecked) => {
  const files = filesIn(folder, /\.ts$/);

  test.runIf(isChecked)('uses the words of the glossary in comments and sentences', () => {
    expect(files.flatMap((file) => found(file, proseInSource(textOf(file))))).toEqual([]);
  });

  test.runIf(isChecked)(`has no comment beyond column ${COMMENT_COLUMNS}`, () => {
    expect(files.flatMap((file) => wideComments(file, textOf(file)))).toEqual([]);
  });
});

describe('the check', () => {
  test('reads its words from the tables of the glossary', () => {
    expect(forbidden.length).toBeGreaterThan(60);
    expect(forbidden).toContainEqual(
      expect.objectContaining({ phrase: 'anew', instead: 'again, from scratch' }),
    );
    expect(forbidden.map(({ phrase }) => phrase)).toContain('behavior');
  });

  test('finds a phrase at the start of a sentence, over a line break and with any number', () => {
    const page = 'The challenge is Over\nits time.\n\nIt then answers 503, `anew` or not.\n';
    expect(found('page.md', [{ line: 1, text: proseOf(page) }])).toEqual([
      'page.md:1: write "expired" for "Over its time"',
      'page.md:4: write "return, respond with" for "answers 503"',
    ]);
  });

  test('finds whole words only, and no names', () => {
    expect(found('page.md', [{ line: 1, text: 'The colorimeter of anewer; feeRate is a field.' }])).toEqual(
      [],
    );
  });

  test('leaves out code, links and what is rendered from source of a folder that is not checked', () => {
    const page =
      '```\nanew\n```\n[here](anew.md) `anew`\n<!-- rendered: x -->\nanew\n<!-- /rendered -->\nthen anew';
    expect(found('page.md', [{ line: 1, text: proseOf(page, false) }])).toHaveLength(1);
    expect(found('page.md', [{ line: 1, text: proseOf(page, true) }])).toHaveLength(2);
  });

  test('reads comments, strings and templates of source, and no names or short texts', () => {
    const source = [
      '// It begins anew.',
      "const anew = 'anew';",
      'const a = call(1 /* once more anew */, 2);',
      "const b = 'the block was read anew';",
      `const c = \`block \${a} was read anew\`;`,
      '/**',
      ' * Starts',
      ' * anew, but `anew` is code.',
      ' */',
    ].join('\n');
    expect(found('a.ts', proseInSource(source)).map((line) => line.split(': ')[0])).toEqual([
      'a.ts:1',
      'a.ts:3',
      'a.ts:4',
      'a.ts:5',
      'a.ts:8',
    ]);
  });

  test('finds comments that are too wide, and no other lines', () => {
    const wide = 'x'.repeat(COMMENT_COLUMNS);
    const source = `// ${wide}\nconst a = '${wide}';\n/*\n * ${wide}\n */\nconst b = 1; // short`;
    expect(wideComments('a.ts', source)).toEqual(['a.ts:1: 113 columns', 'a.ts:4: 113 columns']);
  });
});

interface Forbidden {
  readonly phrase: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Phrases of the tables headed "write | not", each with what to write instead. */
function forbiddenIn(glossary: string): Forbidden[] {
  const tables = glossary.split(/^\| write \| not \|\n\|---\|---\|\n/m).slice(1);
  const rows = tables.flatMap((table) => table.slice(0, endOfTable(table)).split('\n'));
  return rows.flatMap((row) => {
    const [, instead = '', not = ''] = row.split('|').map((cell) => cell.trim());
    return [...not.matchAll(/`([^`]+)`/g)].map(([, phrase]) => ({
      phrase: phrase!,
      pattern: patternOf(phrase!),
      instead,
    }));
  });
}

function endOfTable(text: string): number {
  const end = text.search(/^(?!\|)/m);
  return end < 0 ? text.length : end;
}

/** One line for each forbidden phrase in the pieces. */
function found(file: string, pieces: readonly Prose[]): string[] {
  return pieces.flatMap(({ line, text }) =>
    forbidden
      .flatMap(({ pattern, instead }) => [...text.matchAll(pattern)].map((match) => ({ match, instead })))
      .sort((a, b) => a.match.index - b.match.index)
      .map(({ match, instead }) => {
        const at = line + text.slice(0, match.index).split('\n').length - 1;
        return `${file}:${at}: write "${instead}" for "${match[0].replaceAll(/\s[\s*]*/g, ' ')}"`;
      }),
  );
}

/** The phrase with a small or a capital first letter; other capitals make it a name, such as a field's. */
function patternOf(phrase: string): RegExp {
  const [first, ...rest] = phrase.split(' ').map((word) => (word === 'NNN' ? '\\d+' : word));
  const opening = `[${first![0]}${first![0]!.toUpperCase()}]${first!.slice(1)}`;
  return new RegExp(`(?<![\\w-])${[opening, ...rest].join('\\s[\\s*]*')}(?![\\w-])`, 'g');
}

/** A page without code, link targets and unchecked rendered tables; lines stay where they are. */
function proseOf(page: string, withRendered = SOURCE_CHECKED['server/src']): string {
  const written = withRendered ? page : page.replaceAll(/<!-- rendered: [\s\S]*?<!-- \/rendered -->/g, blank);
  return withoutCode(written.replaceAll(/^```[\s\S]*?^```/gm, blank)).replaceAll(/\]\([^()\s]+\)/g, ']');
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`\n]*`/g, '`');
}

/** The line breaks of a text. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, '');
}

/** Comments, and string literals of three words or more: shorter ones are names and keys. */
function proseInSource(source: string): Prose[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number) => file.getLineAndCharacterOfPosition(at).line + 1;
  const texts = new Map<number, string>();
  for (const { pos, end } of commentsOf(file)) texts.set(pos, source.slice(pos, end));
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) texts.set(node.getStart(), sentenceOf(node));
    if (ts.isStringLiteralLike(node)) texts.set(node.getStart(), node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...texts]
    .filter(([, text]) => text.trim().split(/\s+/).length >= 3)
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: lineOf(at), text: withoutCode(text) }));
}

/** A template with 0 for each value. */
function sentenceOf({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map((span) => span.literal.text)].join('0');
}

function commentsOf(file: ts.SourceFile): ts.CommentRange[] {
  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) {
      const before = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
      const after = ts.getTrailingCommentRanges(file.text, node.getEnd()) ?? [];
      for (const comment of [...before, ...after]) comments.set(comment.pos, comment);
    }
    children.forEach(visit);
  };
  visit(file);
  return [...comments.values()].sort((a, b) => a.pos - b.pos);
}

function wideComments(name: string, source: string): string[] {
  if (!source.split('\n').some((line) => line.length > COMMENT_COLUMNS)) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n');
  const commented = commentsOf(file).flatMap(({ pos, end }) => {
    const first = file.getLineAndCharacterOfPosition(pos).line;
    const last = file.getLineAndCharacterOfPosition(end).line;
    return lines.slice(first, last + 1).map((text, below) => ({ line: first + below + 1, text }));
  });
  return commented
    .filter(({ text }) => text.length > COMMENT_COLUMNS)
    .map(({ line, text }) => `${name}:${line}: ${text.length} columns`);
}

/** Files below a folder, as paths from the root. */
function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((entry) => {
    const path = join(ROOT, folder, entry);
    if (statSync(path).isDirectory()) return filesIn(join(folder, entry), name);
    return name.test(entry) ? [relative(ROOT, path).split(sep).join('/')] : [];
  });
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
