import { simpleSignatureHex, verifyBip322Simple } from '@ordbook/protocol/bitcoin/bip322';
import { base64, hex } from '@scure/base';
import { p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { readPsbt } from '../signing/psbt.ts';
import { UnsafePsbt } from '../signing/unsafe-psbt.ts';
import { type NetworkName, networkParams, scriptOf } from '../wallet/network.ts';
import type { SigningRequest, Wallet } from '../wallet/wallet.ts';
import type { Account, InputToProvide, ProviderRequest, WalletProvider } from './provider.ts';
import { signedPsbt } from './signed-psbt.ts';
import { ofWallet, WalletError } from './wallet-error.ts';

/** 65 bytes: the form of BIP-137, with a header that recovers the key. */
const LEGACY_BYTES = 65;

/**
 * Asks a browser wallet for its addresses, and returns it as the `Wallet` that every flow takes. Whatever the
 * provider returns later is verified before it is used: messages with BIP-322, PSBTs signature by signature.
 * Throws `WalletError`.
 */
export async function connectWallet(provider: WalletProvider, network: NetworkName): Promise<Wallet> {
  const { name } = provider;
  const { ordinals, payment } = await ofWallet(name, () => provider.accounts());
  const [holding, paying] = [usable(name, ordinals, network), usable(name, payment, network)];
  if (holding.publicKey.length !== 64)
    throw new WalletError(
      'account',
      `${name} keeps inscriptions at ${ordinals.address}; trading needs a taproot address. Select one in the wallet`,
    );
  const accounts = [holding, paying];
  const requestOf = (request: SigningRequest) => providerRequest(request, accounts);
  const signPsbts = provider.signPsbts?.bind(provider);
  const plainCoins = provider.plainCoins?.bind(provider);
  return {
    network,
    ordinalsAddress: holding.address,
    ordinalsPublicKey: holding.publicKey,
    paymentAddress: paying.address,
    paymentPublicKey: paying.publicKey,
    async signMessage(address, message) {
      const account = accounts.find((own) => own.address === address);
      if (!account) throw new RangeError(`${address} is not an address of this wallet`);
      const text = await ofWallet(name, () => provider.signMessage(account, message));
      return verifiedMessage(name, text, { address, message, network });
    },
    async signPsbt(request, passthrough) {
      if (passthrough)
        throw new WalletError('unsupported', `${name} cannot sign the key path of a passthrough`);
      const asked = requestOf(request);
      return signedPsbt(name, asked, await ofWallet(name, () => provider.signPsbt(asked)));
    },
    ...(signPsbts && {
      async signPsbts(requests) {
        const asked = requests.map(requestOf);
        const returned = await ofWallet(name, () => signPsbts(asked));
        if (returned.length !== asked.length)
          throw new WalletError('provider', `${name} returned ${returned.length} of ${asked.length} PSBTs`);
        return asked.map((one, index) => signedPsbt(name, one, returned[index]!));
      },
    }),
    ...(plainCoins && { plainCoins: () => ofWallet(name, plainCoins) }),
  };
}

/** The account, its key x-only for P2TR, else compressed. Throws `WalletError` unless the key derives it. */
function usable(name: string, { address, publicKey }: Account, network: NetworkName): Account {
  const params = networkParams(network);
  try {
    scriptOf(address, network);
  } catch (error) {
    const sentence = `${name} is on another network: ${address} is not an address of ${network}`;
    throw new WalletError('network', sentence, { cause: error });
  }
  const key = publicKey.toLowerCase();
  if (/^(0[23])?[0-9a-f]{64}$/.test(key)) {
    const xOnly = key.slice(-64);
    if (p2tr(hex.decode(xOnly), undefined, params).address === address) return { address, publicKey: xOnly };
    if (key.length === 66) {
      const bare = p2wpkh(hex.decode(key), params);
      if ([bare.address, p2sh(bare, params).address].includes(address)) return { address, publicKey: key };
    }
  }
  throw new WalletError(
    'account',
    `${name} gives the public key ${publicKey} for ${address}, which does not derive it; use P2TR, P2WPKH or P2SH-P2WPKH`,
  );
}

/** The witness, hex. */
function verifiedMessage(
  name: string,
  text: string,
  signed: { readonly address: string; readonly message: string; readonly network: NetworkName },
): string {
  const signatureHex = simpleSignatureHex(text.trim());
  if (signatureHex !== null && verifyBip322Simple({ ...signed, signatureHex })) return signatureHex;
  if (signatureHex?.length === 2 * LEGACY_BYTES && /^(1[b-f]|2[0-9a])/.test(signatureHex))
    throw new WalletError(
      'legacy-signature',
      `${name} signed the message in the form of BIP-137 for ${signed.address}; the service verifies BIP-322 only`,
    );
  throw new WalletError('signature', `${name} returned no BIP-322 signature by ${signed.address}`);
}

/** One entry for each input, with sighash and key. Throws `UnsafePsbt` for an address that is not ours. */
function providerRequest(
  { psbtBase64, inputsToSign }: SigningRequest,
  accounts: readonly Account[],
): ProviderRequest {
  const { inputs } = readPsbt(psbtBase64);
  const asked = inputsToSign.flatMap(({ signingIndexes, sigHash, address, ...entry }): InputToProvide[] => {
    const account = accounts.find((own) => own.address === address);
    if (!account) throw new UnsafePsbt(`${address} is not an address of this wallet`);
    return signingIndexes.map((index) => {
      const isTaproot = inputs[index]?.script[0] === 0x51;
      const type = sigHash === undefined || (sigHash === 0 && !isTaproot) ? (isTaproot ? 0 : 1) : sigHash;
      return { ...entry, address, publicKey: account.publicKey, index, sigHash: type };
    });
  });
  return { psbtBase64, psbtHex: hex.encode(base64.decode(psbtBase64)), inputs: asked };
}
