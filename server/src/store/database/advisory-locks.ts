/**
 * The advisory locks of a database, each with its own number: two purposes with one number would wait for
 * each other.
 */
export const ADVISORY_LOCKS = {
  /** Replicas that migrate at a time. */
  migrate: 7_263_041,
  /** Held by the session of the leader. */
  lead: 7_263_042,
  /** Storing blocks, and where inscriptions are. */
  sync: 7_263_043,
  /** Reserving anchors. */
  anchors: 7_263_044,
  /** Reserving admission coins. */
  admissions: 7_263_045,
  /** Shared by the transactions of the leader; changed with its token (`fence.ts`). */
  term: 7_263_047,
  /** Shared by transactions that store a trade; held by a pause or a ban. */
  stop: 7_263_048,
  /** With a number made of its key: storing what a submit makes, or counting it as refused. */
  submit: 7_263_049,
  /** With a number made of a profile or inscription: making offers of it, or on it. */
  offers: 7_263_050,
} as const;
