import { useEffect, useRef } from 'react';

/** Returns a ref with the value of the last render, for code that runs later. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
