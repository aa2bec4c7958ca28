import { useId, useState } from 'preact/hooks';
import { useModal } from '../../app/use-modal.ts';
import { useStore } from '../../data/store.ts';
import { post, rehearse } from '../api/admin.ts';
import { sentenceOf } from '../api/admin-error.ts';
import { person, token } from '../api/token.ts';
import { words } from '../text.ts';
import { type ActSpec, asked, type Field, tell, type Values } from './act.ts';

/** Asks before every act. Escape is a no. */
export function ActDialog() {
  const spec = useStore(asked);
  return spec ? <Asked key={spec.title} spec={spec} /> : null;
}

function Asked({ spec }: { readonly spec: ActSpec }) {
  const dialog = useModal();
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(spec.fields.map(({ name, initial = '' }) => [name, initial])),
  );
  const [reason, setReason] = useState('');
  const name = useStore(person);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** What the act would do, as rehearsed with these values; null: not rehearsed. */
  const [outcome, setOutcome] = useState<string | null>(null);
  const isRehearsal = spec.isGrave === true && outcome === null;
  const enter = (set: () => void) => {
    setOutcome(null);
    set();
  };
  const act = async () => {
    setRunning(true);
    setError(null);
    try {
      const result = await spec.run(values, reason.trim(), isRehearsal ? rehearse : post);
      if (isRehearsal) {
        setOutcome(result);
        setRunning(false);
        return;
      }
      asked.set(null);
      tell(spec.title, result);
    } catch (failure) {
      setError(sentenceOf(failure));
      setRunning(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="dialog panel act-dialog"
      aria-labelledby="act-title"
      aria-describedby="act-sentence"
      onCancel={(event) => {
        event.preventDefault();
        if (!isRunning) asked.set(null);
      }}
    >
      <header class="dialog-head">
        <h2 id="act-title">{spec.title}</h2>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void act();
        }}
      >
        <div class="dialog-body">
          <div class="fields">
            {spec.fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={values[field.name] ?? ''}
                onValue={(value) => enter(() => setValues({ ...values, [field.name]: value }))}
              />
            ))}
            <FieldInput
              field={{ name: 'reason', label: words.act.reason, kind: 'text', hint: words.act.reasonHint }}
              value={reason}
              onValue={(value) => enter(() => setReason(value))}
            />
            {token.get() === null && (
              <FieldInput
                field={{ name: 'person', label: words.act.person, kind: 'text', hint: words.act.personHint }}
                value={name}
                onValue={(value) => person.set(value.replace(/[^ -~]/g, '').trimStart())}
              />
            )}
          </div>
        </div>
        <div class="act-outcome">
          <p id="act-sentence" class="act-sentence" aria-live="polite">
            {spec.sentence(values)}
          </p>
          {outcome !== null && (
            <p class="finding finding-warning" role="status">
              <strong>{words.act.outcome}</strong> {outcome}
            </p>
          )}
          {error !== null && (
            <p class="finding finding-stop" role="alert">
              {error}
            </p>
          )}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" disabled={isRunning} onClick={() => asked.set(null)}>
            {words.act.cancel}
          </button>
          <button
            type="submit"
            class={`button ${spec.isGrave && !isRehearsal ? 'button-stop' : 'button-main'}`}
            disabled={isRunning}
          >
            {isRunning ? words.act.running : isRehearsal ? words.act.rehearse : spec.title}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  onValue(value: string): void;
}

function FieldInput({ field, value, onValue }: FieldInputProps) {
  const id = useId();
  const { name, label, kind, options = [], hint, isOptional = false, least, most } = field;
  const given = (event: Event) => onValue((event.currentTarget as HTMLInputElement).value);
  const hinted = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'select' ? (
        <select id={id} name={name} value={value} onChange={given} {...hinted}>
          {options.map(([one, shown]) => (
            <option key={one} value={one}>
              {shown}
            </option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea
          id={id}
          name={name}
          rows={8}
          class="mono"
          spellcheck={false}
          required
          onInput={given}
          {...hinted}
        >
          {value}
        </textarea>
      ) : (
        <input
          id={id}
          name={name}
          {...(kind === 'number'
            ? { type: 'number' as const, min: least, max: most, step: 1 }
            : { type: 'text' as const, maxLength: 200, minLength: name === 'reason' ? 3 : undefined })}
          value={value}
          required={!isOptional}
          autocomplete="off"
          spellcheck={name === 'reason'}
          onInput={given}
          {...hinted}
        />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="muted field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
