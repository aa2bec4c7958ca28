/** A text file of the folder that init makes. */
export interface MadeFile {
  readonly text: string;
  /** Readable by its owner only. */
  readonly isSecret?: boolean;
}
