import { useEffect, useRef } from 'react';

/** The value of the last render, for what is called later than that. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
