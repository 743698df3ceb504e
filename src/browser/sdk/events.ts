import type { SdkEventName, SdkEvents } from '../../protocol/wire/sdk-events.ts';
import { check } from './options.ts';

type Listener = (event: Event) => void;

const listeners = new WeakMap<WeakKey, Listener>();

/**
 * The page's callbacks are listeners of the window's own `Service:<Name>` events. So the browser sees to it that one that
 * throws is reported and does not stop the next, and that one taken off meanwhile is not called.
 */
function listenerFor(name: unknown, callback: unknown): [string, Listener] {
  check(typeof name === 'string', 'eventName');
  check(typeof callback === 'function', 'callback');
  const listener = listeners.get(callback) ?? ((event) => callback((event as CustomEvent).detail));
  listeners.set(callback, listener);
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
