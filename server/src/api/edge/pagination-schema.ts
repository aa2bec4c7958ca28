import { Type } from '@fastify/type-provider-typebox';
import { nullable } from './scalars.ts';

export const Pagination = Type.Object(
  {
    pageSize: Type.Integer({ minimum: 0, description: 'Items in this page.', examples: [50] }),
    hasNext: Type.Boolean({ description: 'True when another page follows.' }),
    nextCursor: nullable(
      Type.String({
        minLength: 1,
        description: 'Send as `cursor` for the next page; null on the last page.',
      }),
    ),
  },
  { title: 'Pagination', description: 'Where this page stands.' },
);

export const PageLimit = (byDefault: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: byDefault, description: 'Items per page.' }),
  );

export const PageCursor = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description: '`nextCursor` of the page before. Only good with the same filters and sort; otherwise 400.',
  }),
);
