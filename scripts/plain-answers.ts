/**
 * Replaces `answers.js` of the compiled package @ordbook/api by the same as data, without the schemas that it
 * is made from: a page that uses the client loads no more than it checks.
 *   npx tsx --conditions=source scripts/plain-answers.ts [package folder, default api]
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersModule } from '@ordbook/api/answers-module';

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../api', import.meta.url)));
const file = join(folder, 'dist/answers.js');
const map = { version: 3, file: 'answers.js', sources: ['../src/answers.ts'], names: [], mappings: '' };
await writeFile(file, `${answersModule()}//# sourceMappingURL=answers.js.map\n`);
await writeFile(`${file}.map`, JSON.stringify(map));
