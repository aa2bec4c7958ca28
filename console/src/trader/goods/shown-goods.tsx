import type { Goods } from '@ordbook/client';
import { words } from '../text.ts';
import { Walk } from './walk.tsx';

const own = words.goods;

interface Named {
  readonly goods: Goods;
  readonly name?: string | undefined;
}

/** What this browser checked of an inscription, with its walk. */
export function ShownGoods({ goods, name }: Named) {
  const { custody, membership, shown } = goods;
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
      {custody && (
        <details>
          <summary>{own.open}</summary>
          <Walk custody={custody} rootId={membership?.rootId ?? null} />
        </details>
      )}
    </section>
  );
}

/** What nobody has shown of these inscriptions, each sentence once. */
export function NotShown({ of }: { readonly of: readonly Named[] }) {
  const namesOf = new Map<string, string[]>();
  for (const { goods, name = '' } of of)
    for (const what of goods.notShown.map((one) => inShort(one, goods)))
      namesOf.set(what, [...(namesOf.get(what) ?? []), name]);
  if (namesOf.size === 0) return null;
  return (
    <ul class="findings">
      {[...namesOf].map(([what, names]) => (
        <li key={what} class="finding finding-note">
          <strong>{own.notShown}</strong> {what}.{names.length < of.length && ` (${names.join(', ')})`}
        </li>
      ))}
    </ul>
  );
}

/** The inscription is “it”, and other ids are cut: whole ones stand beside the walk. */
function inShort(sentence: string, { inscriptionId }: Goods): string {
  return sentence
    .replaceAll(inscriptionId, own.it)
    .replace(/\b([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})/g, '$1…$2');
}
