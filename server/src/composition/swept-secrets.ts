import type { Passphrase } from '../signer/signing/encrypted-keys.ts';
import { readSecretText } from '../signer/signing/keys.ts';
import type { SweptSecrets } from './sweep.ts';

/** Reads the secrets of a key file that owns coins: market (with the anchors) or gate. Throws an Error. */
export async function readSweptSecrets(path: string, passphrase: Passphrase): Promise<SweptSecrets> {
  const { market, anchor, gate } = contentOf(await readSecretText(path, passphrase));
  if (typeof market === 'string' && typeof anchor === 'string') return { market, anchor };
  if (typeof gate === 'string') return { gate };
  throw new Error(`${path} is neither the key file of a market signer nor that of a gate signer`);
}

function contentOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // the parser's message would show a part of the file
    return {};
  }
}
