import { sentence } from '@ordbook/client/inspect';
import { useState } from 'preact/hooks';
import { useModal } from '../../app/use-modal.ts';
import { useStore } from '../../data/store.ts';
import { NotShown, ShownGoods } from '../goods/shown-goods.tsx';
import { words } from '../text.ts';
import { Explained, Findings } from './explained.tsx';
import { type Question, question } from './explaining-wallet.ts';
import { What } from './what.tsx';

type Checked = Parameters<typeof ShownGoods>[0];
const shownGoods = (one: Checked) => <ShownGoods key={one.goods.inscriptionId} {...one} />;

/** Asks before every signature. Escape is a no. */
export function SignDialog() {
  const asked = useStore(question);
  return asked ? <Asked key={asked.title + asked.explanations.length} asked={asked} /> : null;
}

function Asked({ asked }: { readonly asked: Question }) {
  const { title, items, lead, explanations, notes, summary, worst, cautions, answer } = asked;
  const dialog = useModal();
  const [shown, setShown] = useState(0);
  const [isMeant, setIsMeant] = useState(cautions.length === 0);
  const isStopped = explanations.some(({ findings }) => findings.some(({ severity }) => severity === 'stop'));
  const count = explanations.length;
  const explanation = explanations[shown];
  const checked = (summary?.goods ?? []).map((goods, index) => ({ goods, name: items[index]?.name }));
  return (
    <dialog
      ref={dialog}
      class="dialog sign"
      aria-labelledby="sign-title"
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <header class="dialog-head">
        <p class="label">{count === 0 ? words.sign.before : words.sign.title}</p>
        {/* where reading begins: the first control is further down, and a dialog would scroll to it */}
        <h2 id="sign-title" tabIndex={-1} autofocus>
          {title}
        </h2>
      </header>
      <div class="dialog-body">
        {cautions.length > 0 && (
          <ul class="findings" aria-label={words.caution.label}>
            {cautions.map((caution) => (
              <li key={caution} class="finding finding-warning">
                <strong>{words.sign.severity.warning}</strong> {caution}
              </li>
            ))}
          </ul>
        )}
        {notes.map((note) => (
          <p key={note} class="finding finding-warning">
            <strong>{words.sign.severity.warning}</strong> {note}
          </p>
        ))}
        {count > 0 && <Findings of={explanations} isCalm={cautions.length + notes.length === 0} />}
        {checked.filter(({ goods }) => !goods.custody).map(shownGoods)}
        <NotShown of={checked} />
        <p class="explained-sentence">{lead}</p>
        <What asked={asked} />
        {checked.filter(({ goods }) => goods.custody).map(shownGoods)}
        {worst.map((line) => (
          <p key={line} class="finding finding-note">
            {line}
          </p>
        ))}
        {explanation && (
          <details class="sign-fold" open={items.length === 0}>
            <summary>{words.sign.fold(count)}</summary>
            {count > 1 && (
              <ol class="sign-list">
                {explanations.map((one, index) => (
                  <li key={index}>
                    <button
                      type="button"
                      aria-current={index === shown ? 'true' : undefined}
                      onClick={() => setShown(index)}
                    >
                      <span class="label">{words.sign.many(index + 1, count)}</span>
                      <span>{sentence(one)}</span>
                    </button>
                  </li>
                ))}
              </ol>
            )}
            <Explained key={shown} explanation={explanation} />
          </details>
        )}
      </div>
      <footer class="dialog-foot">
        {isStopped && (
          <p class="sign-refused" role="alert">
            {words.sign.refused}
          </p>
        )}
        {!isStopped && cautions.length > 0 && (
          <label class="sign-anyway">
            <input
              type="checkbox"
              checked={isMeant}
              onChange={(event) => setIsMeant(event.currentTarget.checked)}
            />
            {words.caution.anyway}
          </label>
        )}
        <button type="button" class="button" onClick={() => answer(false)}>
          {count === 0 ? words.sign.stay : words.sign.refuse}
        </button>
        {!isStopped && (
          <button type="button" class="button button-main" disabled={!isMeant} onClick={() => answer(true)}>
            {count === 0 ? words.sign.goOn : words.sign.accept(count)}
          </button>
        )}
      </footer>
    </dialog>
  );
}
