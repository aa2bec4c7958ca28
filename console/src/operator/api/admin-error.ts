/** What the admin API refused, or that it did not respond; the message says what to do. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** HTTP status; 0: there was no response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The sentence of an error for people. */
export function sentenceOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const whole = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
