import type { Report, Result } from './run.ts';

const MARKS = { passed: 'ok  ', failed: 'FAIL', 'not run': '-   ' } as const;

/** One line of a check, and of a failure what was expected and what came. */
export function lineOf({ id, says, outcome, why, expected, came }: Result): string {
  if (outcome === 'passed') return `${MARKS.passed} ${id}`;
  if (outcome === 'not run') return `${MARKS['not run']} ${id}: ${why}`;
  const seen = expected === undefined ? [] : [`expected: ${expected}`, `came: ${came}`];
  return [`${MARKS.failed} ${id}: ${why}`, `specification: ${says}`, ...seen].join('\n       ');
}

/** The last line. */
export function summaryOf({ baseUrl, seconds, passed, failed, notRun }: Report): string {
  return `${baseUrl}: ${passed} passed, ${failed} failed, ${notRun} not run, in ${seconds} s`;
}

/** The report as a page: failures first. */
export function htmlOf(report: Report): string {
  const order = ['failed', 'not run', 'passed'];
  const sorted = [...report.results].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const rows = sorted.map(({ id, says, outcome, why, expected, came }) => {
    const seen =
      expected === undefined
        ? ''
        : `<br>expected <code>${text(expected)}</code><br>came <code>${text(came!)}</code>`;
    const cells = [`<code>${text(id)}</code>`, outcome, text(says), text(why) + seen];
    return `<tr class="${outcome.replace(' ', '-')}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Conformance of ${text(report.baseUrl)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1b1b1b; background: #fff }
table { border-collapse: collapse } td, th { text-align: left; vertical-align: top; padding: .3rem .8rem; border-top: 1px solid #ddd }
code { overflow-wrap: anywhere } .failed td:nth-child(2) { color: #b00020; font-weight: 600 } .not-run { color: #666 }
</style>
<h1>Conformance</h1><p>${text(summaryOf(report))}, ${text(report.at)}</p>
<table><tr><th>check</th><th>outcome</th><th>the specification says</th><th>found</th></tr>
${rows.join('\n')}
</table></html>
`;
}

function text(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
