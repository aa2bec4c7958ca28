import { Type } from '@fastify/type-provider-typebox';

/** The body of every answer that is not a success. */
export const ErrorResponse = Type.Object(
  {
    error: Type.String({
      description: 'One sentence for people; the status is the stable signal.',
      examples: ['items[0].priceSats must be an integer, but is "1000"'],
    }),
  },
  { title: 'ErrorResponse', description: 'Why the request was not done.' },
);
