import type { SdkEventName, SdkEvents } from '../../protocol/wire/sdk-events.ts';
import { check } from './options.ts';

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

export function on(name: unknown, callback: unknown): void {
  addEventListener(...listenerFor(name, callback));
}

export function off(name: unknown, callback: unknown): void {
  removeEventListener(...listenerFor(name, callback));
}

/**
 * Dispatches the event and returns whether a listener heard it. Listeners cannot be counted, but a callback always reads
 * the detail, so the getter notices.
 */
export function emit<Name extends SdkEventName>(name: Name, detail: SdkEvents[Name]): boolean {
  let heard = false;
  const get = () => {
    heard = true;
    return detail;
  };
  dispatchEvent(Object.defineProperty(new CustomEvent(`Service:${name}`), 'detail', { get }));
  return heard;
}
