import { NARROW_PX } from './limits.ts';
import type { Placement } from './placement-type.ts';

/** Limits the size, whatever style the merchant sets. */
export const BOX_STYLE = 'min-width:44px;min-height:20px;max-width:100%;max-height:400px;';

/**
 * Removes an observed element once it is off screen, so that the shopper does not see the page move. Below the viewport
 * that is always safe; above it only where the browser has scroll anchoring.
 */
export const removeWhenUnseen = new IntersectionObserver((entries) => {
  for (const entry of entries)
    if (!entry.isIntersecting && (entry.boundingClientRect.y > 0 || CSS.supports('overflow-anchor:auto')))
      entry.target.remove();
});

/**
 * Sets the iframe's size: the merchant's if there is one, else the content's, and before that is known an estimate. The
 * merchant's values are only assigned, never parsed: the browser drops what is invalid or is not a length.
 */
export function sizeBox({ link: { frame }, options: { ref, setting }, view }: Placement): void {
  const { style } = frame;
  const given = setting.style ?? {};
  style.fontSize = given.fontSize || '16px';
  style.lineHeight = given.lineHeight || '1.5';
  style.width = '100%';
  style.width = `calc(${given.width})`;
  // The estimate follows the documents' own CSS, in units of the merchant's font: a button is at least 44 px high with 8 px
  // above and below its text, then come 4 px and one line of label (two in narrow columns); a price is one line.
  const [content, label] = view?.height
    ? [`${view.height - view.label}px`, `${view.label}px`]
    : ref.placementType === 'button'
      ? ['max(44px,1lh + 16px)', `4px + ${(frame.clientWidth || NARROW_PX) < NARROW_PX ? 2.5 : 1.25}em`]
      : ['1lh', '0px'];
  for (const height of [content, given.height]) style.height = `calc(${height} + ${label})`;
}
