import { type Command, Option } from 'commander';
import { systemClock } from '../base/clock.ts';
import type { Settings } from '../composition/settings.ts';
import type { Database } from '../store/port.ts';
import type { CollectionFlags } from '../trading/operation/flag-collection.ts';
import { type ActOptions, reasoned } from './act-command.ts';
import type { AddOptions } from './collections-file.ts';
import { actOnStore, onStore, tellOfStore } from './commands.ts';
import { addCollectionActs } from './operation-commands.ts';

/** `ordbook collections …`; the guide is docs/collections.md. */
export function addCollectionCommands(program: Command): void {
  const collections = program
    .command('collections')
    .description(
      'Manages the collections that can be traded: children of parent inscriptions, and galleries.',
    );

  reasoned(collections.command('add'), 'described by the operator')
    .description('Adds collections, or changes existing ones, from a file or from options.')
    .option('--file <file>', 'JSON array of collections; docs/collections.md lists the fields')
    .option('--slug <slug>')
    .option('--name <name>', 'display name; default: the slug')
    .addOption(new Option('--kind <kind>').choices(['parent_child', 'gallery']))
    .option('--source <id...>', 'inscription ids of parents or galleries')
    .action(add);
  collections
    .command('list')
    .description('Lists all collections.')
    .option('--json', 'a line of JSON each')
    .action((options: { json?: boolean }) =>
      tellOfStore(async (db) => (await import('./collections.ts')).describeCollections(db, options)),
    );
  collections
    .command('show')
    .description('Shows one collection, and how far its sources have been read.')
    .argument('<slug>')
    .action((slug: string) =>
      tellOfStore(async (db) => (await import('./collections.ts')).describeCollection(db, slug)),
    );
  collections
    .command('sync')
    .description('Reads new members now and shows progress. The service does the same after every block.')
    .argument('[slug]', 'only this collection')
    .action((slug: string | undefined) => onStore((db, settings) => sync(db, settings, slug)));
  reasoned(collections.command('verify'), 'verified by the operator')
    .description('Marks the collection as verified.')
    .argument('<slug>')
    .option('--off', 'mark it as unverified')
    .action((slug: string, options: FlagOptions) => flag(slug, { verified: !options.off }, options));
  reasoned(collections.command('disable'), 'decided by the operator')
    .description('Stops new listings, purchases and offers in the collection.')
    .argument('<slug>')
    .option('--off', 'allow them again')
    .action((slug: string, options: FlagOptions) =>
      flag(slug, { tradingEnabled: options.off ?? false }, options),
    );

  addCollectionActs(collections);

  const flag = (slug: string, flags: CollectionFlags, options: ActOptions) =>
    actOnStore(options, async (db, by) =>
      (await import('./collections.ts')).flagCollection(db, by, slug, flags),
    );
}

interface FlagOptions extends ActOptions {
  readonly off?: boolean;
}

async function add(options: AddOptions & ActOptions): Promise<void> {
  const [{ addCollections }, { describedCollections }, { openAdapters }, { tradingSettings }] =
    await Promise.all([
      import('./collections.ts'),
      import('./collections-file.ts'),
      import('../composition/build-service.ts'),
      import('../composition/settings.ts'),
    ]);
  await actOnStore(options, async (db, by, settings) => {
    await requireIndex(settings);
    const described = await describedCollections(options, settings.NETWORK);
    const { ordinals } = openAdapters(settings);
    const hasFills = settings.POLICY_SIGNER_ENDPOINT !== '' && settings.GATE_SIGNER_ENDPOINT !== '';
    const ctx = {
      ...{ db, ordinals, clock: systemClock, settings: tradingSettings(settings) },
      feeBounds: { leastFeeBps: settings.SIGNER_LEAST_FEE_BPS },
      ...(hasFills ? { collectionOffers: {} } : {}),
    };
    return addCollections(ctx, by, described);
  });
}

/** Members are read from `ord`. Throws an Error that names every setting that is wrong. */
async function requireIndex(settings: Settings): Promise<void> {
  const { checkSettings, NEEDED_TO_START } = await import('../composition/check-settings.ts');
  checkSettings(settings, ['DATABASE_URL', ...NEEDED_TO_START.filter((name) => name !== 'ORD_URL')]);
}

async function sync(db: Database, settings: Settings, slug: string | undefined): Promise<void> {
  await requireIndex(settings);
  const [{ progressReport, syncCollections }, { openAdapters }, { openLogger }] = await Promise.all([
    import('./sync-collections.ts'),
    import('../composition/build-service.ts'),
    import('../api/edge/log.ts'),
  ]);
  const { report, done } = progressReport();
  const ctx = { db, ordinals: openAdapters(settings).ordinals, log: await openLogger('warn') };
  await syncCollections(ctx, slug === undefined ? { report } : { slug, report });
  done('all members are read');
}
