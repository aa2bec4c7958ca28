import { hex } from '@scure/base';
import { addressOf, readAddress } from '../address/address.ts';
import { isP2pk, isP2tr } from '../script/templates.ts';
import { refuse } from './call.ts';

const INPUT_CHARSET =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

function polymod(checksum: bigint, value: number): bigint {
  const top = checksum >> 35n;
  let next = ((checksum & 0x7ffffffffn) << 5n) ^ BigInt(value);
  GENERATOR.forEach((term, bit) => {
    if ((top >> BigInt(bit)) & 1n) next ^= term;
  });
  return next;
}

/** A descriptor with its checksum (BIP380). */
export function withChecksum(descriptor: string): string {
  let checksum = 1n;
  let group = 0;
  let count = 0;
  for (const char of descriptor) {
    const position = INPUT_CHARSET.indexOf(char);
    checksum = polymod(checksum, position & 31);
    group = group * 3 + (position >> 5);
    if (++count === 3) {
      checksum = polymod(checksum, group);
      group = 0;
      count = 0;
    }
  }
  if (count > 0) checksum = polymod(checksum, group);
  for (let i = 0; i < 8; i++) checksum = polymod(checksum, 0);
  checksum ^= 1n;
  let text = '';
  for (let i = 0; i < 8; i++) text += CHECKSUM_CHARSET[Number((checksum >> BigInt(5 * (7 - i))) & 31n)];
  return `${descriptor}#${text}`;
}

// Every unspent output of a wallet has one of a few scripts, and big integers are slow: remember them.
const known = new Map<string, string>();
const REMEMBERED = 10_000;

/** The descriptor a node infers for a script whose keys it does not hold. */
export function descriptorOf(script: Uint8Array): string {
  const scriptHex = hex.encode(script);
  const remembered = known.get(scriptHex);
  if (remembered) return remembered;
  if (known.size >= REMEMBERED) known.clear();
  const descriptor = withChecksum(inferred(script, scriptHex));
  known.set(scriptHex, descriptor);
  return descriptor;
}

function inferred(script: Uint8Array, scriptHex: string): string {
  if (isP2tr(script)) return `rawtr(${scriptHex.slice(4)})`;
  if (isP2pk(script)) return `pk(${scriptHex.slice(2, -2)})`;
  const address = addressOf(script);
  return address ? `addr(${address})` : `raw(${scriptHex})`;
}

/** The script an address of this network pays to. */
export function scriptOfAddress(address: string): Uint8Array | undefined {
  const reading = readAddress(address);
  return typeof reading === 'string' ? undefined : reading.script;
}

/** The same of an argument. Throws RpcError -5 with `failure` where it is no address. */
export function scriptArgument(
  address: unknown,
  failure = `Invalid Bitcoin address: ${String(address)}`,
): Uint8Array {
  return scriptOfAddress(String(address)) ?? refuse('INVALID_ADDRESS_OR_KEY', failure);
}
