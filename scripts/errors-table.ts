import { REFUSALS } from '@ordbook/protocol/refusals';

/** What `docs/errors.md` shows: every refusal. */
export const errorsTable = {
  refusals: () =>
    [
      '| code | status | meaning | what a client does |',
      '|---|---|---|---|',
      ...Object.entries(REFUSALS).map(
        ([code, { status, meaning, action }]) => `| \`${code}\` | ${status} | ${meaning} | ${action} |`,
      ),
    ].join('\n'),
};
