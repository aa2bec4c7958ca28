import { linkTo } from '../app/location.ts';
import { text } from '../text.ts';
import { SECTIONS } from './about/words.ts';

/** How trading works here, what can go wrong, and what it costs: for somebody who has never done it. */
export default function About() {
  return (
    <article class="about">
      <h1>{text.titles.about}</h1>
      {SECTIONS.map(({ title, lines }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      <p class="front-links">
        <a class="button button-main" href={linkTo('collections')}>
          {text.nothing.back}
        </a>
        <a href={linkTo('inspect')}>{text.collections.check}</a>
      </p>
    </article>
  );
}
