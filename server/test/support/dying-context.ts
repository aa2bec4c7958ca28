import type { KyselyPlugin } from 'kysely';
import type { TradingContext } from '../../src/trading/context.ts';

/** What a killed process leaves undone. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface DyingContext {
  readonly ctx: TradingContext;
  /** How many effects were begun: statements, calls of node, index and signer. */
  readonly effects: () => number;
}

/**
 * The context of a process that is killed right before its `dieBefore`-th effect (1 is the first): that one and all later ones throw
 * `Killed` and do nothing. An open transaction is rolled back then, as by a database whose client is gone. `Infinity`: it lives.
 * `answersLost`: it dies right after the effect instead, before it hears of the result.
 */
export function dyingContext(
  ctx: TradingContext,
  dieBefore: number,
  { answersLost = false }: { readonly answersLost?: boolean } = {},
): DyingContext {
  let effects = 0;
  const begin = () => {
    effects += 1;
    if (answersLost ? effects > dieBefore : effects >= dieBefore)
      throw new Killed(`before effect ${effects}`);
  };
  const end = () => {
    if (answersLost && effects >= dieBefore) throw new Killed(`after effect ${effects}`);
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      begin();
      return node;
    },
    transformResult: async ({ result }) => {
      end();
      return result;
    },
  };
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver) as unknown;
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          begin();
          const answer = (await method.apply(target, args)) as unknown;
          end();
          return answer;
        };
      },
    });
  return {
    ctx: {
      ...ctx,
      db: ctx.db.withPlugin(plugin),
      chain: mortal(ctx.chain),
      ordinals: mortal(ctx.ordinals),
      signer: mortal(ctx.signer),
    },
    effects: () => effects,
  };
}
