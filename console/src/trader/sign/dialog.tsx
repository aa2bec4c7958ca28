import { sentence } from '@ordbook/client/inspect';
import { useState } from 'preact/hooks';
import { useModal } from '../../app/use-modal.ts';
import { useStore } from '../../data/store.ts';
import { ShownGoods } from '../goods/shown-goods.tsx';
import { words } from '../text.ts';
import { Explained } from './explained.tsx';
import { type Question, question } from './explaining-wallet.ts';

/** Asks before every signature. Escape is a no. */
export function SignDialog() {
  const asked = useStore(question);
  return asked ? <Asked key={asked.title + asked.explanations.length} asked={asked} /> : null;
}

function Asked({
  asked: { title, explanations, notes, goods, worst, cautions, answer },
}: {
  readonly asked: Question;
}) {
  const dialog = useModal();
  const [shown, setShown] = useState(0);
  const [isMeant, setIsMeant] = useState(cautions.length === 0);
  const isStopped = explanations.some(({ findings }) => findings.some(({ severity }) => severity === 'stop'));
  const count = explanations.length;
  const explanation = explanations[shown]!;
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
        <p class="label">{words.sign.title}</p>
        <h2 id="sign-title">{title}</h2>
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
            {note}
          </p>
        ))}
        {goods.map((one) => (
          <ShownGoods key={one.goods.inscriptionId} {...one} />
        ))}
        {worst.map((line) => (
          <p key={line} class="finding finding-note">
            {line}
          </p>
        ))}
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
          {words.sign.refuse}
        </button>
        {!isStopped && (
          <button type="button" class="button button-main" disabled={!isMeant} onClick={() => answer(true)}>
            {words.sign.accept(count)}
          </button>
        )}
      </footer>
    </dialog>
  );
}
