/** `npm run exit`: prints the package that takes a collection offer's money back, for a node's `submitpackage`. Needs no service. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { WIF } from '@scure/btc-signer';
import { type NetworkName, networkParams } from '../wallet/network.ts';
import { takeBack } from './take-back.ts';

const USAGE = `npm run exit -- --parent <file> --key <file> --to <address> [--fee-rate <sat/vB>] [--network mainnet]

  --parent  the signed funding parent: PSBT in base64, or raw hex
  --key     file with the key of the ordinals address, in wallet import format
  --to      where the money goes

Then: bitcoin-cli submitpackage "$(npm run --silent exit -- …)"
`;

const { values } = parseArgs({
  options: {
    parent: { type: 'string' },
    key: { type: 'string' },
    to: { type: 'string' },
    'fee-rate': { type: 'string', default: '2' },
    network: { type: 'string', default: 'mainnet' },
  },
});
const { parent, key, to } = values;
if (!parent || !key || !to) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const network = values.network as NetworkName;
const built = takeBack({
  fundingParent: readFileSync(parent, 'utf8').trim(),
  secret: WIF(networkParams(network)).decode(readFileSync(key, 'utf8').trim()),
  toAddress: to,
  network,
  feeRate: Number(values['fee-rate']),
});
process.stderr.write(`${built.paidSats} sats to ${to}, ${built.feeSats} sats to the network\n`);
process.stdout.write(`${JSON.stringify([built.parent, built.child])}\n`);
