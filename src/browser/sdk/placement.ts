import type { FromPlacement, PlacementView, ToPlacement, ToStatus } from '../../protocol/wire/frame-messages.ts';
import { emit } from './events.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
import { count } from './measures.ts';
import type { Options } from './options.ts';
import { BOX_STYLE, sizeBox, unseen } from './placement-box.ts';

/** An element on the page: one iframe in one container. */
export type Placement = {
  options: Options;
  container: HTMLElement;
  /** Made by `mount`. */
  link: FrameLink<ToPlacement | ToStatus>;
  /** Empty; has the frame's place where that shows nothing, as long as the page would be seen to move. */
  room: HTMLElement;
  mount(placement: Placement): void;
  view?: PlacementView;
  /** Counts what the page asked for; an answer carries the number that it answers. */
  asked: number;
  /** How much of it has had its `PlacementLoaded`. */
  settled: number;
  /** How often it may still be put back; a page that keeps throwing it out wins in the end. */
  returnsLeft: number;
};

/** The shopper is near the checkout, or wants it. */
export type Interest = FromPlacement & { t: 'warm' | 'click' | 'learn' };

export type PlacementDeps = {
  /** The query of a document: product, store key and language. */
  query(options: Options): string;
  onInterest(placement: Placement, interest: Interest): void;
};

export function emitFailed({ options }: Placement, reason: string): void {
  emit('PlacementFailed', { ...options.ref, reason, message: `Service: ${reason}` });
}

/** What a page may look at: its style sheet, and its tests. */
export function markState(placement: Placement, state: 'loading' | 'ready' | 'empty' | 'failed'): void {
  placement.container.dataset.serviceState = state;
}

/** Nothing will come: the page is as if we were not there. */
export function fail(placement: Placement, reason = 'frame_unavailable'): void {
  placement.link.frame.style.display = 'none';
  markState(placement, 'failed');
  emitFailed(placement, reason);
}

// Documents that had nothing to show take no room when they load again.
const empty: Record<string, boolean> = {};
const warned: Record<string, boolean> = {};

/** Puts a button or price into its container, with the room it will need, and speaks for it from then on. */
export function mountPlacement(deps: PlacementDeps, placement: Placement): void {
  const { container, asked, options, room } = placement;
  const query = deps.query(options);
  // Nothing can be measured of what does not stand in the page yet: for a moment something lighter does.
  const isKept = room.isConnected && empty[query];
  room.style.cssText = BOX_STYLE;
  container.append(room);
  const px = sizeBox(room, options, placement.view);
  if (!isKept) room.remove();
  const link = openFrame<FromPlacement, ToPlacement>({
    type: options.ref.placementType as 'button',
    query,
    into: container,
    style: room.style.cssText + (empty[query] ? 'display:none' : ''),
    state: { px, ...options.setting },
    onHello({ view }) {
      if (view) show(view, asked);
      if (placement.asked > asked) tell(placement);
    },
    onMessage(message) {
      if (message.t === 'view') show(message.view, message.i);
      else if ('texts' in message) deps.onInterest(placement, message);
    },
    onSilence: () => fail(placement),
  });
  placement.link = link;

  function show(view: PlacementView, answered = 0): void {
    const { style } = link.frame;
    const { releaseId } = view.ref;
    const isEmpty = view.height === 0;
    // What is shown counts once for each waitlist, however often the variant changes.
    if (!isEmpty && placement.view?.ref.releaseId !== releaseId) count('PlacementLoaded', releaseId);
    placement.view = view;
    for (const [part, name] of view.refused) {
      delete placement.options.setting[part]?.[name];
      const refused = `Service: ${part}.${name} refused`;
      if (!warned[refused]) console.warn(refused);
      warned[refused] = true;
    }
    empty[query] = isEmpty;
    sizeBox(link.frame, placement.options, view);
    if (!isEmpty) room.remove();
    else if (style.display !== 'none') {
      // What stands below would jump up: while that is seen, something empty has the frame's place.
      room.style.cssText = style.cssText;
      container.append(room);
      unseen.observe(room);
    }
    style.display = isEmpty ? 'none' : 'block';
    markState(placement, isEmpty ? 'empty' : 'ready');
    while (placement.settled < answered) {
      placement.settled++;
      emit('PlacementLoaded', { ...placement.options.ref, ...view.ref, disabled: view.disabled });
    }
  }
}

/** Tells the frame what the page wants now. Before its hello nobody hears it: the hello asks again. */
export function tell({ link, options, asked, view }: Placement): void {
  link.post({ t: 'set', i: asked, px: sizeBox(link.frame, options, view), ...options.setting });
}
