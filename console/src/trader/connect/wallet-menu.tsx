import { useEffect, useRef, useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { useModal } from '../../app/use-modal.ts';
import { useStore } from '../../data/store.ts';
import { CopyButton } from '../../design/copy-button.tsx';
import { kept, stays } from '../../session/kept.ts';
import { hasExpired, signedIn } from '../../session/session.ts';
import { Acts } from '../acts.tsx';
import { sentenceOf } from '../errors.ts';
import { SignDialog } from '../sign/dialog.tsx';
import { ownServers } from '../sources.ts';
import { words } from '../text.ts';
import { connectAsked } from './asked.ts';
import { connect, disconnect, lookAround, resume } from './connection.ts';
import { type Connector, connectorsOf } from './connectors.ts';

/**
 * Connect, or who is connected. `isAsked`: somebody wants to connect, so it begins open; else a session was
 * kept, and goes on. The dialogs of the trader hang on it too.
 */
export default function WalletMenu({ isAsked }: { readonly isAsked: boolean }) {
  const by = useStore(signedIn);
  const session = useStore(kept);
  const [isOpen, setIsOpen] = useState(isAsked);
  useEffect(() => {
    const { token } = signedIn.get()?.session.client.options ?? {};
    if (session && session.session.token !== token) void resume(session).catch(() => hasExpired.set(true));
  }, [session]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => connectAsked.follow(() => setIsOpen(true)), []);
  // the button that opened the dialog may be gone, as this one replaces the first: then it gets the focus
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body) button.current?.focus();
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button wallet-button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {by ? (
          <span class="wallet-name">
            <span class="wallet-word">{words.connect.wallet}</span>
            {by.walletName}
          </span>
        ) : (
          words.connect.open
        )}
      </button>
      {isOpen &&
        (by ? <Connected close={() => setIsOpen(false)} /> : <Choice close={() => setIsOpen(false)} />)}
      <SignDialog />
      <Acts />
    </>
  );
}

interface Closable {
  close(): void;
}

function Panel({
  title,
  close,
  children,
}: Closable & { readonly title: string; readonly children: preact.ComponentChildren }) {
  const dialog = useModal();
  return (
    <dialog ref={dialog} class="dialog panel" aria-labelledby="panel-title" onClose={close}>
      <header class="dialog-head">
        <h2 id="panel-title">{title}</h2>
      </header>
      <div class="dialog-body">{children}</div>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {words.connect.close}
        </button>
      </footer>
    </dialog>
  );
}

function Choice({ close }: Closable) {
  const [connectors, setConnectors] = useState<readonly Connector[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const look = (isAgain: boolean) =>
    lookAround(isAgain).then(
      (around) => setConnectors(connectorsOf(around)),
      (failed: unknown) => setError(sentenceOf(failed)),
    );
  useEffect(() => void look(false), []);
  const choose = async (connector: Connector) => {
    setBusy(true);
    setError(null);
    try {
      await connect(connector);
      close();
    } catch (failed) {
      setError(sentenceOf(failed));
    }
    setBusy(false);
  };
  const group = (title: string, kind: Connector['kind']) => {
    const known = connectors.filter((one) => one.kind === kind);
    const here = known.filter(({ isHere }) => isHere);
    const absent = known.filter(({ isHere }) => !isHere).map(({ name }) => name);
    if (known.length === 0) return null;
    return (
      <section class="connectors">
        <h3>{title}</h3>
        {here.map((connector) => (
          <button
            key={connector.name}
            type="button"
            class="button"
            disabled={busy}
            onClick={() => void choose(connector)}
          >
            {connector.name || words.connect.create}
          </button>
        ))}
        {absent.length > 0 && <p class="muted">{words.connect.absent(absent)}</p>}
      </section>
    );
  };
  return (
    <Panel title={words.connect.title} close={close}>
      {group(words.connect.demo, 'demo')}
      {group(words.connect.browser, 'browser')}
      <label class="stays">
        <input
          type="checkbox"
          checked={stays.get()}
          onChange={(event) => stays.set(event.currentTarget.checked)}
        />
        <span>
          {words.connect.stays} <span class="muted">{words.connect.staysHow}</span>
        </span>
      </label>
      {busy && <p role="status">{words.connect.working}</p>}
      {error !== null && (
        <p class="finding finding-stop" role="alert">
          {error}
        </p>
      )}
      <OwnServers saved={() => void look(true)} />
    </Panel>
  );
}

function OwnServers({ saved }: { saved(): void }) {
  const { ord, esplora } = ownServers.get();
  return (
    <details>
      <summary>{words.connect.sources}</summary>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          ownServers.set({ ord: String(data.get('ord')), esplora: String(data.get('esplora')) });
          saved();
        }}
      >
        <p class="muted">{words.connect.sourcesWhy}</p>
        <label>
          {words.connect.ord}
          <input type="text" name="ord" defaultValue={ord} inputMode="url" />
        </label>
        <label>
          {words.connect.esplora}
          <input type="text" name="esplora" defaultValue={esplora} inputMode="url" />
        </label>
        <button type="submit" class="button">
          {words.connect.save}
        </button>
      </form>
    </details>
  );
}

function Connected({ close }: Closable) {
  const by = useStore(signedIn);
  if (!by) return null;
  const { ordinalsAddress, paymentAddress } = by.session.wallet;
  return (
    <Panel title={by.walletName} close={close}>
      <dl class="pairs">
        {(
          [
            [words.connect.ordinals, ordinalsAddress],
            [words.connect.payment, paymentAddress],
          ] as const
        ).map(([name, address]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span class="mono">{address}</span> <CopyButton value={address} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="row-acts">
        <a href={linkTo('wallet', { address: ordinalsAddress })} onClick={close}>
          {words.wallet.own}
        </a>
        <a href={linkTo('sell')} onClick={close}>
          {words.connect.sell}
        </a>
      </p>
      <button
        type="button"
        class="button"
        onClick={() => {
          disconnect();
          close();
        }}
      >
        {words.connect.disconnect}
      </button>
    </Panel>
  );
}
