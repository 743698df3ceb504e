import type { PlacementStyles, PlacementType } from './frame-messages.ts';

export const STYLE_PARTS = ['style', 'hoverStyle', 'disabledStyle', 'labelStyle'] as const;

// The contract's style properties: those of every text, and those of some parts only.
const TEXT = 'fontFamily fontSize fontWeight color lineHeight letterSpacing textTransform textDecoration';
const BOX = ' border borderRadius backgroundColor';
const ALIGN = ' textAlign';
// Only in `style`: a placement must not change its size when it is hovered or disabled.
const SIZE = ' height width';

/** Returns the properties that a part of a placement accepts, separated by spaces (contract: Style object). */
export function stylePropertiesOf(type: PlacementType, part: keyof PlacementStyles): string {
  const box = type === 'button' && part !== 'labelStyle';
  return TEXT + (box ? BOX : ALIGN) + (part === 'style' ? SIZE : '');
}

const VALUE_CHARACTERS_MAX = 200;
// Refuses characters that end a declaration, escape, begin a rule or markup, mark importance or are invisible, and
// comments. Refuses all functions except these: `url` and similar ones load files, and `var`, `env`, `attr` and `if`
// resolve later.
const REFUSED =
  /[\\@;{}<!\p{C}]|\/\*|\*\/|(^|[^\w-])(?!(rgba?|hsla?|hwb|(ok)?(lab|lch)|color(-mix)?|light-dark|calc|min|max|clamp|)\()[\w-]*\(/iu;

/**
 * Applies the declarations that are safe in our frame, and returns the names of the refused ones. `apply` returns true
 * when the browser accepted a declaration.
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
