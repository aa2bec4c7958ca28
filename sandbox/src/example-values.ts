import { inscriptionsAt } from '@ordbook/server/store/chain/inscriptions';
import type { TradingContext } from '@ordbook/server/trading/context';
import type { SandboxSession } from './session.ts';
import type { World } from './world.ts';

/**
 * Values of this sandbox for the examples of the reference page, by field: those of the wallet that signed in
 * last, or of the first one. With them the requests of the page work as they stand.
 */
export async function exampleValues(
  { db }: Pick<TradingContext, 'db'>,
  { wallets, collections }: World,
  session?: SandboxSession,
): Promise<Readonly<Record<string, string>>> {
  const { ordinals, payment } = wallets.find(({ name }) => name === session?.wallet) ?? wallets[0]!;
  const [inscriptionId = ''] = await inscriptionsAt(db, ordinals.address);
  const slugs = collections.map(({ slug }) => slug);
  return {
    slug: slugs[0]!,
    collectionSlug: slugs[0]!,
    collection: slugs[0]!,
    slugs: slugs.join(','),
    ...(inscriptionId === '' ? {} : { id: inscriptionId, inscriptionId }),
    ordinalsAddress: ordinals.address,
    ordinalsPublicKey: ordinals.publicKey,
    sellerAddress: ordinals.address,
    paymentAddress: payment.address,
    paymentPublicKey: payment.publicKey,
    ...(session ? { walletBindingId: session.walletBindingId } : {}),
  };
}
