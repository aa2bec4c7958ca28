import type { Layout, Pay, Spend } from '../src/layout/layout.ts';
import { BrokenRule } from '../src/layout/rules.ts';

/** The layout with one output changed. */
export function withOutput(table: Layout, index: number, change: Partial<Pay>): Layout {
  return { ...table, outputs: table.outputs.with(index, { ...table.outputs[index]!, ...change }) };
}

/** The layout with one input changed. */
export function withInput(table: Layout, index: number, change: Partial<Spend>): Layout {
  return { ...table, inputs: table.inputs.with(index, { ...table.inputs[index]!, ...change }) };
}

/** The sentence of the rule that `check` breaks, or null when every rule holds. */
export function brokenBy(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof BrokenRule) return error.rule;
    throw error;
  }
}
