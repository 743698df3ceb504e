import type { FromPlacement, PlacementView, ToPlacement } from '../../protocol/wire/frame-messages.ts';
import { onInterest } from './checkout.ts';
import { emit, emitFailed } from './events.ts';
import { openFrame } from './frame-link.ts';
import { count } from './measures.ts';
import { markOwn } from './own-elements.ts';
import { BOX_STYLE, removeWhenUnseen, sizeBox } from './placement-box.ts';
import type { Placement } from './placement-type.ts';
import { query } from './settings.ts';

/** Marks the container for the page's style sheet and tests. */
export function markState(placement: Placement, state: 'loading' | 'ready' | 'empty' | 'failed'): void {
  placement.container.dataset.serviceState = state;
}

/** Hides a placement that cannot be shown and tells the page. */
export function fail(placement: Placement, reason = 'frame_unavailable'): void {
  placement.link.frame.style.display = 'none';
  markState(placement, 'failed');
  emitFailed(placement, reason);
}

// By query: whether the document had nothing to show, so that it takes no room when it loads again. By message: a refusal
// that was logged, so that it is not logged again.
const known: Record<string, boolean> = {};

/** Puts a button or price into its container with the room that it will need, and handles its messages. */
export function mountPlacement(placement: Placement): void {
  // Takes as much room as an iframe: an empty SVG has the same default sizing and draws nothing.
  placement.room ??= document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const { container, room } = placement;
  markOwn(room);
  placement.query = query(placement.options);
  const wasEmpty = known[placement.query];
  const style = BOX_STYLE + (wasEmpty ? 'display:none' : '');
  // Each iframe is created in a task of its own: one takes a slow phone 10 ms, and a page may load a dozen at once.
  const turn = setTimeout(() => {
    const { asked } = placement;
    placement.link = openFrame<FromPlacement, ToPlacement>({
      type: placement.options.ref.placementType as 'button',
      query: placement.query,
      into: container,
      style,
      fragment: currentSetting(placement),
      onHello({ view }) {
        if (view) show(placement, view, asked);
        if (placement.asked > asked) sendSetting(placement);
      },
      onMessage(message) {
        if (message.t === 'view') show(placement, message.view, message.i);
        else if (message.texts) onInterest(placement, message);
      },
      onSilence: () => fail(placement),
    });
    sizeBox(placement);
    if (!wasEmpty) room.remove();
  });
  placement.link = {
    frame: room,
    end() {
      clearTimeout(turn);
      room.remove();
    },
  };
  if (wasEmpty && room.isConnected) return;
  room.style.cssText = `all:initial;display:block;${style}`;
  container.append(room);
  sizeBox(placement);
}

/** Applies the frame's view to the page and emits `PlacementLoaded` for each answered request. */
function show(placement: Placement, view: PlacementView, answered?: number): void {
  const { room } = placement;
  const { style } = placement.link.frame;
  const isEmpty = view.height === 0;
  // A placement counts once for each waitlist, however often the variant changes.
  if (!isEmpty && placement.view?.ref.releaseId !== view.ref.releaseId) count('PlacementLoaded', view.ref.releaseId);
  placement.view = view;
  for (const [part, name, message] of view.refused) {
    delete placement.options.setting[part as 'style']?.[name];
    if (!known[message]) console.warn(message);
    known[message] = true;
  }
  known[placement.query] = isEmpty;
  sizeBox(placement);
  if (!isEmpty) room.remove();
  else if (style.display !== 'none') {
    // Without the placeholder the content below would visibly jump up.
    room.style.cssText = style.cssText;
    placement.container.append(room);
    removeWhenUnseen.observe(room);
  }
  style.display = isEmpty ? 'none' : 'block';
  markState(placement, isEmpty ? 'empty' : 'ready');
  // A view that answers nothing has no number, and nothing is less than that.
  while (placement.settled < (answered as number)) {
    placement.settled++;
    emit('PlacementLoaded', { ...placement.ref, ...view.ref, disabled: view.disabled });
  }
}

/**
 * Returns the page's current setting. The text size is measured in the page, where `rem`, `em` and `vw` are the
 * merchant's.
 */
const currentSetting = ({ link, options }: Placement) => ({
  px: parseFloat(getComputedStyle(link.frame).fontSize),
  ...options.setting,
});

/** Sends the page's current setting to the frame. Before the hello the message is lost; the hello then sends it again. */
export function sendSetting(placement: Placement): void {
  sizeBox(placement);
  placement.link.post?.({ t: 'set', i: placement.asked, ...currentSetting(placement) });
}
