/** What the program of each guide that begins in an empty folder prints, and the files that it leaves. */
export const GUIDED: Readonly<
  Record<string, { readonly prints: RegExp; readonly leaves: readonly string[] }>
> = {
  'front-end.md': {
    prints: /^Embers: 12 pictures\nTidepools: 12 pictures\n$/,
    leaves: ['gallery.html'],
  },
  'trading-bot.md': {
    prints:
      /^Alice sells [0-9a-f]{64}i\d+ for 60,000 sats\nBob bought it for \d{5} sats, with every fee\n(pending\n)?confirmed\n$/,
    leaves: [],
  },
  'wallet.md': {
    prints:
      /^Purchase of one listing: it is broadcast at once\.\n[\s\S]*\nYou pay [\d,]+ sats and receive an inscription\./,
    leaves: ['purchase.svg'],
  },
};

/** The program that a guide prints, with the name under which it says to save it. */
export function programIn(guide: string): { readonly name: string; readonly text: string } {
  const [, name, text] = /same folder as `(\w+\.mjs)`[\s\S]*?```js\n([\s\S]*?)```/.exec(guide)!;
  return { name: name!, text: text! };
}
