import { expect, test } from 'vitest';
import { PATHS, pageAt, pathTo } from '../../src/app/paths.ts';

test('every page is found at the path that leads to it, with its parameters', () => {
  for (const page of Object.keys(PATHS) as (keyof typeof PATHS)[]) {
    const parameters = Object.fromEntries(
      [...PATHS[page].matchAll(/:(\w+)/g)].map(([, name]) => [name!, 'a b/ü']),
    );
    expect(pageAt(pathTo(page, parameters))).toEqual({ page, parameters });
  }
});

test.each(['/nothing', '/collection', '/collection/a/b', '/collection/%zz', '/api/v1'])(
  'no page is at %s',
  (path) => {
    expect(pageAt(path)).toBe(null);
  },
);

test('no page has an address that the service answers itself', () => {
  const taken =
    /^\/(api|docs|events|healthz|metrics|openapi\.json|llms\.txt|content|r|market|manual|sandbox|trades\/)/;
  expect(Object.values(PATHS).filter((path) => taken.test(path))).toEqual([]);
});
