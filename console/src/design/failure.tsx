import { text } from '../text.ts';

/** What failed in a sentence, and a button that tries again. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <div class="message failure" role="alert">
      <p>{sentenceOf(error)}</p>
      <button type="button" class="button" onClick={retry}>
        {text.retry}
      </button>
    </div>
  );
}

/** The service says itself what to do; for the rest, the connection is the likely reason. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error && 'status' in error && error.message !== '') return error.message;
  return text.unreachable;
}
