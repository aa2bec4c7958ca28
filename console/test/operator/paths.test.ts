import { expect, test } from 'vitest';
import { pageIn, pathIn } from '../../src/app/patterns.ts';
import { OPERATOR_PATHS, type OperatorPage } from '../../src/operator/paths.ts';

test('every page of the operator is found at its address, and nothing below /v1 is a page', () => {
  for (const page of Object.keys(OPERATOR_PATHS) as OperatorPage[]) {
    const parameters = { id: 'a/b', slug: 'quiet-mice' };
    const found = pageIn(OPERATOR_PATHS, pathIn(OPERATOR_PATHS, page, parameters));
    expect(found?.page).toBe(page);
  }
  for (const path of ['/v1/trades', '/openapi.json', '/assets/x.js', '/operator'])
    expect(pageIn(OPERATOR_PATHS, path)).toBeNull();
});
