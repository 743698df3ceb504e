import type { MeasuredEvent } from '../../protocol/wire/measures.ts';
import type { SdkEvents } from '../../protocol/wire/sdk-events.ts';
import { count } from './measures.ts';
import { check } from './options.ts';

type Emitted = SdkEvents & { Ready: null };

/** Names a placement in every event. */
export type PlacementRef = { placementType: string; instanceId: string | undefined };

type Listener = (event: Event) => void;

const listeners = new WeakMap<WeakKey, Listener>();

/**
 * Turns a page's callback into a listener of the window's `Service:<Name>` event. So the browser does the error handling:
 * it reports a callback that throws and still calls the next one, and it does not call a callback that was just removed.
 */
function listenerFor(name: unknown, callback: unknown): [string, Listener] {
  check(typeof name === 'string', 'eventName');
  check(typeof callback === 'function', 'callback');
  const listener = listeners.get(callback) ?? ((event) => callback((event as CustomEvent).detail));
  listeners.set(callback, listener);
  return [`Service:${name}`, listener];
}

export const on = (name: unknown, callback: unknown): void => addEventListener(...listenerFor(name, callback));
export const off = (name: unknown, callback: unknown): void => removeEventListener(...listenerFor(name, callback));

/**
 * Dispatches the event, or says that the SDK is ready, and returns whether a listener heard it. Listeners cannot be counted, but a callback always reads
 * the detail, so the getter notices.
 */
export function emit<Name extends keyof Emitted>(
  name: Name,
  detail: Emitted[Name],
  releaseId?: string | null,
): boolean {
  if (releaseId !== undefined) count(name as MeasuredEvent, releaseId);
  let heard = false;
  const get = () => {
    heard = true;
    return detail;
  };
  dispatchEvent(Object.defineProperty(new CustomEvent(`Service:${name}`), 'detail', { get }));
  return heard;
}

/** Tells the page that a placement, or a dialog of it, cannot be shown. */
export function emitFailed({ ref }: { ref: PlacementRef }, reason: string): void {
  emit('PlacementFailed', { ...ref, reason, message: `Service: ${reason}` });
}
