import { BLACK, contrast, parseColour, readable, WHITE } from '../../../../domain/colour.ts';
import type { StyledType } from '../../../../protocol/wire/frame-messages.ts';
import { STYLE_PARTS } from '../../../../protocol/wire/style.ts';

export type StylePart = (typeof STYLE_PARTS)[number];

/** The styles as they are typed, by part. */
export type Styles = Readonly<Record<StylePart, Readonly<Record<string, string>>>>;

export const NO_STYLES: Styles = { style: {}, hoverStyle: {}, disabledStyle: {}, labelStyle: {} };

export const partsOf = (type: StyledType): readonly StylePart[] =>
  type === 'button' ? STYLE_PARTS : STYLE_PARTS.filter((part) => part === 'style');

/** Returns the styles without what is empty. */
export function givenStyles(styles: Styles, type: StyledType): [StylePart, Record<string, string>][] {
  return partsOf(type).flatMap((part) => {
    const given = Object.entries(styles[part]).filter(([, value]) => value.trim() !== '');
    return given.length > 0 ? [[part, Object.fromEntries(given)]] : [];
  });
}

/** Returns the call that loads the placement with these styles. */
export function codeOf(type: StyledType, product: string, styles: Styles): string {
  const lines = givenStyles(styles, type).map(([part, given]) => {
    const declarations = Object.entries(given).map(([name, value]) => `    ${name}: ${quoted(value)},\n`);
    return `  ${part}: {\n${declarations.join('')}  },\n`;
  });
  return `Service.load({\n  placementType: '${type}',\n  productId: ${quoted(product)},\n${lines.join('')}});`;
}

const quoted = (text: string) => `'${text.trim().replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const TEXT_RATIO = 4.5;

/** Says whether text can be read on its ground, where both are plain colours; null where it can, or is not known. */
export function unreadable({ color = '', backgroundColor = '' }: Readonly<Record<string, string>>) {
  const [text, ground] = [parseColour(color), parseColour(backgroundColor)];
  if (text === null || ground === null) return null;
  const ratio = contrast(text, ground);
  if (ratio >= TEXT_RATIO) return null;
  const pole = contrast(BLACK, ground) > contrast(WHITE, ground) ? BLACK : WHITE;
  const nearest = readable(text, { from: [ground], ratio: TEXT_RATIO }, pole);
  return { ratio: Math.floor(ratio * 100) / 100, needed: TEXT_RATIO, nearest };
}
