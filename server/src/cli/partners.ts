import { randomUUID } from 'node:crypto';
import { scriptOf } from '../protocol/keys.ts';
import { changePartner, insertPartner, listPartners, setCollectionPartner } from '../store/partners.ts';
import type { Database } from '../store/port.ts';
import type { Settings } from './settings.ts';

export interface PartnerOptions {
  readonly name: string;
  readonly payoutAddress?: string;
  readonly shareBps?: string;
  readonly status?: string;
}

/** Adds an active partner. Throws when the name is taken or a value is wrong. */
export async function addPartner(db: Database, settings: Settings, options: PartnerOptions): Promise<void> {
  const { shareBps = 0, payoutAddress = null } = read(settings, options);
  if ((await listPartners(db)).some(({ name }) => name === options.name))
    throw new Error(
      `a partner is called ${options.name} already: change it with \`ordbook partners change\``,
    );
  await insertPartner(db, {
    id: randomUUID(),
    name: options.name,
    status: 'active',
    payoutAddress,
    shareBps,
    createdAt: new Date(),
  });
}

/** Changes what is given; counts for every sale from now on. */
export async function editPartner(db: Database, settings: Settings, options: PartnerOptions): Promise<void> {
  if (!(await changePartner(db, options.name, read(settings, options))))
    throw new Error(unknownPartner(options.name));
}

/** Credits a collection's new listings to a partner; without a name, to none. */
export async function creditCollection(
  db: Database,
  options: { readonly collection: string; readonly name?: string },
): Promise<void> {
  const partner = (await listPartners(db)).find(({ name }) => name === options.name);
  if (options.name !== undefined && !partner) throw new Error(unknownPartner(options.name));
  if (!(await setCollectionPartner(db, options.collection, partner?.id ?? null)))
    throw new Error(`no collection is called ${options.collection}: \`ordbook collections list\` shows them`);
}

/** A line per partner. */
export async function describePartners(db: Database): Promise<string[]> {
  return (await listPartners(db)).map(
    ({ name, status, shareBps, payoutAddress, purchases }) =>
      `${name}  ${status}  ${shareBps} bps  ${payoutAddress ?? 'no address'}  paid in ${purchases} purchases`,
  );
}

function unknownPartner(name: string): string {
  return `no partner is called ${name}: \`ordbook partners list\` shows them`;
}

function read(settings: Settings, { status, shareBps, payoutAddress }: PartnerOptions) {
  if (status !== undefined && status !== 'active' && status !== 'inactive')
    throw new Error(`--status is ${status}: it must be active or inactive`);
  const bps = shareBps === undefined ? undefined : Number(shareBps);
  if (bps !== undefined && !(/^\d+$/.test(shareBps!) && bps <= 10_000))
    throw new Error(`--share-bps is ${shareBps}: it must be a whole number, 0 to 10,000`);
  if (payoutAddress !== undefined) scriptOf(payoutAddress, settings.NETWORK);
  return {
    ...(status === undefined ? {} : { status: status as 'active' | 'inactive' }),
    ...(bps === undefined ? {} : { shareBps: bps }),
    ...(payoutAddress === undefined ? {} : { payoutAddress }),
  };
}
