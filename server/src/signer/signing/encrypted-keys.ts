/**
 * The first line of an encrypted key file: age (age-encryption.org/v1), armored, with a passphrase
 * (scrypt).
 */
const HEAD = '-----BEGIN AGE ENCRYPTED FILE-----';

/** Asks for the passphrase of a key file. */
export type Passphrase = () => Promise<string>;

export function isEncrypted(text: string): boolean {
  return text.trimStart().startsWith(HEAD);
}

/** A third of a signer's code, and most key files need none of it. */
const age = () => import('age-encryption');

/** Encrypts a key file; `age -d` decrypts it too. Takes about a second, on purpose. */
export async function encryptKeys(text: string, passphrase: string): Promise<string> {
  const { armor, Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return `${armor.encode(await encrypter.encrypt(text)).trimEnd()}\n`;
}

/** Decrypts a key file. `path`: for the Error that it throws when the passphrase or the file is wrong. */
export async function decryptKeys(text: string, passphrase: string, path: string): Promise<string> {
  const { armor, Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(armor.decode(text), 'text');
  } catch {
    // the library's message may show a part of the file
    throw new Error(`${path} cannot be decrypted: the passphrase is wrong, or the file is damaged`);
  }
}
