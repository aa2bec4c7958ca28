/** What a leader shows with every write: `token` is greater in each term, `holder` is the process. */
export interface LeaderTerm {
  readonly token: number;
  readonly holder: string;
}

/** A term in office: `lost` resolves when another process may lead. */
export interface Term {
  readonly lost: Promise<void>;
  /** True: the leader before had hung, so its connections were ended. */
  readonly afterHang: boolean;
  /** Hands over at once. Retry-safe. */
  resign(): Promise<void>;
}

export interface Election {
  /** Resolves once this process leads; null: `stop` was called before. */
  lead(): Promise<Term | null>;
  /** The term of this process; null while it does not lead. */
  term(): LeaderTerm | null;
  /** Stops waiting. */
  stop(): void;
}

/** A process that leaves it to the others to lead. */
export function neverLeading(): Election {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  return {
    async lead() {
      await stopped;
      return null;
    },
    term: () => null,
    stop: () => stop(),
  };
}

/** The embedded database has one process, which always leads. */
export const alwaysLeading: Election = {
  lead: async () => ({
    lost: new Promise<void>(() => {}),
    afterHang: false,
    resign: async () => undefined,
  }),
  term: () => null,
  stop: () => undefined,
};
