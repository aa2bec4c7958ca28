/**
 * UniSat, and wallets with its interface. Source: docs.unisat.io, "UniSat Wallet API", as of 2025 (extension
 * 1.6): `signPsbt` takes hex with `autoFinalized` and `toSignInputs`, and returns hex.
 */
import type { Account, ProviderRequest, WalletProvider } from './provider.ts';
import { WalletError } from './wallet-error.ts';

/** Options of `signPsbt` in UniSat's and OKX's spelling. */
export interface InjectedSignOptions {
  /** False: the PSBT comes back with its signatures, not finalised. */
  readonly autoFinalized: boolean;
  /** What to sign. */
  readonly toSignInputs: readonly {
    readonly index: number;
    readonly address: string;
    readonly publicKey?: string;
    readonly sighashTypes: readonly number[];
    readonly disableTweakSigner?: boolean;
    readonly useTweakedSigner?: boolean;
  }[];
}

/** The part that UniSat and OKX have in common. */
export interface InjectedSigner {
  signMessage(message: string, type: 'ecdsa' | 'bip322-simple'): Promise<string>;
  signPsbt(psbtHex: string, options: InjectedSignOptions): Promise<string>;
  signPsbts?(psbtHexes: string[], options: InjectedSignOptions[]): Promise<string[]>;
}

/** `window.unisat`. */
export interface UnisatProvider extends InjectedSigner {
  /** Asks the user for addresses. */
  requestAccounts(): Promise<string[]>;
  /** Compressed key of the address, hex. */
  getPublicKey(): Promise<string>;
  /** Coins of the account without inscriptions. Absent: an older extension. */
  getBitcoinUtxos?(cursor?: number, size?: number): Promise<readonly UnisatCoin[]>;
}

interface UnisatCoin {
  readonly txid: string;
  readonly vout: number;
  readonly inscriptions?: readonly unknown[];
  readonly runes?: readonly unknown[];
}

/** Most coins that are asked for. */
const MOST_COINS = 1_000;

/** UniSat: one account, which must be of type taproot, has both roles. */
export function unisat(provider: UnisatProvider): WalletProvider {
  const coins = provider.getBitcoinUtxos?.bind(provider);
  return {
    name: 'UniSat',
    ...injected(provider),
    async accounts() {
      const [address] = await provider.requestAccounts();
      if (address === undefined) throw new WalletError('account', 'UniSat has no account');
      const account = { address, publicKey: await provider.getPublicKey() };
      return { ordinals: account, payment: account };
    },
    ...(coins && {
      plainCoins: async () =>
        (await coins(0, MOST_COINS))
          .filter(({ inscriptions = [], runes = [] }) => inscriptions.length + runes.length === 0)
          .map(({ txid, vout }) => `${txid}:${vout}`),
    }),
  };
}

/** Messages and PSBTs of a signer with UniSat's interface. */
export function injected(provider: InjectedSigner): Omit<WalletProvider, 'name' | 'accounts'> {
  const batch = provider.signPsbts?.bind(provider);
  return {
    signMessage: (_account: Account, message) => provider.signMessage(message, 'bip322-simple'),
    signPsbt: (request) => provider.signPsbt(request.psbtHex, optionsOf(request)),
    ...(batch && {
      signPsbts: (requests) =>
        batch(
          requests.map(({ psbtHex }) => psbtHex),
          requests.map(optionsOf),
        ),
    }),
  };
}

function optionsOf({ inputs }: ProviderRequest): InjectedSignOptions {
  return {
    autoFinalized: false,
    toSignInputs: inputs.map(({ index, address, sigHash, publicKey, disableTweakSigner = false }) => ({
      index,
      address,
      sighashTypes: [sigHash],
      // UniSat takes `useTweakedSigner`, older versions and OKX `disableTweakSigner`
      ...(disableTweakSigner
        ? { publicKey: `02${publicKey!.slice(-64)}`, disableTweakSigner: true, useTweakedSigner: false }
        : {}),
    })),
  };
}
