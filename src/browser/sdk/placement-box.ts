import { NARROW_PX } from './limits.ts';
import type { Placement } from './placement.ts';

/** Keeps the size within bounds, whatever the merchant wrote. */
export const BOX_STYLE = 'min-width:44px;min-height:20px;max-width:100%;max-height:400px;';

/** Takes as much room as an iframe would: an element with a size of its own and no shape. */
export const createRoom = () => document.createElementNS('http://www.w3.org/2000/svg', 'svg');

/**
 * Takes away elements once nobody sees the page close up behind them: below what is seen, and above it where the browser
 * keeps what is seen in its place.
 */
export const unseen = new IntersectionObserver((entries) => {
  for (const entry of entries)
    if (!entry.isIntersecting && (entry.boundingClientRect.top > 0 || CSS.supports('overflow-anchor:auto')))
      entry.target.remove();
});

/**
 * Gives the iframe its size: the merchant's where there is one, else the content's, and before that is known the room it
 * will need. What the merchant wrote is only ever assigned: the browser drops what it cannot read or what has no length.
 */
export function sizeBox({ link: { frame }, options: { ref, setting }, view }: Placement): void {
  const { style } = frame;
  const given = setting.style ?? {};
  style.fontSize = given.fontSize || '16px';
  style.lineHeight = given.lineHeight || '1.5';
  style.width = '100%';
  style.width = `calc(${given.width})`;
  // What the documents measure with their own look, in terms of the merchant's font: a button of at least 44 px with 8 px
  // above and below its text, then 4 px and the label's line, in narrow columns two; a price is one line.
  const [content, label] = view?.height
    ? [`${view.height - view.label}px`, `${view.label}px`]
    : ref.placementType === 'button'
      ? ['max(44px,1lh + 16px)', `4px + ${(frame.clientWidth || NARROW_PX) < NARROW_PX ? 2.5 : 1.25}em`]
      : ['1lh', '0px'];
  for (const height of [content, given.height]) style.height = `calc(${height} + ${label})`;
}
