import { SECTIONS } from '../console/src/pages/about/words.ts';
import type { Tables } from './render-docs.ts';

/** What the console says of how trading works, for the guide of traders. */
export const aboutPage: Tables = {
  about: () =>
    SECTIONS.map(({ title, lines }) => `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`).join(
      '\n\n',
    ),
};
