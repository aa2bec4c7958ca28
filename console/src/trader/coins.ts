import { lookAround } from './connect/connection.ts';
import { words } from './text.ts';

/** Where the SDK finds the coins that pay. Throws an Error when nobody named a server. */
export async function coinsOf(): Promise<{ readonly esploraUrl: string }> {
  const { esploraUrl } = await lookAround();
  if (esploraUrl === null) throw new Error(words.connect.noEsplora);
  return { esploraUrl };
}
