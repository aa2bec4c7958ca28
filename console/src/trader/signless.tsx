import { words } from './text.ts';

/** What a page for traders shows to somebody who has connected no wallet. */
export function Signless({ title }: { readonly title: string }) {
  return (
    <section class="message">
      <h1>{title}</h1>
      <p>{words.connect.first}</p>
    </section>
  );
}
