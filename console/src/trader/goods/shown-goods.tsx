import type { Goods } from '@ordbook/client';
import { words } from '../text.ts';
import { Walk } from './walk.tsx';

const own = words.goods;

/** What this browser checked of an inscription, with its walk, and what nobody has shown. */
export function ShownGoods({ goods, name }: { readonly goods: Goods; readonly name?: string | undefined }) {
  const { custody, membership, notShown, shown } = goods;
  return (
    <section class={`goods finding finding-${custody ? 'fine' : 'warning'}`}>
      <p>
        {name && <strong>{name} </strong>}
        {custody
          ? own.checked(custody.walk.length - 1, custody.block.height)
          : [own.unproven, ...shown.map((what) => `${inShort(what, goods)}.`)].join(' ')}
        {custody && custody.agreeing.length > 0 && ` ${own.agreeing(custody.agreeing)}`}
        {membership && ` ${own.member[membership.by](membership.slug)}`}
      </p>
      {notShown.length > 0 && (
        <ul class="goods-not">
          {notShown.map((what) => (
            <li key={what}>
              <strong>{own.notShown}</strong> {inShort(what, goods)}.
            </li>
          ))}
        </ul>
      )}
      {custody && (
        <details>
          <summary>{own.open}</summary>
          <Walk custody={custody} rootId={membership?.rootId ?? null} />
        </details>
      )}
    </section>
  );
}

/** The inscription is “it”, and other ids are cut: whole ones stand beside the walk. */
function inShort(sentence: string, { inscriptionId }: Goods): string {
  return sentence
    .replaceAll(inscriptionId, own.it)
    .replace(/\b([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})/g, '$1…$2');
}
