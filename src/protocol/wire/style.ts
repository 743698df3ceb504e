import type { PlacementStyles, PlacementType } from './frame-messages.ts';

export const STYLE_PARTS = ['style', 'hoverStyle', 'disabledStyle', 'labelStyle'] as const;

// The contract's style properties: what every text takes, and what some parts take beside them.
const TEXT = 'fontFamily fontSize fontWeight color lineHeight letterSpacing textTransform textDecoration';
const BOX = ' border borderRadius backgroundColor';
const ALIGN = ' textAlign';
// Only of the placement as a whole: it must not change its size under the pointer.
const SIZE = ' height width';

/** The properties that a part of a placement takes, separated by spaces (contract: Style object). */
export function stylePropertiesOf(type: PlacementType, part: keyof PlacementStyles): string {
  const box = type === 'button' && part !== 'labelStyle';
  return TEXT + (box ? BOX : ALIGN) + (part === 'style' ? SIZE : '');
}

const VALUE_CHARACTERS_MAX = 200;
// What ends a declaration, escapes, starts a rule or markup, marks importance, hides characters, or comments; and every
// call but these: `url` and its kin load; `var`, `env`, `attr`, `if` resolve later.
const REFUSED =
  /[\\@;{}<!\p{C}]|\/\*|\*\/|(^|[^\w-])(?!(rgba?|hsla?|hwb|(ok)?(lab|lch)|color(-mix)?|light-dark|calc|min|max|clamp|)\()[\w-]*\(/iu;

/**
 * Gives each declaration that may enter our frame to `apply`, which says whether the browser took it, and returns the
 * names of those that were refused.
 */
export function applyStyle(
  properties: string,
  given: Record<string, unknown>,
  apply: (name: string, value: string) => boolean,
): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    properties.split(' ').includes(name) && isHarmless(value) && apply(name, value) ? [] : name,
  );
}

function isHarmless(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= VALUE_CHARACTERS_MAX &&
    !REFUSED.test(value) &&
    value.split('(').length === value.split(')').length
  );
}
