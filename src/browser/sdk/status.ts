import type { FromStatus, ToStatus } from '../../protocol/wire/frame-messages.ts';
import { openFrame } from './frame-link.ts';
import { check, required, text } from './options.ts';
import { fail, markState } from './placement.ts';
import { load } from './placements.ts';
import { key, query } from './settings.ts';

// The height of the form that finds a pre-order, on a phone and in the longest language, until the frame sends its own.
const STATUS_STYLE = 'width:100%;height:620px';

/** Puts the status page into its container (contract: SDK). */
export function loadStatus(options: unknown): void {
  key();
  // An older call has no mode but an e-mail address, which alone must not show anything: treat it as a guest.
  const mode = text(options, 'mode') ?? 'guest';
  const token = text(options, 'token');
  if (mode === 'logged_in') required(token, 'token');
  else check(mode === 'guest', 'mode');
  load({ ref: { placementType: 'pre-order-status-placement' }, product: '', setting: {} }, (placement) => {
    placement.link = openFrame<FromStatus, ToStatus>({
      type: 'status',
      query: query(placement.options),
      into: placement.container,
      style: STATUS_STYLE,
      onHello({ fault }) {
        if (fault) return fail(placement, fault);
        markState(placement, 'ready');
        placement.settled = placement.asked;
        placement.link.post?.({ t: 'open', mode, token } as ToStatus);
      },
      // The browser ignores the height that another message does not have.
      onMessage({ height }) {
        placement.link.frame.style.height = `${height}px`;
      },
      onSilence: () => fail(placement),
    });
  });
}
