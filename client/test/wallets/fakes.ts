/**
 * Browser wallets for tests. Each follows the documented interface that its adapter names, in parameters,
 * encodings and errors, and signs with real keys by btc-signer's own signer, not by the SDK's. `FakeOptions`
 * are what real versions of a wallet do differently.
 */
import { base64, base64urlnopad, hex, utf8 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { signMessage as bip322 } from '../../src/wallet/bip322.ts';
import { type KeyType, type SigningKey, signingKey } from '../../src/wallet/signing-key.ts';
import type { UnisatProvider, WalletProvider } from '../../src/wallets/index.ts';
import { leather, okx, phantom, satsConnect, satsTokens, unisat } from '../../src/wallets/index.ts';
import type { PhantomProvider } from '../../src/wallets/phantom.ts';
import type { SatsConnectProvider } from '../../src/wallets/sats-connect.ts';
import type { SatsTokenProvider } from '../../src/wallets/sats-tokens.ts';
import type { InjectedSignOptions } from '../../src/wallets/unisat.ts';

export interface FakeOptions {
  /** The user presses Cancel. */
  readonly rejects?: boolean;
  /** Finalises what it can, whatever it was asked for. */
  readonly finalises?: boolean;
  /** How a message signature is encoded. */
  readonly message?: 'base64' | 'hex' | 'smp' | 'ecdsa';
  /** Changes the PSBT that is returned. */
  readonly tampers?: (transaction: Transaction) => void;
  /** Has no batch signing. */
  readonly oneByOne?: boolean;
}

/** What the provider was called with, newest last. */
export interface FakeWallet {
  readonly provider: WalletProvider;
  readonly calls: { method: string; params: unknown }[];
}

export interface FakeKeys {
  readonly ordinals: SigningKey;
  readonly payment: SigningKey;
}

/** The keys of a wallet with addresses of these types; `same`: one taproot address. */
export function keysOf(secrets: readonly [string, string], payment: KeyType | 'same'): FakeKeys {
  const ordinals = signingKey({ type: 'p2tr', secret: secrets[0] }, 'regtest');
  if (payment === 'same') return { ordinals, payment: ordinals };
  return { ordinals, payment: signingKey({ type: payment, secret: secrets[1] }, 'regtest') };
}

/** The compressed key, as wallets give it for taproot too. */
const compressed = ({ publicKey }: SigningKey) => (publicKey.length === 64 ? `02${publicKey}` : publicKey);

function messageBy(key: SigningKey, message: string, { message: form = 'base64' }: FakeOptions): string {
  const witness = bip322(key, message);
  if (form === 'ecdsa') return base64.encode(Uint8Array.of(0x1f, ...new Uint8Array(64).fill(7)));
  if (form === 'hex') return witness;
  return `${form === 'smp' ? 'smp' : ''}${base64.encode(hex.decode(witness))}`;
}

interface Asked {
  readonly index: number;
  readonly sighash: number;
  readonly key: SigningKey;
}

/** Signs as wallets do: the leaf where there is one with the key, else the key path or the key hash. */
function signed(
  psbt: Uint8Array,
  asked: readonly Asked[],
  final: boolean,
  { tampers }: FakeOptions,
): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, {
    ...{ allowUnknownVersion: true, allowUnknownInputs: true, allowUnknownOutputs: true },
    disableScriptCheck: true,
  });
  for (const { index, sighash, key } of asked) {
    if (!transaction.signIdx(key.secret, index, [sighash])) throw new Error(`cannot sign input ${index}`);
    if (final && !transaction.getInput(index).tapLeafScript) transaction.finalizeIdx(index);
  }
  tampers?.(transaction);
  return transaction.toPSBT();
}

const rejection = (code: number, message: string) => Object.assign(new Error(message), { code });

/** UniSat and OKX: hex in and out; finalises unless told not to. */
function injectedFake({ ordinals }: FakeKeys, options: FakeOptions, calls: FakeWallet['calls']) {
  const note = (method: string, params: unknown) => {
    calls.push({ method, params });
    if (options.rejects) throw rejection(4001, 'User rejected the request.');
  };
  const sign = (psbtHex: string, { autoFinalized = true, toSignInputs }: Partial<InjectedSignOptions>) => {
    const asked = toSignInputs!.map(({ index, address, sighashTypes, disableTweakSigner, publicKey }) => {
      if (address !== ordinals.address) throw new Error('invalid address in toSignInput');
      if (disableTweakSigner && publicKey !== compressed(ordinals)) throw new Error('invalid public key');
      return { index, sighash: sighashTypes[0]!, key: ordinals };
    });
    return hex.encode(signed(hex.decode(psbtHex), asked, options.finalises ?? autoFinalized, options));
  };
  return {
    async signMessage(message: string, type: string) {
      note('signMessage', { message, type });
      return messageBy(ordinals, message, type === 'bip322-simple' ? options : { message: 'ecdsa' });
    },
    async signPsbt(psbtHex: string, asked: InjectedSignOptions) {
      note('signPsbt', asked);
      return sign(psbtHex, asked);
    },
    ...(options.oneByOne
      ? {}
      : {
          async signPsbts(hexes: string[], asked: InjectedSignOptions[]) {
            note('signPsbts', asked);
            return hexes.map((one, index) => sign(one, asked[index]!));
          },
        }),
  };
}

export function fakeUnisat(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  return { provider: unisat(injectedUnisat(keys, options, calls)), calls };
}

/** What UniSat puts into a page as `window.unisat`. */
export function injectedUnisat(
  keys: FakeKeys,
  options: FakeOptions = {},
  calls: FakeWallet['calls'] = [],
): UnisatProvider {
  return {
    ...injectedFake(keys, options, calls),
    async requestAccounts() {
      if (options.rejects) throw rejection(4001, 'User rejected the request.');
      return [keys.ordinals.address];
    },
    getPublicKey: async () => compressed(keys.ordinals),
  };
}

export function fakeOkx(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  const provider = okx({
    ...injectedFake(keys, options, calls),
    async connect() {
      if (options.rejects) throw rejection(4001, 'User rejected the request.');
      const { address, publicKey } = keys.ordinals;
      return { address, publicKey, compressedPublicKey: compressed(keys.ordinals) };
    },
  });
  return { provider, calls };
}

/** Xverse: base64 in and out; sighash types come from the PSBT; errors are results. */
export function fakeXverse(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  return { provider: satsConnect(injectedXverse(keys, options, calls), { network: 'regtest' }), calls };
}

/** What Xverse puts into a page as `window.XverseProviders.BitcoinProvider`. */
export function injectedXverse(
  keys: FakeKeys,
  options: FakeOptions = {},
  calls: FakeWallet['calls'] = [],
): SatsConnectProvider {
  const owner = (address: string) => {
    const key = [keys.ordinals, keys.payment].find((one) => one.address === address);
    if (!key) throw new Error(`no key of ${address}`);
    return key;
  };
  const sign = (psbtBase64: string, indexes: readonly (readonly [string, number])[]) => {
    const psbt = base64.decode(psbtBase64);
    const stated = Transaction.fromPSBT(psbt, {
      allowUnknownVersion: true,
      disableScriptCheck: true,
      allowUnknownOutputs: true,
    });
    const asked = indexes.map(([address, index]) => {
      const key = owner(address);
      const sighash = stated.getInput(index).sighashType ?? (key.type === 'p2tr' ? 0 : 1);
      return { index, sighash, key };
    });
    return base64.encode(signed(psbt, asked, options.finalises ?? false, options));
  };
  const methods: Record<string, (params: never) => unknown> = {
    getAddresses: ({ purposes }: { purposes: string[] }) => ({
      addresses: purposes.map((purpose) => {
        const key = purpose === 'ordinals' ? keys.ordinals : keys.payment;
        const addressType = key.type === 'p2sh-p2wpkh' ? 'p2sh' : key.type;
        return {
          address: key.address,
          publicKey: key.publicKey,
          purpose,
          addressType,
          walletType: 'software',
        };
      }),
    }),
    signMessage: ({ address, message, protocol }: { address: string; message: string; protocol: string }) => {
      const form = protocol === 'BIP322' ? options : ({ message: 'ecdsa' } as const);
      return { signature: messageBy(owner(address), message, form), messageHash: '', address, protocol };
    },
    signPsbt: ({ psbt, signInputs }: { psbt: string; signInputs: Record<string, number[]> }) => {
      const indexes = Object.entries(signInputs).flatMap(([address, all]) =>
        all.map((index) => [address, index] as const),
      );
      return { psbt: sign(psbt, indexes) };
    },
  };
  return {
    async request(method, params) {
      calls.push({ method, params });
      if (options.rejects)
        return { jsonrpc: '2.0', error: { code: -32000, message: 'User rejected request' }, id: '1' };
      const run = methods[method];
      if (!run) return { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '1' };
      return { jsonrpc: '2.0', result: run(params as never), id: '1' };
    },
    ...(options.oneByOne
      ? {}
      : {
          async signMultipleTransactions(token: string) {
            const { psbts } = JSON.parse(utf8.encode(base64urlnopad.decode(token.split('.')[1]!))) as {
              psbts: {
                psbtBase64: string;
                inputsToSign: { address: string; signingIndexes: number[] }[];
              }[];
            };
            calls.push({ method: 'signMultipleTransactions', params: psbts });
            if (options.rejects) throw '[WalletError] User rejected the request';
            return psbts.map(({ psbtBase64, inputsToSign }) => ({
              psbtBase64: sign(
                psbtBase64,
                inputsToSign.flatMap(({ address, signingIndexes }) =>
                  signingIndexes.map((index) => [address, index] as const),
                ),
              ),
            }));
          },
        }),
  };
}

/** What a token of sats-connect says. */
const payloadOf = <Payload>(token: string) =>
  JSON.parse(utf8.encode(base64urlnopad.decode(token.split('.')[1]!))) as Payload;

interface TokenPsbt {
  readonly psbtBase64: string;
  readonly inputsToSign: readonly {
    readonly address: string;
    readonly signingIndexes: readonly number[];
    readonly sigHash?: number;
  }[];
}

const keyAmong = (keys: FakeKeys, address: string) => {
  const key = [keys.ordinals, keys.payment].find((one) => one.address === address);
  if (!key) throw new Error(`no key of ${address}`);
  return key;
};

const accountsOf = ({ ordinals, payment }: FakeKeys) =>
  [ordinals, payment].map((key, place) => ({
    address: key.address,
    publicKey: key.publicKey,
    addressType: key.type,
    purpose: place === 0 ? 'ordinals' : 'payment',
  }));

function signedInputs(
  keys: FakeKeys,
  psbt: Uint8Array,
  inputsToSign: TokenPsbt['inputsToSign'],
  options: FakeOptions,
): Uint8Array {
  const asked = inputsToSign.flatMap(({ address, signingIndexes, sigHash }) => {
    const key = keyAmong(keys, address);
    return signingIndexes.map((index) => ({
      index,
      sighash: sigHash ?? (key.type === 'p2tr' ? 0 : 1),
      key,
    }));
  });
  return signed(psbt, asked, options.finalises ?? false, options);
}

/** Magic Eden's `window.magicEden.bitcoin`: tokens in, base64 out; rejects with a text. */
export function injectedTokens(
  keys: FakeKeys,
  options: FakeOptions = {},
  calls: FakeWallet['calls'] = [],
): SatsTokenProvider {
  const read = <Payload>(method: string, token: string): Payload => {
    const params = payloadOf<Payload>(token);
    calls.push({ method, params });
    if (options.rejects) throw 'User rejected the request';
    return params;
  };
  const sign = ({ psbtBase64, inputsToSign }: TokenPsbt) => ({
    psbtBase64: base64.encode(signedInputs(keys, base64.decode(psbtBase64), inputsToSign, options)),
  });
  return {
    async connect(token) {
      const { purposes } = read<{ purposes: string[] }>('connect', token);
      return { addresses: accountsOf(keys).filter(({ purpose }) => purposes.includes(purpose)) };
    },
    async signMessage(token) {
      const asked = read<{ address: string; message: string; protocol: string }>('signMessage', token);
      const form = asked.protocol === 'BIP322' ? options : ({ message: 'ecdsa' } as const);
      return messageBy(keyAmong(keys, asked.address), asked.message, form);
    },
    signTransaction: async (token) => sign(read<TokenPsbt>('signTransaction', token)),
    ...(options.oneByOne
      ? {}
      : {
          signMultipleTransactions: async (token: string) =>
            read<{ psbts: TokenPsbt[] }>('signMultipleTransactions', token).psbts.map(sign),
        }),
  };
}

export function fakeTokens(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  const named = { network: 'regtest', name: 'Magic Eden' } as const;
  return { provider: satsTokens(injectedTokens(keys, options, calls), named), calls };
}

/** What Phantom puts into a page as `window.phantom.bitcoin`: bytes in and out. */
export function injectedPhantom(
  keys: FakeKeys,
  options: FakeOptions = {},
  calls: FakeWallet['calls'] = [],
): PhantomProvider {
  const note = (method: string, params: unknown) => {
    calls.push({ method, params });
    if (options.rejects) throw rejection(4001, 'User rejected the request.');
  };
  return {
    async requestAccounts() {
      note('requestAccounts', null);
      return accountsOf(keys);
    },
    async signMessage(address, message) {
      note('signMessage', address);
      const form = options.message === 'ecdsa' ? options : ({ message: 'base64' } as const);
      return { signature: base64.decode(messageBy(keyAmong(keys, address), utf8.encode(message), form)) };
    },
    async signPSBT(psbt, { inputsToSign }) {
      note('signPSBT', inputsToSign);
      return signedInputs(keys, psbt, inputsToSign, options);
    },
  };
}

export function fakePhantom(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  return { provider: phantom(injectedPhantom(keys, options, calls)), calls };
}

/** Leather: hex in and out; signs an input with the key that its script names; rejects with the response. */
export function fakeLeather(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  const own = [keys.ordinals, keys.payment];
  const methods: Record<string, (params: never) => unknown> = {
    getAddresses: () => ({
      addresses: [
        ...own.map((key) => ({
          symbol: 'BTC',
          type: key.type,
          address: key.address,
          publicKey: key.publicKey,
        })),
        { symbol: 'STX', address: 'SP000000000000000000002Q6VF78' },
      ],
    }),
    signMessage: ({ message, paymentType, type }: { message: string; paymentType: string; type: string }) => {
      const key = own.find((one) => one.type === paymentType)!;
      return {
        signature: messageBy(key, message, type === 'bip322' ? options : { message: 'ecdsa' }),
        address: key.address,
      };
    },
    signPsbt: ({
      hex: psbtHex,
      signAtIndex,
      allowedSighash,
    }: {
      hex: string;
      signAtIndex: number[];
      allowedSighash: number[];
    }) => {
      const psbt = hex.decode(psbtHex);
      const stated = Transaction.fromPSBT(psbt, {
        allowUnknownVersion: true,
        disableScriptCheck: true,
        allowUnknownOutputs: true,
      });
      const asked = signAtIndex.map((index) => {
        const { witnessUtxo, sighashType } = stated.getInput(index);
        const isTaproot = witnessUtxo!.script[0] === 0x51;
        const sighash = sighashType ?? (isTaproot ? 0 : 1);
        if (!allowedSighash.includes(sighash)) throw new Error('sighash is not allowed');
        return { index, sighash, key: isTaproot ? keys.ordinals : keys.payment };
      });
      return { hex: hex.encode(signed(psbt, asked, options.finalises ?? false, options)) };
    },
  };
  const provider = leather(
    {
      async request(method, params) {
        calls.push({ method, params });
        if (options.rejects)
          throw {
            jsonrpc: '2.0',
            id: '1',
            error: { code: 4001, message: 'User rejected the Leather request' },
          };
        return { jsonrpc: '2.0', id: '1', result: methods[method]!((params ?? {}) as never) };
      },
    },
    { network: 'regtest' },
  );
  return { provider, calls };
}

/** A wallet that a front end adapts itself. */
export function fakeOther(keys: FakeKeys, options: FakeOptions = {}): FakeWallet {
  const calls: FakeWallet['calls'] = [];
  const own = [keys.ordinals, keys.payment];
  const keyAt = (address: string) => own.find((one) => one.address === address)!;
  const note = (method: string, params: unknown) => {
    calls.push({ method, params });
    if (options.rejects) throw new Error('The user closed the window');
  };
  const provider: WalletProvider = {
    name: 'Other',
    async accounts() {
      note('accounts', null);
      return { ordinals: keys.ordinals, payment: keys.payment };
    },
    async signMessage({ address }, message) {
      note('signMessage', message);
      return messageBy(keyAt(address), message, options);
    },
    async signPsbt({ psbtBase64, inputs }) {
      note('signPsbt', inputs);
      const asked = inputs.map(({ index, sigHash, address }) => ({
        index,
        sighash: sigHash,
        key: keyAt(address),
      }));
      return base64.encode(signed(base64.decode(psbtBase64), asked, options.finalises ?? false, options));
    },
  };
  return { provider, calls };
}

/** Every adapter, with the kind of payment address that its wallet has. */
export const ADAPTERS = [
  { name: 'UniSat', payment: 'same', fake: fakeUnisat },
  { name: 'OKX', payment: 'same', fake: fakeOkx },
  { name: 'Xverse', payment: 'p2sh-p2wpkh', fake: fakeXverse },
  { name: 'Leather', payment: 'p2wpkh', fake: fakeLeather },
  { name: 'Magic Eden and Orange', payment: 'p2wpkh', fake: fakeTokens },
  { name: 'Phantom', payment: 'p2wpkh', fake: fakePhantom },
  { name: 'another', payment: 'p2tr', fake: fakeOther },
] as const;
