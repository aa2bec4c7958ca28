import type { Wallet } from '@ordbook/client';
import type { Kept } from '../../session/kept.ts';
import { words } from '../text.ts';

/**
 * The wallet of a session that was kept. It is opened when it first has to sign: a reload asks for nothing. Its calls
 * throw what `open` throws, and an Error when the wallet now has other addresses than those that signed in.
 */
export function laterWallet(
  { wallet: identity, walletName, listsCoins }: Pick<Kept, 'wallet' | 'walletName' | 'listsCoins'>,
  open: () => Promise<Wallet>,
): Wallet {
  let opened: Wallet | null = null;
  const wallet = async () => {
    const found = opened ?? (await open());
    const { ordinalsAddress, paymentAddress } = found;
    if (ordinalsAddress !== identity.ordinalsAddress || paymentAddress !== identity.paymentAddress)
      throw new Error(words.connect.otherAccount(walletName, identity.ordinalsAddress));
    opened = found;
    return found;
  };
  return {
    ...identity,
    signMessage: async (...asked) => (await wallet()).signMessage(...asked),
    signPsbt: async (...asked) => (await wallet()).signPsbt(...asked),
    async signPsbts(requests) {
      const one = await wallet();
      if (one.signPsbts) return one.signPsbts(requests);
      const signed: string[] = [];
      for (const request of requests) signed.push(await one.signPsbt(request));
      return signed;
    },
    ...(listsCoins ? { plainCoins: async () => (await (await wallet()).plainCoins?.()) ?? [] } : {}),
  };
}
