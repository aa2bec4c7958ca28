/**
 * A state machine as a table: for every state, the states it may move to. The store refuses any other move
 * (`store/move.ts`), and the lifecycle page of the docs is rendered from these tables.
 */
export type Moves<State extends string> = { readonly [from in State]: readonly State[] };

export function mayMove<State extends string>(moves: Moves<State>, from: State, to: State): boolean {
  return moves[from].includes(to);
}
