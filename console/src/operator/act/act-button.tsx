import { type ActSpec, ask } from './act.ts';

/** A button that asks for an act. `about`: what it is about, for those who hear only the button. */
export function ActButton({ act, about }: { readonly act: ActSpec; readonly about?: string }) {
  return (
    <button
      type="button"
      class="button"
      aria-haspopup="dialog"
      aria-label={about === undefined ? undefined : `${act.title}: ${about}`}
      onClick={() => ask(act)}
    >
      {act.title}
    </button>
  );
}
