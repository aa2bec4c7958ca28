import { type CollectionInscription, inscriptions, type Session } from '@ordbook/client';
import { lookAround } from '../connect/connection.ts';

export interface MyItem extends CollectionInscription {
  readonly slug: string;
}

/** Everything of the market's collections that the wallet holds. Throws what the reads throw. */
export async function myItems(session: Session): Promise<MyItem[]> {
  const { slugs } = await lookAround();
  const mine: MyItem[] = [];
  for (const slug of slugs)
    for await (const item of inscriptions(session, slug, { limit: 100 }))
      if (item.owner === session.wallet.ordinalsAddress) mine.push({ ...item, slug });
  return mine;
}

/** One item of a market's collection; null: no collection has it. Throws what the reads throw. */
export async function itemOf(session: Session, inscriptionId: string): Promise<MyItem | null> {
  const { slugs } = await lookAround();
  for (const slug of slugs)
    for await (const item of inscriptions(session, slug, { limit: 100 }))
      if (item.inscriptionId === inscriptionId) return { ...item, slug };
  return null;
}
