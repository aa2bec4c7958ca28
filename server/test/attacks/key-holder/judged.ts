/** Whether the judge alone, without the checks and the journal of the SDK, lets the user sign. */
import { judge, type Request } from '@ordbook/judge';
import { type Layout, SIGHASHES } from '@ordbook/protocol/layout/layout';
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

/** Whether, beside what was signed before, this costs the user no more at worst than what was agreed to. */
export function isNoWorse(
  shown: Signed,
  agreed: Signed,
  signed: readonly Signed[],
  identity: Identity,
  { scripts }: User,
): boolean {
  const worstOf = (asked: Signed) =>
    judge([requestOf(asked, identity)], {
      mine: [...scripts],
      values: [asked, ...signed].flatMap(({ table }) => table.inputs.map(({ coin }) => coin)),
      earlier: signed.map((one) => requestOf(one, identity)),
    }).worst;
  const [seen, meant] = [worstOf(shown), worstOf(agreed)];
  return seen.isBounded && seen.lossSats <= meant.lossSats;
}
