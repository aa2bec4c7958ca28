/**
 *   rejected           the user said no, or closed the prompt
 *   account            the addresses or keys cannot trade here
 *   network            the wallet is on another network
 *   legacy-signature   the wallet signs messages in an old form (BIP-137) that the service does not verify
 *   signature          a signature is missing, or does not verify
 *   unsupported        the wallet has no interface for it: its key cannot sign a take-back
 *   provider           anything else that the wallet threw or returned
 */
export type WalletErrorCode =
  | 'rejected'
  | 'account'
  | 'network'
  | 'legacy-signature'
  | 'signature'
  | 'unsupported'
  | 'provider';

/** A browser wallet did not do what was asked. Nothing that it returned was used. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: WalletErrorCode;

  constructor(code: WalletErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** EIP-1193, which UniSat, OKX and Leather follow; and sats-connect's USER_REJECTION. */
const REJECTED: ReadonlySet<unknown> = new Set([4001, -32000]);
const REJECTED_TEXT = /\b(user|request)\b.{0,20}\b(reject|cancel|den(y|ied)|declin|clos)|^cancel/i;

/** What `work` resolves to. What it throws becomes a `WalletError`, whose cause is the wallet's own error. */
export async function ofWallet<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WalletError) throw error;
    const { code, message } = partsOf(error);
    if (REJECTED.has(code) || REJECTED_TEXT.test(message))
      throw new WalletError('rejected', `the user rejected the request in ${name}`, { cause: error });
    throw new WalletError('provider', `${name} failed: ${message.slice(0, 300)}`, { cause: error });
  }
}

/** Code and message of what a wallet throws: an Error, a JSON-RPC error, the response around it, a text. */
function partsOf(thrown: unknown): { code: unknown; message: string } {
  if (typeof thrown !== 'object' || thrown === null) return { code: null, message: String(thrown) };
  const { code, message, error } = thrown as { code?: unknown; message?: unknown; error?: unknown };
  if (code === undefined && typeof error === 'object' && error !== null) return partsOf(error);
  return { code, message: typeof message === 'string' ? message : 'it gave no reason' };
}
