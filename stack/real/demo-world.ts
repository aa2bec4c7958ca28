import type { Miner } from '../../sandbox/src/miner.ts';
import { createWorld, type World } from '../../sandbox/src/world.ts';
import { addSource, upsertCollection } from '../../server/src/store/catalogue/collections.ts';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import type { BeforeStart } from './shipped-service.ts';

/** Puts the collections and wallets of the sandbox on the chain of a shipped service, before it starts. */
export async function makeDemoWorld(
  { database, publish }: Pick<BeforeStart, 'database' | 'publish'>,
  miner: Miner,
): Promise<World> {
  const { db, close } = openPostgres(database, { poolSize: 1 });
  try {
    await migrate(db);
    const progress = () => undefined;
    const world = await createWorld(miner, { progress, addSource: (slug, id) => addSource(db, slug, id) });
    for (const collection of world.collections)
      await upsertCollection(db, { ...collection, createdAt: new Date() });
    await publish(world.collections);
    return world;
  } finally {
    await close();
  }
}
