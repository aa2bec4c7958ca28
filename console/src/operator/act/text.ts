/** What the acts say before and after. Each sentence names what will happen, and to whom. */
const count = (number: number) => number.toLocaleString('en-GB');

interface Ended {
  readonly listings: number;
  readonly offers: number;
  readonly collectionOffers: number;
}

const endedText = ({ listings, offers, collectionOffers }: Ended) =>
  `Ended: ${count(listings)} listings, ${count(offers)} offers, ${count(collectionOffers)} collection offers.`;

interface Month {
  readonly sales: number;
  readonly feeSats: number;
  readonly newFeeSats: number;
}

const monthText = ({ sales, feeSats, newFeeSats }: Month) =>
  `The ${count(sales)} sales of the last 30 days that they concern paid ${count(feeSats)} sats; with these fees, ${count(newFeeSats)}.`;

export const says = {
  ended: endedText,
  pause: {
    title: 'Pause',
    scope: 'What',
    slug: 'Slug of the collection',
    slugHint: 'Only where one collection is paused.',
    oneCollection: 'One collection',
    all: 'Pause everything',
    asks: (what: string) =>
      `${what} stops for every trader: new trades get 503 with your reason, until you resume. What is in flight settles.`,
    done: (what: string) => `${what} is paused.`,
  },
  resume: {
    title: 'Resume',
    asks: (what: string) => `${what} is open again for every trader at once.`,
    done: (what: string) => `${what} is no longer paused.`,
  },
  ban: {
    title: 'Ban',
    subject: 'Id of a profile, or an address',
    subjectHint: 'A profile: all its wallets. An address: every wallet with it.',
    somebody: 'The profile or address above',
    asks: (whom: string) =>
      `${whom} may trade no more: its listings, offers and counters end with your reason, and new trades get 403. What is in flight settles.`,
    done: (whom: string, ended: string) => `${whom} is banned. ${ended}`,
  },
  unban: {
    title: 'Unban',
    asks: (whom: string) => `${whom} may trade again; what the ban ended does not come back.`,
    done: (whom: string) => `${whom} is no longer banned.`,
  },
  delist: {
    title: 'Delist',
    asks: (what: string, seller: string) =>
      `The listing of ${what} by ${seller} ends, and its seller reads your reason; nobody can buy it here any more.`,
    done: (reason: string) => `It is ${reason}.`,
  },
  close: {
    title: 'Close',
    asks: (kind: string, what: string, whom: string) =>
      `The ${kind} for ${what} by ${whom} ends, and its maker reads your reason.`,
    done: (reason: string) => `It is ${reason}.`,
  },
  feature: {
    title: 'Feature',
    rank: 'Place, from 1',
    asks: (name: string, rank: string) =>
      `${name} is shown to every visitor at place ${rank || '1'} of the first page.`,
    done: (name: string, rank: number) => `${name} is featured at place ${rank}.`,
  },
  unfeature: {
    title: 'Feature no longer',
    asks: (name: string) => `${name} is shown among all collections, and not first.`,
    done: (name: string) => `${name} is no longer featured.`,
  },
  verify: {
    title: (isVerified: boolean) => (isVerified ? 'Verify no longer' : 'Verify'),
    asks: (name: string, isVerified: boolean) =>
      isVerified
        ? `${name} loses its mark: visitors no longer see that you vouch for it.`
        : `${name} gets a mark: visitors see that you vouch for it.`,
    done: (name: string, isVerified: boolean) =>
      `${name} is ${isVerified ? 'verified' : 'no longer verified'}.`,
  },
  trading: {
    title: (isOn: boolean) => (isOn ? 'Switch trading off' : 'Switch trading on'),
    asks: (name: string, isOn: boolean) =>
      isOn
        ? `New trades in ${name} get 403 for every trader, for good; what is open stays.`
        : `Everybody may trade in ${name}.`,
    done: (name: string, isOn: boolean) => `Trading in ${name} is ${isOn ? 'on' : 'off'}.`,
  },
  remove: {
    title: 'Remove',
    asks: (name: string) =>
      `${name} leaves every page: what is open in it ends, what is in flight settles, and owners can still delist and take back. Adding it again brings it back.`,
    done: (name: string, ended: string) => `${name} is removed. ${ended}`,
  },
  fees: {
    title: 'Change fees',
    asks: (whom: string) =>
      `From now on ${whom} pays these fees; signed listings and inscription offers keep their terms, and a purchase that was quoted before asks again.`,
    every: 'every trade in a collection without fees of its own',
    one: (name: string) => `every trade in ${name}`,
    hint: '1/100 of a percent.',
    fillHint: '1/100 of a percent. Empty: seller and buyer together.',
    done: (whom: string, month: Month) => `From now on ${whom} pays the new fees. ${monthText(month)}`,
  },
  resetFees: {
    title: 'Reset fees',
    asksEvery: 'From now on every collection without fees of its own has those of the settings.',
    asksOne: (name: string) => `From now on ${name} has the fees of every collection.`,
    done: (month: Month) => `The fees are reset. ${monthText(month)}`,
  },
  addCollections: {
    title: 'Add collections',
    label: 'Descriptions, as JSON',
    example:
      '[{\n  "slug": "embers",\n  "name": "Embers",\n  "kind": "parent_child",\n  "sources": ["<inscription id>"]\n}]',
    hint: 'As in a collections file; one that is stored is changed.',
    asks: 'Every source is looked up in the index first; all collections are stored, or none.',
    noJson: (why: string) => `The descriptions are no JSON: ${why}.`,
    done: (rows: readonly { readonly slug: string; readonly isNew: boolean }[]) =>
      rows.map(({ slug, isNew }) => `${slug} is ${isNew ? 'added' : 'changed'}.`).join(' '),
  },
  credit: {
    title: 'Credit a partner',
    partner: 'Partner',
    asks: (name: string, partner: string) =>
      partner === ''
        ? `New listings in ${name} are credited to nobody.`
        : `New listings in ${name} are credited to ${partner}, who gets a share of their fees.`,
    done: (name: string, partner: string | null) =>
      `New listings in ${name} are credited to ${partner ?? 'nobody'}.`,
  },
  addPartner: {
    title: 'Add a partner',
    name: 'Name',
    share: 'Share of the fees, bps',
    shareHint: '1/100 of a percent.',
    address: 'Address that is paid',
    addressHint: 'Empty: it is not paid yet.',
    asks: (name: string, share: string) =>
      `${name || 'The partner'} gets ${share || '0'} bps of the fees of sales that its listings lead to.`,
    done: (name: string) => `${name} is a partner.`,
  },
  changePartner: {
    title: 'Change',
    status: 'Status',
    active: 'Active',
    inactive: 'Inactive: not paid',
    asks: (name: string, share: string, status: string) =>
      status === 'inactive'
        ? `${name} is not paid from now on.`
        : `${name} gets ${share || '0'} bps of the fees of every sale from now on.`,
    done: (name: string) => `${name} is changed.`,
  },
  addWebhook: {
    title: 'Add a webhook',
    url: 'URL',
    urlHint: 'https, of a server that can be reached from outside.',
    topics: 'Topics',
    topicsHint: 'Separated by commas. Empty: all.',
    audience: 'It sees',
    audiences: [
      ['public', 'What everybody may see'],
      ['private', 'Also what only the parties of a trade see: for your own systems'],
    ],
    asks: (url: string) => `Events are posted to ${url || 'that URL'} from now on.`,
    done: (secret: string) => `Its secret, which is not shown again: ${secret}`,
  },
  removeWebhook: {
    title: 'Remove',
    asks: (url: string) => `${url} gets no more events, and what waits for it is dropped.`,
    done: (url: string) => `${url} is removed.`,
  },
  resend: {
    title: 'Send again',
    asks: (url: string) => `What did not reach ${url} is sent again.`,
    done: (deliveries: number) => `Sent again: ${count(deliveries)}.`,
  },
  audit: {
    title: 'Start an audit',
    asks: 'This process compares everything that is stored with node and index; it changes nothing, and nobody waits for it.',
    done: 'The audit runs; this page shows its findings when it ends.',
    already: 'An audit runs already; this page shows its findings when it ends.',
  },
} as const;
