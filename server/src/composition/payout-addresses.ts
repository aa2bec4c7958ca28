import { NOBODY } from '../base/settings.ts';
import { listOf, type Settings } from './settings.ts';

type Payees = Pick<Settings, 'NETWORK' | 'PAYOUT_ADDRESSES' | 'DONATION_ADDRESS'>;

/** The addresses that PAYOUT_ADDRESSES names. */
export function listedPayees({ PAYOUT_ADDRESSES: listed }: Pick<Payees, 'PAYOUT_ADDRESSES'>): string[] {
  return listed === NOBODY ? [] : listOf(listed);
}

/**
 * The addresses that a signer may pay besides the operator's own; undefined: any, because the operator has
 * not said. That is an Error on mainnet.
 */
export function payableAddresses(settings: Payees): string[] | undefined {
  const { NETWORK, PAYOUT_ADDRESSES, DONATION_ADDRESS } = settings;
  if (PAYOUT_ADDRESSES === '') {
    if (NETWORK !== 'mainnet') return undefined;
    throw new Error(
      `PAYOUT_ADDRESSES is not set; on mainnet a signer needs it: set it to the addresses of the creators and partners that you have agreed with, or to "${NOBODY}"`,
    );
  }
  return [...listedPayees(settings), ...(DONATION_ADDRESS === '' ? [] : [DONATION_ADDRESS])];
}
