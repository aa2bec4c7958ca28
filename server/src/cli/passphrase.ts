import type { Settings } from '../composition/settings.ts';

/** Asks for a passphrase: KEY_PASSPHRASE, its file or credential, else the terminal. */
export function passphraseFrom(settings: Settings): () => Promise<string> {
  return async () => {
    if (settings.KEY_PASSPHRASE !== '') return settings.KEY_PASSPHRASE;
    if (!process.stdin.isTTY)
      throw new Error('the passphrase is missing; set KEY_PASSPHRASE_FILE, or run this on a terminal');
    const { password } = await import('@clack/prompts');
    const typed = await password({ message: 'Passphrase of the key file' });
    if (typeof typed !== 'string') throw new Error('no passphrase was given');
    return typed;
  };
}
