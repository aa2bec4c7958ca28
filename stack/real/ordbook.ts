import { fileURLToPath } from 'node:url';
import { bundleOf } from '../../scripts/bundle.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program `ordbook` of this tree, as one file for Node: it starts with a third of the work of a loader. */
export const ORDBOOK = await bundleOf({
  root: ROOT,
  entry: 'server/src/cli/main.ts',
  cache: `${ROOT}node_modules/.cache/ordbook-program`,
});
