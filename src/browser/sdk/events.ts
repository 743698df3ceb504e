import type { SdkEventName, SdkEvents } from '../../protocol/wire/sdk-events.ts';
import { serviceError } from './errors.ts';

type Callback = (payload: unknown) => void;
type Listener = (event: Event) => void;

const listeners = new WeakMap<Callback, Listener>();

/**
 * The page's callbacks are listeners of the window's own `Service:<Name>` events. So the browser sees to it that one that
 * throws is reported and does not stop the next, and that one taken off meanwhile is not called.
 */
function listenerFor(name: unknown, callback: unknown): [string, Listener] {
  if (typeof name !== 'string') throw serviceError('invalid_parameter', 'eventName');
  if (typeof callback !== 'function') throw serviceError('invalid_parameter', 'callback');
  const known = callback as Callback;
  const listener = listeners.get(known) ?? ((event) => known((event as CustomEvent).detail));
  listeners.set(known, listener);
  return [`Service:${name}`, listener];
}

export function on(name: unknown, callback: unknown): void {
  addEventListener(...listenerFor(name, callback));
}

export function off(name: unknown, callback: unknown): void {
  removeEventListener(...listenerFor(name, callback));
}

/** Tells the page, and returns whether anybody took notice: who listens cannot be asked, but who does reads the detail. */
export function emit<Name extends SdkEventName>(name: Name, detail: SdkEvents[Name]): boolean {
  let heard = false;
  const get = () => {
    heard = true;
    return detail;
  };
  dispatchEvent(Object.defineProperty(new CustomEvent(`Service:${name}`), 'detail', { get }));
  return heard;
}
