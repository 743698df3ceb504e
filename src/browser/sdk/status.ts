import type { FromStatus, ToStatus } from '../../protocol/wire/frame-messages.ts';
import { openFrame } from './frame-link.ts';
import { fail, markState, type PlacementDeps } from './placement.ts';
import type { Placement } from './placement-type.ts';

// The height is a first guess until the frame sends its own.
const STATUS_STYLE = 'width:100%;height:320px';

/** Puts the status page into its container (contract: SDK). */
export function mountStatus({ query }: PlacementDeps, placement: Placement, open: ToStatus): void {
  placement.link = openFrame<FromStatus, ToStatus>({
    type: 'status',
    query: query(placement.options),
    into: placement.container,
    style: STATUS_STYLE,
    onHello({ fault }) {
      if (fault) return fail(placement, fault);
      markState(placement, 'ready');
      placement.settled = placement.asked;
      placement.link.post?.(open);
    },
    onMessage(message) {
      if (message.t === 'height') placement.link.frame.style.height = `${message.height}px`;
    },
    onSilence: () => fail(placement),
  });
}
