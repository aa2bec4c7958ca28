/** A text that is not a PSBT, or one that no network accepts. `message` says what is wrong. */
export class UnreadablePsbt extends Error {
  override readonly name = 'UnreadablePsbt';
}
