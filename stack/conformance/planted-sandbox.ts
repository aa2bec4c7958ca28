import { startSandbox } from '../../sandbox/src/sandbox.ts';

/** A sandbox of this tree. Its parent says which fault is there now: `globalThis.planted` is its number. */
process.on('message', (fault: number) => {
  Object.assign(globalThis, { planted: fault });
  process.send?.({ planted: fault });
});
const sandbox = await startSandbox({ port: 0, blockSeconds: 0, logLevel: 'silent' });
process.send?.({ url: sandbox.url });
process.once('disconnect', () => void sandbox.close().then(() => process.exit()));
