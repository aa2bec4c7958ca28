import { type Explanation, inWordsOf, picture, sentence, stack } from '@ordbook/client/inspect';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Amount } from '../../design/amount.tsx';
import { words } from '../text.ts';

/** What one PSBT does: sum, picture and scope. */
export function Explained({ explanation }: { readonly explanation: Explanation }) {
  const { fixed, open } = explanation;
  return (
    <div class="explained">
      <div class="explained-parts">
        <Sum explanation={explanation} />
        <Picture explanation={explanation} />
      </div>
      <div class="explained-scope">
        <List title={words.sign.fixed} lines={fixed} />
        <List title={words.sign.open} lines={open} />
      </div>
      <details>
        <summary>{words.sign.details}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre tabIndex={0}>{inWordsOf(explanation).join('\n')}</pre>
      </details>
    </div>
  );
}

const ORDER = ['stop', 'warning', 'note'] as const;

/** What the checks found, the worst first, each once. `isCalm`: say so where they found nothing. */
export function Findings({
  of,
  isCalm = true,
}: {
  readonly of: readonly Explanation[];
  readonly isCalm?: boolean;
}) {
  const findings = [...new Map(of.flatMap((one) => one.findings).map((one) => [one.text, one])).values()];
  if (findings.length === 0) return isCalm ? <p class="finding finding-fine">{words.sign.fine}</p> : null;
  return (
    <ul class="findings" aria-label={words.sign.findings}>
      {ORDER.flatMap((severity) => findings.filter((one) => one.severity === severity)).map(
        ({ severity, code, text }) => (
          <li key={`${code} ${text}`} class={`finding finding-${severity}`} data-code={code}>
            <strong>{words.sign.severity[severity]}</strong> {text}
          </li>
        ),
      )}
    </ul>
  );
}

function Sum({ explanation }: { readonly explanation: Explanation }) {
  const sum = stack(explanation);
  if (!sum) return null;
  const signed = (sats: number) => `${sats < 0 ? '−' : ''}${Math.abs(sats).toLocaleString('en-GB')}`;
  return (
    <table class="sum">
      <caption>{words.sign.sum}</caption>
      <tbody>
        {sum.lines.map(({ label, sats }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{signed(sats)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{sum.totalLabel}</th>
          <td>
            <Amount sats={Math.abs(sum.totalSats)} withFiat />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** As wide as there is room, in the colours of the page. */
function Picture({ explanation }: { readonly explanation: Explanation }) {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(360);
  const [isDark, setIsDark] = useState(false);
  useEffect(() => {
    const measure = () => {
      const element = frame.current;
      if (!element) return;
      setWidth(Math.min(640, Math.max(300, Math.floor(element.clientWidth))));
      setIsDark(isDarkBehind(element));
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const svg = picture(explanation, { width, scheme: isDark ? 'dark' : 'light' });
  // as an image, nothing in it can run, and the page needs no exception in its policy
  return (
    <figure class="explained-picture" ref={frame}>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
        width={width}
        alt={descriptionIn(explanation)}
      />
    </figure>
  );
}

function isDarkBehind(element: Element): boolean {
  const [red = 255, green = 255, blue = 255] =
    getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
  // light ink is on a dark page
  return red + green + blue > 384;
}

function descriptionIn(explanation: Explanation): string {
  return `${words.sign.picture}: ${sentence(explanation)}`;
}

function List({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
