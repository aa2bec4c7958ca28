/** What a sign-in message says. Times are ISO 8601 in UTC. */
export interface SignInTerms {
  /** Of the service that asks. */
  readonly domain: string;
  readonly address: string;
  readonly role: string;
  readonly network: string;
  /** 32 hex digits, used once. */
  readonly nonce: string;
  readonly issued: string;
  readonly expires: string;
  /** The profile that the wallet is to be linked to; null: it signs in. */
  readonly profileId: string | null;
}

/** The first line: which service, and what for. */
export function signInOpening({ domain, profileId }: Pick<SignInTerms, 'domain' | 'profileId'>): string {
  const what =
    profileId === null ? 'sign in with your Bitcoin wallet' : 'link this Bitcoin wallet to a profile';
  return `${domain} asks you to ${what}.`;
}

/** The text that a wallet signs to prove an address. */
export function signInMessage(terms: SignInTerms): string {
  return [
    signInOpening(terms),
    '',
    `Address: ${terms.address}`,
    `Role: ${terms.role}`,
    `Network: ${terms.network}`,
    `Nonce: ${terms.nonce}`,
    `Issued at: ${terms.issued}`,
    `Expires at: ${terms.expires}`,
    ...(terms.profileId === null ? [] : [`Profile: ${terms.profileId}`]),
    '',
    'This signature moves no coins and costs nothing.',
  ].join('\n');
}
