import type { ColourScheme } from '../../../platform/style-tokens.ts';
import { type Branded, brandedStyle } from '../../brand.ts';

const ROOT_PX = 16;

/**
 * Returns a mail's style with the values of the store's look: mail programs know neither `light-dark()` nor, some of them, `rem`. They
 * load no font.
 */
export function mailStyle(css: string, scheme: ColourScheme, store: Branded): string {
  const style = brandedStyle(css, store, { scheme, font: null });
  return style.replaceAll(/(?<![\d.])([\d.]+)rem/g, (_length, count: string) => `${Number(count) * ROOT_PX}px`);
}
