import { useEffect, useState } from 'preact/hooks';

interface WordsProps {
  readonly url: string;
  /** Characters; the rest is not read. */
  readonly most: number;
  readonly isCode: boolean;
  readonly onError: () => void;
}

/** The start of an inscribed text, in the type of the page: as text, never as HTML. */
export function Words({ url, most, isCode, onError }: WordsProps) {
  const [words, setWords] = useState('');
  useEffect(() => {
    const ended = new AbortController();
    startOf(url, most, ended.signal).then(setWords, () => {
      if (!ended.signal.aborted) onError();
    });
    return () => ended.abort();
  }, [url, most]);
  return <p class={`content-text ${isCode ? 'mono' : ''}`}>{words}</p>;
}

async function startOf(url: string, most: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let words = '';
  while (words.length < most) {
    const { done, value } = await reader.read();
    if (done) break;
    words += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return words.slice(0, most);
}
