import { useEffect } from 'react';
import type { SdkEventName, SdkEvents, ServiceSdk } from 'waitlist-preorder-loader';
import { usePreorders } from './context.ts';
import { useLatest } from './latest.ts';

/** A property for each event: `onPreorderCreated` for `PreorderCreated`. */
export type EventProps<Name extends SdkEventName> = {
  [Event in Name as `on${Event}`]?: ((payload: SdkEvents[Event]) => void) | undefined;
};

/** Calls back for an event of any element of the page while the component is mounted. */
export function usePreorderEvent<Name extends SdkEventName>(
  name: Name,
  callback: ((payload: SdkEvents[Name]) => void) | undefined,
): void {
  const { service } = usePreorders();
  const latest = useLatest(callback);
  // The SDK skips some of its own behaviour if an event has a listener, so there must be none without a callback.
  const isHeard = callback !== undefined;
  useEffect(() => {
    if (!service || !isHeard) return;
    return listen(service, name, (payload) => latest.current?.(payload));
  }, [service, name, isHeard, latest]);
}

function listen<Name extends SdkEventName>(
  service: ServiceSdk,
  name: Name,
  listener: (payload: SdkEvents[Name]) => void,
): () => void {
  service.on(name, listener);
  return () => service.off(name, listener);
}
