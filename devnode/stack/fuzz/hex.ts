/** Bytes as hex and back. */
export const hex = {
  encode: (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex'),
  decode: (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex')),
};
