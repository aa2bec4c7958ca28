import { Type } from 'typebox';

/** The body of every response that is not a success. */
export const ErrorResponse = Type.Object(
  {
    error: Type.String({
      description: 'One sentence for people. Programs should rely on the status.',
      examples: ['items[0].priceSats must be an integer, but is "1000"'],
    }),
  },
  { title: 'ErrorResponse', description: 'Why the request failed.' },
);
