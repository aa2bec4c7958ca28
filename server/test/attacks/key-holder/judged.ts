/** Whether the judge alone, without the checks and the journal of the SDK, lets the user sign. */
import { judge, type Request } from '@ordbook/judge';
import { type Layout, SIGHASHES } from '@ordbook/protocol/layout/layout';
import { outpointText } from '@ordbook/protocol/outpoint';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import type { Signed, User } from './search.ts';
import type { Identity } from './willing.ts';

const requests = new WeakMap<Layout, Request>();

function requestOf({ table, party }: Signed, { ordinalsAddress, paymentAddress }: Identity): Request {
  const address = party === 'buyer' ? paymentAddress : ordinalsAddress;
  const request = requests.get(table) ?? {
    psbt: psbtStep(table, party, 0, address).psbtBase64,
    sign: table.inputs.flatMap(({ signs }, input) => {
      const sighash = signs[party];
      return sighash === undefined ? [] : [{ input, sighash: SIGHASHES[sighash] }];
    }),
  };
  requests.set(table, request);
  return request;
}

/**
 * Whether, beside what was signed before, this costs the user no more at worst than what was agreed to, and
 * moves no inscription in another way or for less. Every coin counts as one with an inscription, named by its
 * place, as a service would, and by itself.
 */
export function isNoWorse(
  shown: Signed,
  agreed: Signed,
  signed: readonly Signed[],
  identity: Identity,
  { scripts }: User,
): boolean {
  const verdictOn = (asked: Signed) => {
    const own = asked.table.inputs.map(({ coin }, index) => ({ ...coin, name: `input ${index}` }));
    const all = [asked, ...signed].flatMap(({ table }) => table.inputs.map(({ coin }) => coin));
    return judge([requestOf(asked, identity)], {
      mine: [...scripts],
      values: all,
      inscriptions: [...own, ...all.map((coin) => ({ ...coin, name: outpointText(coin) }))],
      earlier: signed.map((one) => requestOf(one, identity)),
    });
  };
  const [seen, meant] = [verdictOn(shown), verdictOn(agreed)];
  const fates = new Map(seen.inscriptions.map((one) => [one.name, one]));
  return (
    seen.worst.isBounded &&
    seen.worst.lossSats <= meant.worst.lossSats &&
    meant.inscriptions.every(({ name, fate, forAtLeastSats }) => {
      const now = fates.get(name);
      return !now || (now.fate === fate && now.forAtLeastSats >= forAtLeastSats);
    })
  );
}
