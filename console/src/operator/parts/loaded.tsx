import type { ComponentChildren } from 'preact';
import type { Resource } from '../../data/resource.ts';
import { Failure } from '../../design/failure.tsx';
import { Waiting } from '../../design/waiting.tsx';

interface LoadedProps<Value> {
  readonly from: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was loaded. While it is loaded again, and when that fails, what was there before stays. */
export function Loaded<Value>({ from: { value, error, reload }, children }: LoadedProps<Value>) {
  return (
    <>
      {error !== null && <Failure error={error} retry={reload} />}
      {value !== undefined ? children(value) : error === null && <Waiting />}
    </>
  );
}
