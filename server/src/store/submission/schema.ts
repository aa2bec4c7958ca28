export interface SubmissionsTable {
  key: string;
  /** JSON. */
  answer: unknown;
  txids: string[];
  profileId: string;
  createdAt: Date;
}
