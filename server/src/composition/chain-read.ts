import { listOf, type Settings } from './settings.ts';

/** Where a process reads the chain: node and index, each as `host:port`, two indexes with a comma. */
interface ChainRead {
  readonly node: string;
  /** Absent: it has none. */
  readonly index?: string;
}

/** What the settings name, without user and password. */
export function chainRead({
  CHAIN_RPC_URL,
  ORD_URL,
}: Pick<Settings, 'CHAIN_RPC_URL' | 'ORD_URL'>): ChainRead {
  const index = listOf(ORD_URL).map(placeOf).join(',');
  return { node: placeOf(CHAIN_RPC_URL), ...(index === '' ? {} : { index }) };
}

function placeOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
