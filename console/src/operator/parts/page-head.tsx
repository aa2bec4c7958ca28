import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  readonly title: string;
  readonly lede?: string;
  /** What can be done here. */
  readonly children?: ComponentChildren;
}

export function PageHead({ title, lede, children }: PageHeadProps) {
  return (
    <header class="operator-head">
      <div>
        <h1>{title}</h1>
        {lede !== undefined && <p class="lede">{lede}</p>}
      </div>
      {children && <div class="row-acts">{children}</div>}
    </header>
  );
}
