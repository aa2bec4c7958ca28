/**
 * `npm run docs`: writes the tables and files of the docs that are made from code. A table is between `<!--
 * rendered: name -->` and `<!-- /rendered -->`. Add a page to `PAGES` with the tables that it shows; a test
 * compares the page with the code through `readPage`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { protocolTables } from '../protocol/test/example-tables.ts';
import { offerTables } from '../protocol/test/offer-tables.ts';
import { aboutPage } from './about-page.ts';
import { conformanceTables } from './conformance/tables.ts';
import { costTables } from './cost-tables.ts';
import { deployFiles } from './deploy-files.ts';
import { errorsTable } from './errors-table.ts';
import { griefingTables } from './griefing-tables.ts';
import { lifecycleTables } from './lifecycle-tables.ts';
import { eventSchemasFile, openapiFile } from './openapi.ts';
import { operationsTables, settingsTable } from './operations-tables.ts';
import { signatureTables } from './signature-tables.ts';
import { signedPurchasePicture } from './signed-purchase-picture.ts';
import { signerTables } from './signer-tables.ts';
import { tradePicture } from './trade-picture.ts';

/** By name, what makes a table (Markdown). */
export type Tables = { readonly [name: string]: () => string };

/** By path from the root of the project. */
export const PAGES: { readonly [path: string]: Tables } = {
  'docs/conformance.md': conformanceTables,
  'docs/errors.md': errorsTable,
  'docs/griefing.md': griefingTables,
  'docs/lifecycle.md': lifecycleTables,
  'docs/operations.md': operationsTables,
  'docs/performance.md': costTables,
  'docs/protocol/listing.md': protocolTables,
  'docs/protocol/offers.md': offerTables,
  'docs/protocol/purchase.md': protocolTables,
  'docs/settings.md': settingsTable,
  'docs/signers.md': signerTables,
  'docs/threat-model.md': signatureTables,
  'docs/traders.md': aboutPage,
};

/** By path, what makes a whole file: a schema, a picture (SVG), or a sample of what `ordbook init` makes. */
export const FILES: { readonly [path: string]: () => string | Promise<string> } = {
  'docs/events.schema.json': eventSchemasFile,
  'docs/openapi.json': openapiFile,
  'docs/signed-purchase.svg': signedPurchasePicture,
  'docs/trade.svg': tradePicture,
  ...deployFiles,
};

/** The page with every table rendered again. Throws an Error when it names an unknown table. */
export function rendered(page: string, tables: Tables): string {
  return page.replaceAll(
    /(<!-- rendered: ([\w-]+) -->\n)[\s\S]*?(<!-- \/rendered -->)/g,
    (_, opening: string, name: string, closing: string) => {
      const make = tables[name];
      if (!make) throw new Error(`no table is called ${name}`);
      return `${opening}\n${make()}\n\n${closing}`;
    },
  );
}

/** The file as committed, and as made from the code. */
export async function readFile(path: string): Promise<{ written: string; expected: string }> {
  return { written: readFileSync(pathOf(path), 'utf8'), expected: await FILES[path]!() };
}

/** The page as committed, and as rendered from the code. */
export function readPage(path: string): { written: string; expected: string } {
  const written = readFileSync(pathOf(path), 'utf8');
  return { written, expected: rendered(written, PAGES[path] ?? {}) };
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of Object.keys(PAGES)) writeFileSync(pathOf(path), readPage(path).expected);
  for (const [path, make] of Object.entries(FILES)) writeFileSync(pathOf(path), await make());
}
