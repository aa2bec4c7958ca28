import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * For a `<dialog>` that is open while it is shown. It is cancelled, as by Escape, when the visitor goes back.
 * Afterwards the focus is where it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const cancel = () => {
      if (element?.dispatchEvent(new Event('cancel', { cancelable: true }))) element.close();
    };
    element?.showModal();
    window.addEventListener('popstate', cancel);
    return () => {
      window.removeEventListener('popstate', cancel);
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}
