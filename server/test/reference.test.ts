/** The reference of the SDK, made of its types and comments: see `scripts/reference.ts`. */
import { beforeAll, describe, expect, test } from 'vitest';
import { STANDARD } from '../../scripts/reference/standard.ts';
import { type Entry, entries, PAGES, written } from '../../scripts/reference.ts';

describe('the reference of the SDK', () => {
  let all: readonly Entry[];
  beforeAll(() => {
    all = entries();
  }, 180_000);

  const entry = (name: string) => all.find((one) => one.name === name)!;

  test('shows every export of every entry point once, with a comment', () => {
    expect(new Set(all.map(({ from }) => from))).toEqual(
      new Set([
        ...['@ordbook/client', '@ordbook/client/demo', '@ordbook/client/inspect'],
        ...['@ordbook/client/market', '@ordbook/client/wallets', '@ordbook/judge'],
      ]),
    );
    expect(all.filter(({ comment }) => comment === '').map(({ from, name }) => `${from} ${name}`)).toEqual(
      [],
    );
    const pages = PAGES.map((page) => written(page, all)).join('');
    const headings = [...pages.matchAll(/^## \w+ \{#(\w+)\}$/gm)].map(([, name]) => name);
    expect(headings.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  });

  test('says of every field and member what it is', () => {
    const silent = all.flatMap(({ name, fields }) =>
      fields.filter(({ comment }) => comment === '').map(({ path }) => `${name}.${path}`),
    );
    expect(silent).toEqual([]);
  });

  test('shows what a request takes: its own fields, those that it extends, and which may be left out', () => {
    const fields = new Map(entry('BuyRequest').fields.map((field) => [field.path, field]));
    expect(fields.get('collectionSlug')).toMatchObject({ type: 'string', isOptional: false });
    expect(fields.get('maxPostageSats')).toMatchObject({ type: 'number', isOptional: true });
    expect(fields.get('esploraUrl')?.isOptional).toBe(true);
    expect(fields.has('wallet')).toBe(false);
    expect(entry('buy').signature).toContain(
      'function buy(session: Session, request: BuyRequest, options?: FlowOptions): Promise<',
    );
  });

  test('takes the meaning of a field of the API from its schema', () => {
    const field = entry('Purchased').fields.find(({ path }) => path === 'listings[].inscriptionId');
    expect(field?.comment).toBe('Its inscription; must match the listing.');
  });

  test('explains no field that is called the same everywhere without need', () => {
    const used = new Set(all.flatMap(({ fields }) => fields.map(({ comment }) => comment)));
    const idle = Object.entries(STANDARD).filter(([, meaning]) => !used.has(meaning));
    expect(idle.map(([name]) => name)).toEqual([]);
  });
});
