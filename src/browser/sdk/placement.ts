import type { FromPlacement, PlacementView, ToPlacement, ToStatus } from '../../protocol/wire/frame-messages.ts';
import { emit } from './events.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
import { count } from './measures.ts';
import type { Options } from './options.ts';
import { BOX_STYLE, sizeBox, unseen } from './placement-box.ts';

/** Stands for the link until the iframe's turn comes: nobody hears what is posted. */
type Turn = { frame: SVGElement; post?: never; end(): void };

/** An element on the page: one iframe in one container. */
export type Placement = {
  options: Options;
  /** What every event says of it. */
  ref: { placementType: string; instanceId: string | undefined };
  container: HTMLElement;
  /** Of its document; made by `mount`, as the link. */
  query: string;
  link: Turn | FrameLink<ToPlacement | ToStatus>;
  /** Empty; has the frame's place until that comes, and where it shows nothing as long as the page would be seen to move. */
  room: SVGElement;
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

export function emitFailed({ ref }: Placement, reason: string): void {
  emit('PlacementFailed', { ...ref, reason, message: `Service: ${reason}` });
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

// What is known already: documents that had nothing to show take no room when they load again, and what was refused
// once is not told again.
const known: Record<string, boolean> = {};

/** Puts a button or price into its container, with the room it will need, and speaks for it from then on. */
export function mountPlacement(deps: PlacementDeps, placement: Placement): void {
  const { container, room } = placement;
  placement.query = deps.query(placement.options);
  const wasEmpty = known[placement.query];
  const style = BOX_STYLE + (wasEmpty ? 'display:none' : '');
  // Each iframe has a task of its own: to make one takes a slow phone 10 ms, and a page may load a dozen in one go.
  const turn = setTimeout(() => {
    const { asked } = placement;
    placement.link = openFrame<FromPlacement, ToPlacement>({
      type: placement.options.ref.placementType as 'button',
      query: placement.query,
      into: container,
      style,
      state: told(placement),
      onHello({ view }) {
        if (view) show(placement, view, asked);
        if (placement.asked > asked) tell(placement);
      },
      onMessage(message) {
        if (message.t === 'view') show(placement, message.view, message.i);
        else if ('texts' in message) deps.onInterest(placement, message);
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

/** Shows what the frame says that it shows, and tells the page of what it has asked for and now has. */
function show(placement: Placement, view: PlacementView, answered = 0): void {
  const { room } = placement;
  const { style } = placement.link.frame;
  const { releaseId } = view.ref;
  const isEmpty = view.height === 0;
  // What is shown counts once for each waitlist, however often the variant changes.
  if (!isEmpty && placement.view?.ref.releaseId !== releaseId) count('PlacementLoaded', releaseId);
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
    // What stands below would jump up: while that is seen, something empty has the frame's place.
    room.style.cssText = style.cssText;
    placement.container.append(room);
    unseen.observe(room);
  }
  style.display = isEmpty ? 'none' : 'block';
  markState(placement, isEmpty ? 'empty' : 'ready');
  while (placement.settled < answered) {
    placement.settled++;
    emit('PlacementLoaded', { ...placement.ref, ...view.ref, disabled: view.disabled });
  }
}

/** What the page wants now. The text's size is measured here, where `rem`, `em` and `vw` mean what the merchant means. */
const told = ({ link, options }: Placement) => ({
  px: parseFloat(getComputedStyle(link.frame).fontSize),
  ...options.setting,
});

/** Tells the frame what the page wants now. Before its hello nobody hears it: the hello asks again. */
export function tell(placement: Placement): void {
  sizeBox(placement);
  placement.link.post?.({ t: 'set', i: placement.asked, ...told(placement) });
}
