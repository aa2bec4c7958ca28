/** A term in office: `lost` resolves when the lock is gone, because its connection ended. */
export interface Term {
  readonly lost: Promise<void>;
  /** Hands over at once. Retry-safe. */
  resign(): Promise<void>;
}

export interface Election {
  /** Resolves once this process leads; null: `stop` was called before. */
  lead(): Promise<Term | null>;
  /** Stops waiting. */
  stop(): void;
}

/** The embedded database has one process, which always leads. */
export const alwaysLeading: Election = {
  lead: async () => ({ lost: new Promise<void>(() => {}), resign: async () => undefined }),
  stop: () => undefined,
};
