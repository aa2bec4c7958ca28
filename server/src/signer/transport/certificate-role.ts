/**
 * The role in a certificate. The operator's authority issues all certificates, so each names its holder's
 * role in a URI of its subject alternative names (RFC 5280, 4.2.1.6). Otherwise the holder of one signer's
 * key could pose as another signer or as the service.
 */
export const SERVICE = 'ordbook:service';

export type CertificateRole = typeof SERVICE | `ordbook:signer:${'market' | 'policy' | 'gate'}`;

/**
 * What is wrong with the role of a certificate, which must be `expected`; null when nothing is. `altNames`:
 * its subject alternative names in Node's format. A certificate with several roles is refused.
 */
export function wrongRole(altNames: string | undefined, expected: CertificateRole): string | null {
  const seen = rolesIn(altNames ?? '');
  if (seen.length === 1 && seen[0] === expected) return null;
  return `the certificate names ${seen.length === 0 ? 'no role' : seen.join(' and ')} instead of ${expected}`;
}

/**
 * The URIs with the scheme `ordbook`. Node quotes names with commas or quotes; ours have neither, so quoted
 * ones are ignored.
 */
function rolesIn(altNames: string): string[] {
  const names = altNames.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [];
  return names.flatMap((name) => /^URI:(ordbook:[^"]*)$/.exec(name.trim())?.[1] ?? []);
}
