/** The signers. Each is a process of its own, with a key of its own. */
export const SIGNER_ROLES = ['market', 'policy', 'gate'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];
