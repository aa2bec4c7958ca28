import { systemClock } from '../base/clock.ts';
import type { Settings } from '../composition/settings.ts';
import { listPartners, type Partner, partnerByName } from '../store/account/partners.ts';
import type { Database } from '../store/port.ts';
import type { By } from '../trading/operation/act.ts';
import * as acts from '../trading/operation/partners.ts';
import type { Books, ListedPartner } from './books.ts';
import { knownCollection } from './collections.ts';

export interface PartnerOptions {
  readonly name: string;
  readonly payoutAddress?: string;
  readonly shareBps?: string;
  readonly status?: string;
}

/** Adds an active partner. Returns its line. Throws an Error when the name is taken or a value is wrong. */
export async function addPartner(
  db: Database,
  by: By,
  settings: Settings,
  options: PartnerOptions,
): Promise<string> {
  const { shareBps = 0, payoutAddress = null } = read(options);
  if (await partnerByName(db, options.name))
    throw new Error(`a partner ${options.name} already exists; change it with \`ordbook partners change\``);
  await acts.addPartner(contextOf(db, settings), by, options.name, { shareBps, payoutAddress });
  return lineOf(await knownPartner(db, options.name));
}

/** Changes the given fields of a partner, for every sale from now on. Returns the updated line. */
export async function editPartner(
  db: Database,
  by: By,
  settings: Settings,
  options: PartnerOptions,
): Promise<string> {
  const change = read(options);
  await knownPartner(db, options.name);
  await acts.changePartner(contextOf(db, settings), by, options.name, change);
  return lineOf(await knownPartner(db, options.name));
}

/**
 * Credits a collection's new listings to a partner; without a name, to nobody. Returns a line that says so.
 */
export async function creditCollection(
  db: Database,
  by: By,
  options: { readonly collection: string; readonly name?: string },
): Promise<string> {
  const { collection, name } = options;
  const partner = name === undefined ? null : await knownPartner(db, name);
  const { slug } = await knownCollection(db, collection);
  await acts.creditCollection({ db, clock: systemClock }, by, slug, partner?.name ?? null);
  return `${slug}: listings from now on are credited to ${partner?.name ?? 'nobody'}`;
}

/** A line per partner, or with `json` a line of JSON each. */
export async function describePartners(
  books: Pick<Books, 'partners'>,
  { json }: { readonly json?: boolean } = {},
): Promise<string[]> {
  const partners = await books.partners();
  if (json) return partners.map((partner) => JSON.stringify(partner, [...PARTNER_FIELDS]));
  return partners.length === 0
    ? ['no partners; `ordbook partners add --help` shows how to add one']
    : partners.map(lineOf);
}

const PARTNER_FIELDS = [
  'name',
  'status',
  'shareBps',
  'payoutAddress',
  'purchases',
] as const satisfies readonly (keyof ListedPartner)[];

function contextOf(db: Database, settings: Settings) {
  return { db, clock: systemClock, settings: { network: settings.NETWORK } };
}

function lineOf({ name, status, shareBps, payoutAddress, purchases }: ListedPartner): string {
  return `${name}  ${status}  ${shareBps} bps  ${payoutAddress ?? 'no address'}  paid in ${purchases} purchases`;
}

async function knownPartner(db: Database, name: string): Promise<ListedPartner> {
  const partner = (await listPartners(db)).find((listed) => listed.name === name);
  if (!partner) throw new Error(`there is no partner ${name}; \`ordbook partners list\` lists them`);
  return partner;
}

function read({ status, shareBps, payoutAddress }: PartnerOptions): Partial<acts.PartnerTerms> {
  if (status !== undefined && status !== 'active' && status !== 'inactive')
    throw new Error(`--status is ${status}; it must be active or inactive`);
  const bps = shareBps === undefined ? undefined : Number(shareBps);
  if (bps !== undefined && !(/^\d+$/.test(shareBps!) && bps <= 10_000))
    throw new Error(`--share-bps is ${shareBps}; it must be a whole number from 0 to 10,000`);
  return {
    ...(status === undefined ? {} : { status: status as Partner['status'] }),
    ...(bps === undefined ? {} : { shareBps: bps }),
    ...(payoutAddress === undefined ? {} : { payoutAddress }),
  };
}
