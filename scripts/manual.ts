/** `npm run manual`: builds the manual, with the reference of the SDK, into `dist/manual`. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { writeReference } from './reference.ts';

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const reference = `${docs}/reference`;
try {
  writeReference(reference);
  await build(docs);
} finally {
  rmSync(reference, { recursive: true, force: true });
}
