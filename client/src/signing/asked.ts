import type { InputToSign, SigningRequest, Wallet } from '../wallet/wallet.ts';
import { demand } from './unsafe-psbt.ts';

/** The addresses and public keys of a wallet. */
export type WalletIdentity = Omit<Wallet, 'signMessage' | 'signPsbt' | 'signPsbts'>;

export interface ExpectedSigning {
  readonly address: string;
  readonly indexes: readonly number[];
  /** Any of these; null means an entry without one. */
  readonly sigHashes: readonly (number | null)[];
  /** The key that signs the leaf, x-only hex; null for the key path and for ECDSA. */
  readonly leafKey: string | null;
}

/** Throws `UnsafePsbt` unless `inputsToSign` has exactly these inputs, each once and signed in this way. */
export function checkAsked(
  what: string,
  { inputsToSign }: Pick<SigningRequest, 'inputsToSign'>,
  expected: ExpectedSigning,
): void {
  const asked = inputsToSign.flatMap(({ signingIndexes }) => signingIndexes);
  const inOrder = [...asked].sort((a, b) => a - b).join(', ');
  const wanted = [...expected.indexes].sort((a, b) => a - b).join(', ');
  demand(inOrder === wanted, () => `${what} asks to sign inputs [${inOrder}], not [${wanted}]`);
  for (const entry of inputsToSign) checkEntry(what, entry, expected);
}

function checkEntry(
  what: string,
  entry: InputToSign,
  { address, sigHashes, leafKey }: ExpectedSigning,
): void {
  const { address: named, publicKey, sigHash = null, disableTweakSigner = false } = entry;
  demand(named === address, () => `${what} asks ${named} to sign, not ${address}`);
  demand(sigHashes.includes(sigHash), () => `${what} asks for sighash ${sigHash}, not ${sigHashes[0]}`);
  demand(disableTweakSigner === (leafKey !== null), () => {
    return leafKey
      ? `${what} asks for a key path signature on a leaf`
      : `${what} asks for an untweaked signature on a coin without a leaf`;
  });
  demand(leafKey === null || publicKey?.slice(-64) === leafKey, () => {
    return `${what} asks for a signature by ${publicKey}, not by ${leafKey}`;
  });
}
