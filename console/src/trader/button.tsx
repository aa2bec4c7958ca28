import { useState } from 'preact/hooks';

interface ButtonProps {
  readonly text: string;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
  onClick(): Promise<unknown>;
}

/** A button that is off while its act runs, so that nothing is done twice. */
export function Button({ text: label, isMain = false, isOff = false, onClick }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      class={isMain ? 'button button-main' : 'button'}
      disabled={busy || isOff}
      onClick={() => {
        setBusy(true);
        void onClick().finally(() => setBusy(false));
      }}
    >
      {label}
    </button>
  );
}
