/** Writes the built consoles into `dist`, for the package (`scripts/build.sh`). */
import { mkdir, writeFile } from 'node:fs/promises';
import { bundle } from './bundle.ts';

for (const [name, path] of [
  ['market', 'browser'],
  ['operator', 'operator-browser'],
] as const) {
  const folder = new URL(`../../dist/${path}/`, import.meta.url);
  const { page, assets } = await bundle(name);
  await mkdir(new URL('assets/', folder), { recursive: true });
  await writeFile(new URL('index.html', folder), page);
  for (const [file, { body }] of assets) await writeFile(new URL(`assets/${file}`, folder), body);
}
