import { ConnectFirst } from './connect-first.tsx';

/** What a page for traders shows to somebody who has connected no wallet. */
export function Signless({ title }: { readonly title: string }) {
  return (
    <section class="message">
      <h1>{title}</h1>
      <ConnectFirst isMain />
    </section>
  );
}
