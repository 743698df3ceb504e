import type { ModalTexts, PlacementView, ToPlacement, ToStatus } from '../../protocol/wire/frame-messages.ts';
import type { PlacementRef } from './events.ts';
import type { FrameLink } from './frame-link.ts';
import type { Options } from './options.ts';

/** Takes the place of the link until the iframe is created. It cannot post messages. */
type Turn = { frame: SVGElement; post?: never; end(): void };

/** A placement on the page: one iframe in one container. */
export type Placement = {
  options: Options;
  ref: PlacementRef;
  container: HTMLElement;
  /** The document's query. `mount` sets it, and the link. */
  query: string;
  link: Turn | FrameLink<ToPlacement | ToStatus>;
  /**
   * An empty placeholder. It keeps the frame's room until the frame is created. It also replaces a frame that shows nothing
   * until its removal cannot be seen. `mount` makes it.
   */
  room: SVGElement;
  mount(placement: Placement): void;
  view?: PlacementView | undefined;
  /** Counts the page's requests. An answer of the frame carries the number of its request. */
  asked: number;
  /** Counts the requests that have had their `PlacementLoaded`. */
  settled: number;
};

/**
 * A frame's message that the shopper is near the button or has pressed it. `again`: the browser's Forward shows what a press
 * has shown.
 */
export type Interest = {
  t: 'warm' | 'click' | 'learn' | 'again';
  view: PlacementView;
  texts: ModalTexts;
  learn?: ModalTexts | undefined;
};
