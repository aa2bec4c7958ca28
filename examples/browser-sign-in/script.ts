/** Signs a visitor in with a wallet of the browser, and shows the cheapest listings. */
import { createClient, listings, signIn } from '@ordbook/client';
import {
  connectWallet,
  okx,
  satsConnect,
  unisat,
  WalletError,
  type WalletProvider,
} from '@ordbook/client/wallets';

const { service = '', network = 'regtest' } = document.body.dataset;
const button = document.querySelector('button')!;
const status = document.querySelector('[role=status]')!;

/** The first wallet that the browser has. */
function installed(): WalletProvider | null {
  // biome-ignore lint/suspicious/noExplicitAny: what extensions put there has no types
  const found = window as any;
  if (found.unisat) return unisat(found.unisat);
  if (found.okxwallet?.bitcoin) return okx(found.okxwallet.bitcoin);
  const xverse = found.XverseProviders?.BitcoinProvider;
  return xverse ? satsConnect(xverse, { network: network as 'regtest' }) : null;
}

async function enter(): Promise<void> {
  const provider = installed();
  if (!provider) {
    status.textContent = 'Install UniSat, OKX Wallet or Xverse first.';
    return;
  }
  try {
    const wallet = await connectWallet(provider, network as 'regtest');
    // only a regtest service may be believed about where inscriptions are: see the README, "Your own source"
    const session = await signIn(createClient({ baseUrl: service }), wallet);
    status.textContent = `Signed in as ${wallet.ordinalsAddress}`;
    for await (const { inscriptionName, priceSats } of listings(session, { sort: 'price', limit: 5 })) {
      const item = document.createElement('li');
      item.textContent = `${inscriptionName}: ${priceSats.toLocaleString()} sats`;
      document.querySelector('ol')!.append(item);
    }
  } catch (error) {
    const isNo = error instanceof WalletError && error.code === 'rejected';
    status.textContent = isNo ? 'You said no. Nothing was signed.' : String(error);
  }
}

button.addEventListener('click', () => void enter());
button.disabled = false;
