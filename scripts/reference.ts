/**
 * The reference of the SDK, which the manual shows: every export of every entry point, from its types and
 * comments. Those of `@ordbook/client` are on pages by the folder that declares them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { commentOf, type Field, fieldsOf, signatureOf } from './reference/declarations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A page: its title, and the entry point or the folders of `client/src` whose exports it shows. */
interface Page {
  readonly name: string;
  readonly title: string;
  readonly of: string | readonly string[];
}

export const PAGES: readonly Page[] = [
  { name: 'sessions', title: 'Sessions and wallets', of: ['', 'account', 'wallet', 'safety'] },
  { name: 'listings', title: 'Listings', of: ['listing'] },
  { name: 'purchases', title: 'Purchases', of: ['purchase'] },
  { name: 'offers', title: 'Inscription offers and counters', of: ['offer', 'counter'] },
  { name: 'collection-offers', title: 'Collection offers', of: ['collection-offer', 'fill'] },
  { name: 'flows', title: 'Progress, summaries and checks', of: ['flow', 'signing', 'custody'] },
  { name: 'reading', title: 'Pages, trades and events', of: ['pages', 'trade', 'watch'] },
  { name: 'sources', title: 'Sources of coins and inscriptions', of: ['source'] },
  { name: 'exits', title: 'Exits', of: ['exit'] },
  { name: 'answers', title: 'Answers and errors', of: ['responses'] },
  { name: 'market', title: 'Market pages', of: '@ordbook/client/market' },
  { name: 'wallets', title: 'Wallets of browsers', of: '@ordbook/client/wallets' },
  { name: 'inspect', title: 'What a PSBT does', of: '@ordbook/client/inspect' },
  { name: 'demo', title: 'Demos', of: '@ordbook/client/demo' },
  { name: 'judge', title: 'The judge', of: '@ordbook/judge' },
];

/** An export: where it is imported from, the page that shows it, its comment and its fields. */
export interface Entry {
  readonly from: string;
  readonly name: string;
  readonly page: string;
  readonly kind: 'function' | 'class' | 'constant' | 'type';
  readonly comment: string;
  readonly signature: string;
  readonly fields: readonly Field[];
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly source: string }>>;
}

/** Every export of every entry point of the client and the judge. Throws an Error for one without a page. */
export function entries(): readonly Entry[] {
  const points = ['client', 'judge'].flatMap((folder) => {
    const manifest = readFileSync(`${ROOT}${folder}/package.json`, 'utf8');
    const { name, exports } = JSON.parse(manifest) as Manifest;
    return Object.entries(exports).map(([path, { source }]) => ({
      from: `${name}${path.slice(1)}`,
      file: `${ROOT}${folder}/${source.slice(2)}`,
    }));
  });
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const program = ts.createProgram(
    points.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  const found = points.flatMap(({ from, file }) => {
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!);
    return exported.map((symbol): Entry => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const declaration = target.declarations![0]!;
      const signature = signatureOf(checker, symbol.name, target);
      return {
        ...{ from, name: symbol.name, page: pageOf(from, declaration.getSourceFile().fileName) },
        kind: kindOf(declaration, signature),
        comment: commentOf(checker, target),
        signature,
        fields: fieldsOf(checker, target),
      };
    });
  });
  const order: readonly Entry['kind'][] = ['function', 'class', 'constant', 'type'];
  return found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function kindOf(declaration: ts.Declaration, signature: string): Entry['kind'] {
  if (signature.startsWith('function ')) return 'function';
  if (ts.isClassDeclaration(declaration)) return 'class';
  return ts.isVariableDeclaration(declaration) ? 'constant' : 'type';
}

function pageOf(from: string, file: string): string {
  const folder = /\/client\/src\/(?:([^/]+)\/)?[^/]+$/.exec(file)?.[1] ?? '';
  const page = PAGES.find(({ of }) =>
    from === '@ordbook/client' ? of.includes(folder) && Array.isArray(of) : of === from,
  );
  if (!page) throw new Error(`${from} exports something of ${file}, which no page shows: add it to PAGES`);
  return page.name;
}

/** A page as Markdown. */
export function written(page: Page, all: readonly Entry[]): string {
  const shown = all.filter((entry) => entry.page === page.name);
  const froms = [...new Set(shown.map(({ from }) => from))];
  const head = `# ${page.title}\n\nImported from ${froms.map((from) => `\`${from}\``).join(', ')}.`;
  return `${[head, ...shown.map((entry) => section(entry, all))].join('\n\n')}\n`;
}

function section(entry: Entry, all: readonly Entry[]): string {
  const { name, comment, signature, fields } = entry;
  const words = new Set(`${signature} ${fields.map(({ type }) => type).join(' ')}`.match(/\w+/g));
  const linked = all.filter((other) => {
    const isNear = other.from === entry.from || other.page === entry.page;
    return other !== entry && other.kind !== 'function' && isNear && words.has(other.name);
  });
  const links = linked.map((other) => `[${other.name}](./${other.page}.md#${other.name})`);
  const rows = fields.map(({ path, type, isOptional, comment: meaning }) => {
    return `| \`${path}${isOptional ? '?' : ''}\` | ${code(type)} | ${cell(meaning)} |`;
  });
  return [
    `## ${name} {#${name}}`,
    text(comment),
    `\`\`\`ts\n${signature}\n\`\`\``,
    ...(rows.length > 0 ? [`| field | type | what it is |\n|---|---|---|\n${rows.join('\n')}`] : []),
    ...(links.length > 0 ? [`See ${links.join(', ')}.`] : []),
  ].join('\n\n');
}

/** Lines of a comment run on; `{{` would be code of the page. */
const text = (comment: string) => comment.replaceAll('{{', '{ {');
const cell = (comment: string) => text(comment).replace(/\s+/g, ' ').replaceAll('|', '\\|');
const code = (type: string) => `\`${type.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``;

/** Writes the pages into a folder, which is made. */
export function writeReference(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const all = entries();
  for (const page of PAGES) writeFileSync(`${folder}/${page.name}.md`, written(page, all));
}
