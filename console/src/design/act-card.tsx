import type { ComponentChildren } from 'preact';

interface ActCardProps {
  readonly title: string;
  readonly text: string;
  readonly state: 'running' | 'done' | 'failed';
  /** Name of the button that takes it away. */
  readonly label: string;
  dismiss(): void;
  readonly children?: ComponentChildren;
}

/** What happens now, or what came of it, in a corner of the page. */
export function ActCard({ title, text, state, label, dismiss, children }: ActCardProps) {
  return (
    <div class={`act act-${state}`} role={state === 'failed' ? 'alert' : undefined}>
      <p class="act-title">{title}</p>
      {state !== 'running' && (
        <button type="button" class="act-dismiss" aria-label={label} onClick={dismiss}>
          <span aria-hidden="true">×</span>
        </button>
      )}
      <p class="act-text">{text}</p>
      {children}
    </div>
  );
}
