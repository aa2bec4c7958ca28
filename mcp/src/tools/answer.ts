import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError } from '@ordbook/client';

/** Runs a tool: what it returns, as JSON text and structured, or its error as a sentence to act on. */
export async function answer(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    const text = JSON.stringify((await work()) ?? null, null, 1);
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: sentence(error) }] };
  }
}

function sentence(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code ?? ''}: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The first `count` elements. */
export async function first<T>(elements: AsyncIterable<T>, count: number): Promise<T[]> {
  const found: T[] = [];
  for await (const element of elements) {
    found.push(element);
    if (found.length >= count) break;
  }
  return found;
}
