/**
 * Gives back the memory of everything that is no longer used, 20 MiB after a start: at rest a service makes
 * too little garbage for V8 to look for it by itself. Takes 0.2 s of processor time, during which nothing
 * else runs. A Node that is built without an inspector keeps its garbage.
 */
export async function collectGarbage(): Promise<void> {
  const inspector = await import('node:inspector').catch(() => null);
  if (!inspector) return;
  const session = new inspector.Session();
  session.connect();
  await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve));
  session.disconnect();
}
