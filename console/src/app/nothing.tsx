import type { ComponentChildren } from 'preact';
import { text } from '../text.ts';
import { linkTo } from './location.ts';

/** The page of an address where nothing is. */
export function Nothing({
  what = text.nothing.here,
  children,
}: {
  readonly what?: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="message">
      <h1>{text.nothing.title}</h1>
      <p>{what}</p>
      {children}
      <p>
        <a href={linkTo('collections')}>{text.nothing.back}</a>
      </p>
    </section>
  );
}
