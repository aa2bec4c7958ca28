import { type Sandbox, startSandbox } from '../src/sandbox.ts';

let started: Promise<Sandbox> | undefined;

/**
 * A sandbox whose blocks come on request: the files of a worker share it, and it ends with the worker. Its follower polls rarely;
 * mining, inscribing and the like call it. A test makes its own traders and mines only what it needs.
 */
export function sharedSandbox(): Promise<Sandbox> {
  started ??= startSandbox({ port: 0, blockSeconds: 0, settings: { POLL_MS: 5_000 } });
  return started;
}
