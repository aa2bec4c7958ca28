/** Bytes of a file that is read: more than any PSBT that a wallet signs. */
const LARGEST_FILE = 2_000_000;

/** What a link to /inspect carries behind its `#`, which browsers send to nobody; null: no PSBT. */
export function psbtInLink(hash: string): { readonly psbt: string; readonly network: string | null } | null {
  const carried = new URLSearchParams(hash.replace(/^#/, ''));
  const psbt = carried.get('psbt');
  // base64 in an address has neither plus nor slash
  return psbt === null
    ? null
    : { psbt: psbt.replaceAll('-', '+').replaceAll('_', '/'), network: carried.get('network') };
}

/** The part of a link behind `#` that carries a PSBT, hex or base64. */
export function linkOfPsbt(psbt: string, network: string): string {
  const text = psbt.trim().replaceAll(/\s/g, '').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `#psbt=${text}&network=${network}`;
}

/** The PSBT in a file, binary or as text, as text. null: the file is too large to be one. */
export async function psbtInFile(file: Blob): Promise<string | null> {
  if (file.size > LARGEST_FILE) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isBinary = bytes[0] === 0x70 && bytes[4] === 0xff;
  if (!isBinary) return new TextDecoder().decode(bytes).trim();
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
