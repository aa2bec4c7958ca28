import { EXAMPLE_ADDRESS } from '@ordbook/api/fields/scalars';
import { describe, expect, test } from 'vitest';
import { withLiveExamples } from '../../../src/api/reference/live-examples.ts';

const REGTEST_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const document = () => ({
  paths: {
    '/collection/{slug}': {
      post: {
        parameters: [{ name: 'slug', example: 'quiet-mice' }],
        requestBody: {
          content: {
            example: { address: EXAMPLE_ADDRESS, items: [{ inscriptionId: 'x' }, { inscriptionId: 'y' }] },
          },
        },
        responses: { 200: { content: { example: { slug: 'quiet-mice', owner: EXAMPLE_ADDRESS } } } },
      },
    },
  },
});

describe('live examples', () => {
  test('of requests have the values of this service, each once; those of responses its network', () => {
    const live = withLiveExamples(document(), 'regtest', { slug: 'embers', inscriptionId: 'abci0' });
    expect(live).toEqual({
      paths: {
        '/collection/{slug}': {
          post: {
            parameters: [{ name: 'slug', example: 'embers' }],
            requestBody: {
              content: { example: { address: REGTEST_ADDRESS, items: [{ inscriptionId: 'abci0' }] } },
            },
            responses: { 200: { content: { example: { slug: 'quiet-mice', owner: REGTEST_ADDRESS } } } },
          },
        },
      },
    });
  });

  test('of mainnet without values are those of the document', () => {
    expect(withLiveExamples(document(), 'mainnet', {})).toEqual(document());
  });
});
