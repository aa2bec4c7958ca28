import type { ComponentChildren } from 'preact';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: readonly (readonly [name: Name, shown: ComponentChildren])[];
  readonly shown: Name;
  readonly linkOf: (name: Name) => string;
}

/** The parts of a page, each at an address of its own. */
export function Tabs<Name extends string>({ label, names, shown, linkOf }: TabsProps<Name>) {
  return (
    <nav class="tabs" aria-label={label}>
      {names.map(([name, children]) => (
        <a key={name} href={linkOf(name)} aria-current={name === shown ? 'page' : undefined}>
          {children}
        </a>
      ))}
    </nav>
  );
}
