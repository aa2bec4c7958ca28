import { type Explanation, inspect, sentence } from '@ordbook/client/inspect';
import { useEffect, useRef, useState } from 'preact/hooks';
import { info } from '../../data/market.ts';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { Explained, Findings } from '../sign/explained.tsx';
import { words } from '../text.ts';
import { EXAMPLES } from './inspect-examples.ts';
import { linkOfPsbt, psbtInFile, psbtInLink } from './psbt-in.ts';

const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const;

/** Explains any PSBT; nothing leaves the browser. */
export default function InspectPage() {
  const by = useStore(signedIn);
  const network = useStore(info)?.network;
  const [shown, setShown] = useState<Explanation | null>(null);
  const [error, setError] = useState<string | null>(null);
  const explain = (data: FormData) => {
    setError(null);
    try {
      const yours = String(data.get('yours'))
        .split(/[\s,]+/)
        .filter((address) => address !== '');
      const asked = NETWORKS.find((name) => name === data.get('network')) ?? 'mainnet';
      setShown(inspect(String(data.get('psbt')), { network: asked, yours }));
    } catch (failed) {
      setShown(null);
      const why = failed instanceof Error ? failed.message : String(failed);
      setError(`${words.inspect.unreadable} ${why}.`);
    }
  };
  const form = useRef<HTMLFormElement>(null);
  const [copied, setCopied] = useState(false);
  const fill = (values: Readonly<Record<string, string | null>>) => {
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name) as HTMLTextAreaElement | null;
      if (field && value !== null) field.value = value;
    }
    if (form.current) explain(new FormData(form.current));
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    const psbt = await psbtInFile(file);
    if (psbt === null) setError(words.inspect.tooLarge);
    else fill({ psbt });
  };
  const share = async (fields: HTMLFormElement) => {
    const data = new FormData(fields);
    const link = linkOfPsbt(String(data.get('psbt')), String(data.get('network')));
    history.replaceState(null, '', `${window.location.pathname}${link}`);
    await navigator.clipboard?.writeText(window.location.href).catch(() => undefined);
    setCopied(true);
  };
  useEffect(() => {
    const carried = psbtInLink(window.location.hash);
    if (carried) fill({ ...carried });
  }, [network]);
  const example = (psbt: string) =>
    fill({ psbt, yours: EXAMPLES.yours.join('\n'), network: EXAMPLES.network });
  const own = by ? [by.session.wallet.ordinalsAddress, by.session.wallet.paymentAddress] : [];
  return (
    <section class="trader-page">
      <h1>{text.titles.inspect}</h1>
      <p>{words.inspect.lead}</p>
      <p class="front-links">
        <button type="button" class="button" onClick={() => example(EXAMPLES.purchase)}>
          {words.inspect.purchase}
        </button>
        <button type="button" class="button" onClick={() => example(EXAMPLES.open)}>
          {words.inspect.open}
        </button>
      </p>
      <form
        class="fields"
        ref={form}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (!event.dataTransfer?.files.length) return;
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          explain(new FormData(event.currentTarget));
        }}
      >
        <label>
          {words.inspect.psbt}
          <textarea name="psbt" rows={5} class="mono" spellcheck={false} required />
        </label>
        <label>
          {words.inspect.file}
          <input type="file" onChange={(event) => void read(event.currentTarget.files?.[0])} />
        </label>
        <label>
          {words.inspect.yours}
          <textarea
            name="yours"
            rows={2}
            class="mono"
            spellcheck={false}
            defaultValue={own.join('\n')}
            key={own[0]}
          />
        </label>
        <label>
          {words.inspect.network}
          <select name="network" key={network} defaultValue={network ?? 'mainnet'}>
            {NETWORKS.map((name) => (
              <option key={name} selected={name === (network ?? 'mainnet')}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button button-main">
          {words.inspect.explain}
        </button>
      </form>
      {error !== null && (
        <p class="finding finding-stop" role="alert">
          {error}
        </p>
      )}
      {shown && (
        <div class="sheet explained">
          <p class="explained-sentence">{sentence(shown)}</p>
          <Findings of={[shown]} />
          <Explained explanation={shown} />
          <p>
            <button type="button" class="button" onClick={() => void (form.current && share(form.current))}>
              {words.inspect.link}
            </button>{' '}
            <span class="muted" role="status">
              {copied && words.inspect.copied}
            </span>
          </p>
        </div>
      )}
    </section>
  );
}
