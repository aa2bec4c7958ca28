import type { ComponentChildren } from 'preact';
import { linkTo } from '../app/location.ts';
import { Content, type Shown } from './content.tsx';

/** An inscription among others of any collection, with two facts below it. */
export function SmallCard({ of, children }: { readonly of: Shown; readonly children?: ComponentChildren }) {
  return (
    <a class="card" href={linkTo('inscription', { id: of.inscriptionId })}>
      <Content of={of} />
      <span class="card-name">{of.name}</span>
      <span class="card-foot">{children}</span>
    </a>
  );
}
