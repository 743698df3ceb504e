import type { FromStatus, ToStatus } from '../../protocol/wire/frame-messages.ts';
import { emit } from './events.ts';
import { openFrame } from './frame-link.ts';
import { fail, markState, type Placement, type PlacementDeps } from './placement.ts';

// Out of reach of the store's own rules for iframes; the height is a first guess, until the frame says its own.
const STATUS_STYLE = 'all:initial;display:block;border:0;width:100%;height:320px;';

/** Puts the status page into its container (contract: SDK). */
export function mountStatus({ query }: PlacementDeps, placement: Placement, open: ToStatus): void {
  const link = openFrame<FromStatus, ToStatus>({
    type: 'status',
    query: query(placement.options),
    into: placement.container,
    state(frame) {
      frame.style.cssText = `${STATUS_STYLE}visibility:hidden`;
      return undefined;
    },
    onHello() {
      link.frame.style.cssText = STATUS_STYLE;
      markState(placement, 'ready');
      placement.settled = placement.asked;
      link.post(open);
    },
    onMessage(message) {
      if (message.t === 'height') link.frame.style.height = `${message.height}px`;
      else if (message.t === 'event' && !emit(message.name, message.payload)) {
        link.post({ t: 'unheard', name: message.name });
      }
    },
    onSilence: () => fail(placement),
  });
  placement.link = link;
}
