import { createClient, goodsOf } from '@ordbook/client';
import type { ItemActionsProps } from '../../app/page-props.ts';
import { place } from '../../app/place.ts';
import { useResource } from '../../data/resource.ts';
import { lookAround } from '../connect/connection.ts';
import { sentenceOf } from '../errors.ts';
import { words } from '../text.ts';
import { NotShown, ShownGoods } from './shown-goods.tsx';

/** Checks the proof of an item in this browser, and shows what came of it. */
export default function CheckedItem({ inscription: { item } }: ItemActionsProps) {
  const { inscriptionId, collection: collectionSlug, locationSatpoint } = item;
  const { value, error } = useResource(`proof ${inscriptionId} ${locationSatpoint}`, async (signal) => {
    const { network, source } = await lookAround();
    const client = createClient({ baseUrl: place.serviceUrl, network, signal });
    const asking = { client, wallet: { network }, safety: source ? { source } : {} };
    return goodsOf(asking, { inscriptionId, collectionSlug });
  });
  if (error !== null)
    return (
      <p class="finding finding-stop" role="alert">
        {error instanceof Error && error.name === 'UnsafePsbt'
          ? words.goods.refused(error.message)
          : sentenceOf(error)}
      </p>
    );
  if (!value) return <p role="status">{words.goods.checking}</p>;
  return (
    <>
      <ShownGoods goods={value} />
      <NotShown of={[{ goods: value }]} />
    </>
  );
}
