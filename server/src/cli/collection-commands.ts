import { type Command, Option } from 'commander';
import type { Settings } from '../composition/settings.ts';
import type { Database } from '../store/port.ts';
import type { AddOptions } from './collections-file.ts';
import { onStore, tellOfStore } from './commands.ts';
import { addCollectionActs } from './operation-commands.ts';

/** `ordbook collections …`; the guide is docs/collections.md. */
export function addCollectionCommands(program: Command): void {
  const collections = program
    .command('collections')
    .description(
      'Manages the collections that can be traded: children of parent inscriptions, and galleries.',
    );

  collections
    .command('add')
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
    .action(() => tellOfStore(async (db) => (await import('./collections.ts')).describeCollections(db)));
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
  collections
    .command('verify')
    .description('Marks the collection as verified.')
    .argument('<slug>')
    .option('--off', 'mark it as unverified')
    .action((slug: string, { off = false }: { off?: boolean }) => flag(slug, { verified: !off }));
  collections
    .command('disable')
    .description('Stops new listings, purchases and offers in the collection.')
    .argument('<slug>')
    .option('--off', 'allow them again')
    .action((slug: string, { off = false }: { off?: boolean }) => flag(slug, { tradingEnabled: off }));

  addCollectionActs(collections);

  const flag = (slug: string, flags: { verified?: boolean; tradingEnabled?: boolean }) =>
    tellOfStore(async (db) => (await import('./collections.ts')).flagCollection(db, slug, flags));
}

async function add(options: AddOptions): Promise<void> {
  const [{ addCollections }, { describedCollections }, { openAdapters }, { tradingSettings }] =
    await Promise.all([
      import('./collections.ts'),
      import('./collections-file.ts'),
      import('../composition/build-service.ts'),
      import('../composition/settings.ts'),
    ]);
  await tellOfStore(async (db, settings) => {
    const described = await describedCollections(options, settings.NETWORK);
    const { ordinals } = openAdapters(settings);
    return addCollections({ db, ordinals, fees: tradingSettings(settings).fees }, described);
  });
}

async function sync(db: Database, settings: Settings, slug: string | undefined): Promise<void> {
  const [{ progressReport, syncCollections }, { openAdapters }, { createLogger }] = await Promise.all([
    import('./sync-collections.ts'),
    import('../composition/build-service.ts'),
    import('../api/edge/log.ts'),
  ]);
  const { report, done } = progressReport();
  const ctx = { db, ordinals: openAdapters(settings).ordinals, log: createLogger('warn') };
  await syncCollections(ctx, slug === undefined ? { report } : { slug, report });
  done('all members are read');
}
