import { ANSWERS } from './answers.ts';

/** The text of a JavaScript module that exports the same `ANSWERS` as `answers.ts`, as data. */
export function answersModule(): string {
  return `export const ANSWERS = ${JSON.stringify(ANSWERS)};\n`;
}

/** A plugin of esbuild, for bundles that are made from the sources: they get that module too. */
export const plainAnswers = {
  name: 'plain-answers',
  setup(build: {
    onLoad(where: { filter: RegExp }, load: () => { contents: string; loader: 'js' }): unknown;
  }): void {
    build.onLoad({ filter: /[\\/]api[\\/]src[\\/]answers\.ts$/ }, () => ({
      contents: answersModule(),
      loader: 'js',
    }));
  },
};
