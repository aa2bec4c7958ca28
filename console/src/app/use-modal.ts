import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** For a `<dialog>` that is open while it is shown. Afterwards the focus is where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}
