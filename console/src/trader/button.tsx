import { useState } from 'preact/hooks';

interface ButtonProps {
  readonly text: string;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
  onClick(): Promise<unknown>;
}

/**
 * A button that does nothing while its act runs, so that nothing is done twice. It keeps the focus, to which a
 * dialog of the act returns.
 */
export function Button({ text: label, isMain = false, isOff = false, onClick }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      class={isMain ? 'button button-main' : 'button'}
      disabled={isOff}
      aria-disabled={busy}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        void onClick().finally(() => setBusy(false));
      }}
    >
      {label}
    </button>
  );
}
