import { expect, test } from 'vitest';
import { readRecordings } from '../../../client/test/hostile/mutants.ts';
import { play, type Recording } from '../../../client/test/hostile/replay.ts';
import { rounds } from '../../../stack/rounds.ts';
import { recordFlows } from './record-flows.ts';

const isLong = rounds(2) === 2;

/** The names of all fields, at every depth. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(fieldsIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

const shapeOf = ({ name, kind, exchanges }: Recording) => ({
  name,
  kind,
  responses: exchanges.map(({ operation, body }) => ({
    operation: operation.replace(/[0-9a-f]{64}i\d+|[0-9a-f-]{36}/g, 'id'),
    fields: [...new Set(fieldsIn(body))].sort(),
  })),
});

test.runIf(isLong)(
  'the stored recordings are what the service returns today',
  { timeout: 600_000 },
  async () => {
    const recorded = await recordFlows();
    expect(recorded.map(shapeOf)).toEqual(readRecordings().map(shapeOf));
    for (const recording of recorded) {
      const { error, signed } = await play(recording);
      expect({ error, signed }, recording.name).toEqual({ error: null, signed: recording.signed });
    }
  },
);
