import { GONE, REFUSALS } from '@ordbook/protocol/refusals';

/** What `docs/errors.md` shows: every refusal, and those that mean that somebody was faster. */
export const errorsTable = {
  refusals: () =>
    [
      '| code | status | meaning | what a client does |',
      '|---|---|---|---|',
      ...Object.entries(REFUSALS).map(
        ([code, { status, meaning, action }]) => `| \`${code}\` | ${status} | ${meaning} | ${action} |`,
      ),
    ].join('\n'),
  gone: () => [...GONE].map((code) => `- \`${code}\``).join('\n'),
};
