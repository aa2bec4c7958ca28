/** What was opened, in order: closed again in the opposite one. */
export interface Opened {
  /** Notes how to close a part and returns it. */
  add<Part>(part: Part, close: (part: Part) => Promise<unknown>): Part;
  /** Closes everything once; a part that cannot be closed does not keep the others open, and its error is thrown at the end. */
  close(): Promise<void>;
}

/**
 * Opens parts one after another: what `open` returns stands for them all. When it throws, the parts that were opened before are
 * closed, and its error is thrown.
 */
export async function opening<Whole>(open: (opened: Opened) => Promise<Whole>): Promise<Whole> {
  const closers: (() => Promise<unknown>)[] = [];
  const opened: Opened = {
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
