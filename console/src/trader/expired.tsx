import { useState } from 'preact/hooks';
import { signInAgain } from '../session/session.ts';
import { Button } from './button.tsx';
import { sentenceOf } from './errors.ts';
import { words } from './text.ts';

/** That the session has expired, and how to go on: the page stays where it is. */
export function Expired() {
  const [error, setError] = useState('');
  const again = async () => {
    setError('');
    await signInAgain
      .get()?.()
      .catch((failed: unknown) => setError(sentenceOf(failed)));
  };
  return (
    <div class="row-acts" role="status">
      <span>{error || words.error.expired}</span>
      <Button text={words.connect.again} onClick={again} />
    </div>
  );
}
