import type { Command } from 'commander';
import type { Ban, Pause } from '../store/operation/stops.ts';
import type { Ended } from '../trading/operation/end-trades.ts';
import { type ActOptions, act } from './act-command.ts';
import type { TradeFilters } from './business.ts';
import { filtered } from './business-commands.ts';
import { tellOfBooks } from './commands.ts';
import type { FeeOptions } from './operation.ts';

const SERVICE = `
It asks the running service over its admin API: run it as the service's user, with its ADMIN_LISTEN (or PORT),
or with ADMIN_TOKEN. Every act is in the log (\`ordbook acts\`).
`;

/** Commands that steer the business: pauses, bans, listings, offers, fees, and the log of acts. */
export function addOperationCommands(program: Command): void {
  const tools = () => import('./operation.ts');
  act(program, 'pause', 'Pauses everything, a flow or a collection. Clients get 503 with the reason.')
    .argument('<scope>', 'everything, flow:<flow> or collection:<slug>')
    .addHelpText(
      'after',
      `${SERVICE}
Flows: listing, purchase, offer, counter, collection-offer, fill. Reading, delisting, cancelling and taking back
stay possible, and stored trades go on to settle.
Example: ordbook pause flow:purchase --reason "the index is being rebuilt"`,
    )
    .action(async (scope: string, options: ActOptions) =>
      (await tools()).doAct<Pause>(
        { path: '/v1/pause', body: { scope } },
        options,
        (pause) => `${pause.scope} is paused: ${pause.reason}`,
      ),
    );
  act(program, 'resume', 'Ends a pause.', 'resumed')
    .argument('<scope>', 'as it was paused')
    .addHelpText('after', `${SERVICE}Example: ordbook resume flow:purchase`)
    .action(async (scope: string, options: ActOptions) =>
      (await tools()).doAct<Pause>(
        { path: '/v1/resume', body: { scope } },
        options,
        (pause) => `${pause.scope} is no longer paused`,
      ),
    );
  program
    .command('pauses')
    .description('Lists what is paused.')
    .option('--json', 'a line of JSON each')
    .action(async (options: ActOptions) => (await tools()).printPauses(options));
  act(program, 'ban', 'Bans a profile or an address, and ends its listings and offers.')
    .argument('<subject>', 'id of a profile, or an address of a wallet')
    .addHelpText(
      'after',
      `${SERVICE}
It may still sign in, delist, cancel, decline and take back.
Example: ordbook ban bc1p… --reason "stolen inscriptions"`,
    )
    .action(async (subject: string, options: ActOptions) => {
      const { doAct, endedText } = await tools();
      await doAct<{ ban: Ban; ended: Ended }>(
        { path: '/v1/ban', body: { subject } },
        options,
        ({ ended }) => `${subject} is banned; ${endedText(ended)}`,
      );
    });
  act(program, 'unban', 'Ends a ban. What it ended stays ended.', 'unbanned')
    .argument('<subject>', 'as it was banned')
    .addHelpText('after', `${SERVICE}Example: ordbook unban bc1p…`)
    .action(async (subject: string, options: ActOptions) =>
      (await tools()).doAct<Ban>(
        { path: '/v1/unban', body: { subject } },
        options,
        () => `${subject} is no longer banned`,
      ),
    );
  program
    .command('bans')
    .description('Lists who is banned.')
    .option('--json', 'a line of JSON each')
    .action(async (options: ActOptions) => (await tools()).printBans(options));
  program
    .command('acts')
    .description('Lists what the operator did: who, when, to what, why.')
    .option('--subject <subject>', 'only acts on this scope, profile, address, listing, offer or slug')
    .option('--limit <rows>', 'default: 50')
    .option('--json', 'a line of JSON each, with what was before and after')
    .addHelpText('after', `${SERVICE}Example: ordbook acts --subject flow:purchase`)
    .action(async (options: { subject?: string; limit?: string; json?: boolean }) =>
      (await tools()).printActs(options),
    );
  addBookCommands(program);
  addFeeCommands(program);
}

function addBookCommands(program: Command): void {
  const listings = program.command('listings').description('The order book, and delisting.');
  const offers = program.command('offers').description('Offers, counters and collection offers.');
  for (const [command, kinds, example] of [
    [listings, ['listing'], 'ordbook listings list --collection quiet-mice'],
    [offers, ['offer', 'counter', 'collection offer'], 'ordbook offers list --profile 3f0c9a52-…'],
  ] as const)
    filtered(
      command
        .command('list')
        .description('Lists the open ones, newest first.')
        .option('--all', 'ended ones too')
        .option('--limit <rows>', 'default: 50')
        .option('--json', 'a line of JSON each')
        .addHelpText('after', `\nExample: ${example}`),
    ).action(async (options: TradeFilters & { all?: boolean }) => {
      const { listBook } = await import('./business.ts');
      await tellOfBooks((books) => listBook(books, kinds, options));
    });
  for (const [parent, name, path, example] of [
    [listings, 'delist', '/v1/listings', 'ordbook listings delist 3f0c9a52-… --reason "stolen"'],
    [offers, 'close', '/v1/offers', 'ordbook offers close 3f0c9a52-… --reason "made by mistake"'],
  ] as const)
    act(parent, name, `${name === 'delist' ? 'Delists a listing' : 'Closes an offer'} for the operator.`)
      .argument('<id>', 'its id')
      .addHelpText('after', `${SERVICE}Example: ${example}`)
      .action(async (id: string, options: ActOptions) => {
        const { doAct } = await import('./operation.ts');
        await doAct<{ reason: string }>(
          { path: `${path}/${encodeURIComponent(id)}/${name}` },
          options,
          ({ reason }) => `${id}: ${reason}`,
        );
      });
}

function addFeeCommands(program: Command): void {
  const fees = program.command('fees').description('The fees in force.');
  fees
    .command('show')
    .description('Shows them, in 1/100 of a percent.')
    .option('--json', 'one line of JSON')
    .action(async (options: { json?: boolean }) => (await import('./operation.ts')).printFees(options));
  act(fees, 'set', 'Changes fees from now on. Signed listings and offers keep their terms.')
    .option('--collection <slug>', 'default: of every collection without fees of its own')
    .option('--seller-bps <bps>')
    .option('--buyer-bps <bps>')
    .option('--fill-bps <bps>')
    .option('--minimum-sats <sats>')
    .option('--seller-royalty-bps <bps>')
    .option('--buyer-royalty-bps <bps>')
    .option('--reset', "back to the operator's fees, or for those to the settings'")
    .addHelpText(
      'after',
      `${SERVICE}
A fill's fee is refused below SIGNER_LEAST_FEE_BPS, which the signers hold.
Example: ordbook fees set --buyer-bps 100 --reason "spring offer"`,
    )
    .action(async (options: FeeOptions) => (await import('./operation.ts')).setFees(options));
}

/** `ordbook collections feature` and `remove`. */
export function addCollectionActs(collections: Command): void {
  act(collections, 'feature', 'Features the collection.', 'featured')
    .argument('<slug>')
    .option('--rank <place>', 'from 1', '1')
    .option('--off', 'no longer')
    .addHelpText('after', `${SERVICE}Example: ordbook collections feature quiet-mice --rank 2`)
    .action(async (slug: string, { rank, off, ...options }: ActOptions & { rank: string; off?: boolean }) => {
      if (!/^[1-9]\d{0,3}$/.test(rank)) throw new Error(`--rank is ${rank}; it must be a number from 1`);
      const { doAct } = await import('./operation.ts');
      await doAct<{ featuredRank: number | null }>(
        { path: `/v1/collections/${slug}/feature`, body: { rank: off ? null : Number(rank) } },
        options,
        ({ featuredRank }) =>
          featuredRank === null ? `${slug} is no longer featured` : `${slug} is featured at ${featuredRank}`,
      );
    });
  act(collections, 'remove', 'Removes the collection, and ends what is open in it.')
    .argument('<slug>')
    .addHelpText(
      'after',
      `${SERVICE}
What is in flight settles; \`ordbook collections add\` brings the collection back.
Example: ordbook collections remove quiet-mice --reason "the creator asked for it"`,
    )
    .action(async (slug: string, options: ActOptions) => {
      const { doAct, endedText } = await import('./operation.ts');
      await doAct<Ended>(
        { path: `/v1/collections/${slug}/remove` },
        options,
        (ended) => `${slug} is removed; ${endedText(ended)}`,
      );
    });
}
