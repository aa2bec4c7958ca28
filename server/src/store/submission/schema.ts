export interface RefusedSubmitsTable {
  key: string;
  refusals: number;
  refusedAt: Date;
}

export interface SubmissionsTable {
  key: string;
  /** JSON. */
  answer: unknown;
  txids: string[];
  tradeIds: string[];
  profileId: string;
  createdAt: Date;
}
