// How Node runs a sandbox. JavaScript that imports nothing but Node, so that it runs before anything is
// loaded.
import module from 'node:module';
import v8 from 'node:v8';

// The optimising compiler of WebAssembly takes 100 MiB and some seconds of processor time for the embedded
// database, and its queries are not faster for it (docs/performance.md).
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
  v8.setFlagsFromString(flag);

/**
 * Keeps compiled JavaScript in `folder` from one start to the next. Node 20 cannot.
 * @param {string} folder
 */
export function keepCompiled(folder) {
  module.enableCompileCache?.(folder);
}

/** Writes what is compiled by now, for a process that may be killed. Takes up to 0.2 s. */
export function writeCompiled() {
  module.flushCompileCache?.();
}
