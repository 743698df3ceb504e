import type { PlacementView } from '../../protocol/wire/frame-messages.ts';
import type { Options } from './options.ts';

/** Keeps the store's own rules for iframes away, the size within bounds, and the frame unseen until it has answered. */
export const BOX_STYLE =
  'all:initial;display:block;border:0;min-width:44px;min-height:20px;max-width:100%;max-height:400px;visibility:hidden;';

/**
 * Gives the iframe its size: the merchant's where there is one, else the content's, and before that is known the room it
 * will need. What the merchant wrote is only ever assigned: the browser drops what it cannot read or what has no length.
 * Returns the text's size in pixels, measured here, where `rem`, `em` and `vw` mean what the merchant means.
 */
export function sizeBox(frame: HTMLElement, { ref, setting }: Options, view: PlacementView | null): number {
  const { style } = frame;
  const given = setting.style ?? {};
  style.fontSize = given.fontSize || '16px';
  style.lineHeight = given.lineHeight || '1.5';
  style.width = '100%';
  style.width = `calc(${given.width})`;
  // What the documents measure with their own look, in terms of the merchant's font: a button of at least 44 px with 8 px
  // above and below its text, then 4 px and the label's line; a price is one line.
  const [content, below] = ref.placementType === 'button' ? ['max(44px,1lh + 16px)', '1.25em + 4px'] : ['1lh', '0px'];
  const label = view?.height ? `${view.label}px` : below;
  style.height = view?.height ? `${view.height}px` : `calc(${content} + ${label})`;
  style.height = `calc(${given.height} + ${label})`;
  return parseFloat(getComputedStyle(frame).fontSize);
}
