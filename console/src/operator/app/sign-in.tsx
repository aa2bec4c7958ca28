import { useState } from 'preact/hooks';
import { enterWith } from '../api/access.ts';
import { words } from '../text.ts';

/** Asks for the admin token. `why`: the one before is not taken. */
export function SignIn({ why }: { readonly why: string | null }) {
  const [error, setError] = useState(why);
  const [isRunning, setRunning] = useState(false);
  const [entered, setEntered] = useState('');
  return (
    <section class="sign-in sheet">
      <h1>{words.access.title}</h1>
      <p class="muted">{words.access.lede}</p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRunning) return;
          setRunning(true);
          void enterWith(entered).then((refused) => {
            setRunning(false);
            setError(refused);
          });
        }}
      >
        <label>
          {words.access.label}
          <input
            type="password"
            name="token"
            required
            autocomplete="off"
            spellcheck={false}
            value={entered}
            onInput={(event) => setEntered(event.currentTarget.value)}
          />
        </label>
        {error !== null && (
          <p class="finding finding-stop" role="alert">
            {error}
          </p>
        )}
        <button type="submit" class="button button-main" disabled={isRunning}>
          {isRunning ? words.act.running : words.access.enter}
        </button>
      </form>
    </section>
  );
}
