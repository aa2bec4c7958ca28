/** OpenParts resources, closed in the reverse order. */
export interface OpenParts {
  /** Registers how to close a part, and returns the part. */
  add<Part>(part: Part, close: (part: Part) => Promise<unknown>): Part;
  /**
   * Closes everything, once. A part that fails to close does not stop the others; its error is thrown at the
   * end.
   */
  close(): Promise<void>;
}

/**
 * Runs `open`, which opens parts one after another, and returns its result. When `open` throws, the parts
 * opened so far are closed and its error is rethrown.
 */
export async function openParts<Whole>(open: (opened: OpenParts) => Promise<Whole>): Promise<Whole> {
  const closers: (() => Promise<unknown>)[] = [];
  const opened: OpenParts = {
    add(part, close) {
      closers.push(() => close(part));
      return part;
    },
    async close() {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).reverse())
        await close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
  try {
    return await open(opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}
