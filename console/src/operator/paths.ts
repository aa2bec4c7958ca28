/** The addresses of the operator's pages. The admin listener answers these with the page of the console. */
export const OPERATOR_PATHS = {
  overview: '/',
  trades: '/trades',
  trade: '/trade/:id',
  revenue: '/revenue',
  books: '/books',
  collections: '/collections',
  collection: '/collection/:slug',
  partners: '/partners',
  stops: '/stops',
  parts: '/parts',
  audit: '/audit',
  acts: '/acts',
} as const;

export type OperatorPage = keyof typeof OPERATOR_PATHS;
