import type { SdkEvents } from '../../protocol/wire/sdk-events.ts';
import { say } from './say.ts';

const PREFIX = 'Service:';

/**
 * Prints the name of each event that the SDK dispatches on the window. Its payload may name a person, and stays unread.
 * `onReady` is called before any listener of the page hears that the SDK is there.
 */
export function watchEvents(onReady: () => void): void {
  const dispatch = window.dispatchEvent.bind(window);
  window.dispatchEvent = (event) => {
    if (event.type.startsWith(PREFIX)) {
      const name = event.type.slice(PREFIX.length);
      // Reading a payload counts as hearing the event. Of this one it does no harm, because no frame waits for a listener.
      const failed = name === 'PlacementFailed' ? (event as CustomEvent<SdkEvents['PlacementFailed']>).detail : null;
      say(`event ${name}`, failed ? { reason: failed.reason } : {});
    }
    if (event.type === 'Service:Ready') onReady();
    return dispatch(event);
  };
}
