import { type Command, Option } from 'commander';
import type { Settings } from '../composition/settings.ts';
import type { Database } from '../store/port.ts';
import type { AddOptions } from './collections-file.ts';
import { onStore, tellOfStore } from './commands.ts';

/** `ordbook collections …`: docs/collections.md is its guide. */
export function addCollectionCommands(program: Command): void {
  const collections = program
    .command('collections')
    .description('What may be traded: parents with their children, and galleries.');

  collections
    .command('add')
    .description('Adds collections, or changes known ones, from a file or from the options.')
    .option('--file <file>', 'JSON array; docs/collections.md shows the fields')
    .option('--slug <slug>')
    .option('--name <name>', 'without it: the slug')
    .addOption(new Option('--kind <kind>').choices(['parent_child', 'gallery']))
    .option('--source <id...>', 'inscription ids of parents or galleries')
    .action(add);
  collections
    .command('list')
    .description('A line per collection.')
    .action(() => tellOfStore(async (db) => (await import('./collections.ts')).describeCollections(db)));
  collections
    .command('show')
    .description('One collection, and how far its sources are read.')
    .argument('<slug>')
    .action((slug: string) =>
      tellOfStore(async (db) => (await import('./collections.ts')).describeCollection(db, slug)),
    );
  collections
    .command('sync')
    .description('Reads new members now and shows the progress; the service does the same at every block.')
    .argument('[slug]', 'only this collection')
    .action((slug: string | undefined) => onStore((db, settings) => sync(db, settings, slug)));
  collections
    .command('verify')
    .description('Shows the collection as verified.')
    .argument('<slug>')
    .option('--off', 'shows it as unverified again')
    .action((slug: string, { off = false }: { off?: boolean }) => flag(slug, { verified: !off }));
  collections
    .command('disable')
    .description('Takes no new listings, purchases and offers in the collection.')
    .argument('<slug>')
    .option('--off', 'takes them again')
    .action((slug: string, { off = false }: { off?: boolean }) => flag(slug, { tradingEnabled: off }));

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
