import { readFileSync } from 'node:fs';

/** Version of this package; its file lies above the source and `dist` alike. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
