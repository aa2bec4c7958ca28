import type { AnswerSchema } from '@ordbook/api/answers';
import { bech32m } from '@scure/base';
import { type NetworkName, networkParams, scriptOf } from '../wallet/network.ts';

interface Format {
  holds(text: string): boolean;
  readonly demand: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const PSBT = /^cHNidP8B[A-Za-z0-9+/]+={0,2}$/;

/** What a format demands of a text. Without a network, an address may be of any. */
export function formatOf(
  name: NonNullable<AnswerSchema['format']>,
  network: NetworkName | undefined,
): Format {
  switch (name) {
    case 'uuid':
      return { holds: (text) => UUID.test(text), demand: 'a UUID' };
    case 'date-time':
      return {
        holds: (text) => TIME.test(text) && !Number.isNaN(Date.parse(text)),
        demand: 'a time such as 2026-11-20T12:00:00.000Z',
      };
    case 'psbt':
      return { holds: (text) => text.length % 4 === 0 && PSBT.test(text), demand: 'a PSBT in padded base64' };
    case 'bitcoin-address':
      return {
        holds: (text) => isAddress(text, network),
        demand: network ? `an address of the network ${network}` : 'a Bitcoin address',
      };
    case 'bitcoin-address-or-none':
      return {
        holds: (text) => text === 'none' || isAddress(text, network),
        demand: `${formatOf('bitcoin-address', network).demand}, or none`,
      };
  }
}

const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;

function isAddress(text: string, network: NetworkName | undefined): boolean {
  return (network ? [network] : NETWORKS).some((one) => isAddressOf(text, one));
}

/**
 * Whether a text is an address of `network`, of a witness version that is not defined yet included: anyone
 * can move an inscription to one, and a page that names its owner must stay readable.
 */
function isAddressOf(text: string, network: NetworkName): boolean {
  try {
    scriptOf(text, network);
    return true;
  } catch {
    return isLaterWitness(text, networkParams(network).bech32);
  }
}

function isLaterWitness(text: string, prefix: string): boolean {
  try {
    const { prefix: found, words } = bech32m.decode(text as `${string}1${string}`, 90);
    const [version = 0, ...program] = words;
    const { length } = bech32m.fromWords(program);
    return found === prefix && version >= 1 && version <= 16 && length >= 2 && length <= 40;
  } catch {
    return false;
  }
}
