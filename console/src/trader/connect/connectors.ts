import { localWallet, type Wallet } from '@ordbook/client';
import {
  connectWallet,
  leather,
  okx,
  phantom,
  satsConnect,
  satsTokens,
  unisat,
  type WalletProvider,
} from '@ordbook/client/wallets';
import { place } from '../../app/place.ts';
import type { DemoWallet, Surroundings } from '../sources.ts';

/** A wallet that can be connected. */
export interface Connector {
  readonly name: string;
  readonly kind: 'demo' | 'browser';
  /** Whether it is there. */
  readonly isHere: boolean;
  /** Asks for its addresses. Throws `WalletError`. */
  connect(): Promise<Wallet>;
}

/** Where an extension puts itself, and its adapter. */
interface Extension {
  readonly name: string;
  readonly path: string;
  adapt(injected: never, network: Surroundings['network']): WalletProvider;
}

const EXTENSIONS: readonly Extension[] = [
  { name: 'UniSat', path: 'unisat', adapt: (injected) => unisat(injected) },
  {
    name: 'Xverse',
    path: 'XverseProviders.BitcoinProvider',
    adapt: (injected, network) => satsConnect(injected, { network }),
  },
  { name: 'OKX', path: 'okxwallet.bitcoin', adapt: (injected) => okx(injected) },
  {
    name: 'Leather',
    path: 'LeatherProvider',
    adapt: (injected, network) => leather(injected, { network }),
  },
  {
    name: 'Magic Eden',
    path: 'magicEden.bitcoin',
    adapt: (injected, network) => satsTokens(injected, { network, name: 'Magic Eden' }),
  },
  { name: 'Phantom', path: 'phantom.bitcoin', adapt: (injected) => phantom(injected) },
  {
    name: 'Orange',
    path: 'OrangeBitcoinProvider',
    adapt: (injected, network) => satsTokens(injected, { network, name: 'Orange' }),
  },
];

export function connectorsOf({ network, demoWallets, isSandbox }: Surroundings): Connector[] {
  const demo = demoWallets.map(
    (wallet): Connector => ({
      name: wallet.name,
      kind: 'demo',
      isHere: true,
      connect: async () => keyed(wallet),
    }),
  );
  const created: Connector = {
    name: '',
    kind: 'demo',
    isHere: true,
    connect: async () => keyed(await newWallet()),
  };
  const browser = EXTENSIONS.map(({ name, path, adapt }): Connector => {
    const injected = injectedAt(path);
    return {
      name,
      kind: 'browser',
      isHere: injected !== undefined,
      connect: () => connectWallet(adapt(injected as never, network), network),
    };
  });
  return [...demo, ...(isSandbox ? [created] : []), ...browser];
}

/** The keys of a sandbox are published, and its coins have no value: they sign in this browser. */
function keyed({ ordinals, payment }: DemoWallet): Wallet {
  const key = ({ wif, type }: DemoWallet['ordinals']) => ({ wif, type });
  return localWallet({ ordinals: key(ordinals), payment: key(payment), network: 'regtest' });
}

async function newWallet(): Promise<DemoWallet> {
  const response = await fetch(`${place.serviceUrl}/sandbox/wallets`, { method: 'POST' });
  if (!response.ok) throw new Error(`the sandbox made no wallet: ${response.status}`);
  return (await response.json()) as DemoWallet;
}

function injectedAt(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], window);
}
