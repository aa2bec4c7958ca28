import { Type } from 'typebox';
import { nullable } from './scalars.ts';

export const Pagination = Type.Object(
  {
    pageSize: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Items in this page.',
      examples: [50],
    }),
    hasNext: Type.Boolean({ description: 'True when another page follows.' }),
    nextCursor: nullable(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'Send as `cursor` for the next page; null on the last page.',
      }),
    ),
  },
  { title: 'Pagination', description: 'Position of this page.' },
);

export const PageLimit = (byDefault: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: byDefault, description: 'Items per page.' }),
  );

export const PageCursor = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description: '`nextCursor` of the previous page. Filters and sort must be the same; otherwise 400.',
  }),
);
