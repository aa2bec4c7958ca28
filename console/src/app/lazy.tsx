import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../design/failure.tsx';
import { Waiting } from '../design/waiting.tsx';

/**
 * A component whose code is loaded when it is first shown: pages, and everything that needs cryptography.
 * A load that fails, as when the service was updated meanwhile, shows what to do.
 */
export function lazy<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      if (loaded) return;
      load().then((module) => {
        loaded = module.default;
        setPart(() => loaded);
      }, setError);
    }, []);
    if (error !== null) return <Failure error={error} retry={() => window.location.reload()} />;
    return Part ? <Part {...props} /> : <Waiting />;
  };
}
