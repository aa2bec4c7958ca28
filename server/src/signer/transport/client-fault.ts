import type { SignerAddress } from './address.ts';

const FOREIGN_AUTHORITY = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
]);
const REFUSED_CERTIFICATE =
  /alert (unknown ca|bad certificate|certificate|decrypt error)|tlsv13 alert certificate required/i;
const NO_TLS = /wrong version number|packet length too long|unexpected message|http request/i;

/**
 * Why a call did not reach a signer, as the operator reads it, with what to do. `error`: of the connection,
 * before any response.
 */
export function connectionFault(error: unknown, address: SignerAddress): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  return 'socketPath' in address
    ? socketFault(code, message, address.socketPath)
    : tlsFault(code, message, `${address.host}:${address.port}`);
}

function socketFault(code: string, message: string, path: string): string {
  if (code === 'ENOENT')
    return `there is no socket ${path}; start \`ordbook signer\`, or correct the path in the setting`;
  if (code === 'ECONNREFUSED' || code === 'ENOTSOCK')
    return `nothing listens on ${path}; start \`ordbook signer\``;
  if (code === 'EACCES' || code === 'EPERM')
    return `this user may not open the socket ${path}; set SIGNER_SOCKET_GROUP of the signer to a group of this user`;
  if (code.startsWith('HPE_') || code === 'ECONNRESET' || code === 'EPIPE')
    return `what listens on ${path} ended the connection (${message}); it may not be a signer, or be stopping`;
  return `the socket ${path} failed: ${message}`;
}

function tlsFault(code: string, message: string, where: string): string {
  const words = `${code} ${message}`.replaceAll('_', ' ');
  if (code === 'ECONNREFUSED')
    return `nothing listens at ${where}; start \`ordbook signer\`, or correct the address in the setting`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host of ${where} has no address (${code})`;
  if (FOREIGN_AUTHORITY.has(code))
    return `the certificate of ${where} is not of the authority in SIGNER_TLS_CA (${message}); issue it with that authority`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `the certificate of ${where} is not valid now (${message}); issue a new one`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${where} is for another host (${message}); issue one with this host in its subjectAltName`;
  if (REFUSED_CERTIFICATE.test(words))
    return `the signer at ${where} refused the certificate in SIGNER_TLS_CERT (${code}); issue it with the signer's authority`;
  if (NO_TLS.test(words) || code.startsWith('HPE_'))
    return `what listens at ${where} does not speak TLS (${code}); start it with --socket https://${where}`;
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return `the signer at ${where} ended the connection before it responded (${message}); its log names the reason, such as a certificate of another authority`;
  // a wrong role in the certificate says it best itself
  return code === '' ? message : `the connection to ${where} failed: ${message}`;
}
