import { type Explanation, inspect } from '@ordbook/client/inspect';
import { useState } from 'preact/hooks';
import { info } from '../../data/market.ts';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { Explained } from '../sign/explained.tsx';
import { words } from '../text.ts';

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
  const own = by ? [by.session.wallet.ordinalsAddress, by.session.wallet.paymentAddress] : [];
  return (
    <section class="trader-page">
      <h1>{text.titles.inspect}</h1>
      <p>{words.inspect.lead}</p>
      <form
        class="fields"
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
        <div class="sheet">
          <Explained explanation={shown} />
        </div>
      )}
    </section>
  );
}
