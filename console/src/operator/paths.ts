/** The addresses of the operator's pages. The admin listener answers these with the page of the console. */
export const OPERATOR_PATHS = {
  overview: '/',
  trades: '/trades',
  trade: '/trade/:id',
  revenue: '/revenue',
  books: '/books',
  collections: '/collections',
  collection: '/collection/:slug',
  traders: '/traders',
  partners: '/partners',
  stops: '/stops',
  parts: '/parts',
  webhooks: '/webhooks',
  audit: '/audit',
  acts: '/acts',
  settings: '/settings',
} as const;

export type OperatorPage = keyof typeof OPERATOR_PATHS;
