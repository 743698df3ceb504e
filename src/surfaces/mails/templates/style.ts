import { type ColourScheme, withTokens } from '../../../platform/style-tokens.ts';

const ROOT_PX = 16;

/** Returns a mail's style with the tokens' values: mail programs know neither `light-dark()` nor, some of them, `rem`. */
export function mailStyle(css: string, scheme: ColourScheme): string {
  return withTokens(css, scheme).replaceAll(/([\d.]+)rem/g, (_length, count: string) => `${Number(count) * ROOT_PX}px`);
}
