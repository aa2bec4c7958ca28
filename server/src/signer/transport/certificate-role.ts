/**
 * Whose a certificate is. One authority of the operator issues them all, so each names its holder's role, in a URI of its subject
 * alternative names (RFC 5280, 4.2.1.6): without it, who holds the key of one signer could pose as another, or as the service.
 */
export const SERVICE = 'ordbook:service';

export type CertificateRole = typeof SERVICE | `ordbook:signer:${'market' | 'policy' | 'gate'}`;

/**
 * Why a certificate is not of `expected`, naming both; null: it is. `altNames`: its subject alternative names as node tells them. A
 * certificate names one role: several are none.
 */
export function wrongRole(altNames: string | undefined, expected: CertificateRole): string | null {
  const seen = rolesIn(altNames ?? '');
  if (seen.length === 1 && seen[0] === expected) return null;
  return `the certificate names ${seen.length === 0 ? 'no role' : seen.join(' and ')}, where ${expected} is expected`;
}

/** The URIs of the scheme `ordbook`. Node quotes a name that holds a comma or a quote: such a one is none of ours, whatever is in it. */
function rolesIn(altNames: string): string[] {
  const names = altNames.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [];
  return names.flatMap((name) => /^URI:(ordbook:[^"]*)$/.exec(name.trim())?.[1] ?? []);
}
