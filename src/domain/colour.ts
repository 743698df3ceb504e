/** An opaque colour as it is stored: `#rrggbb` in lower case. */
export type Colour = string;

export const WHITE: Colour = '#ffffff';
export const BLACK: Colour = '#000000';

type Channels = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb` or `#rgb`, in any case, also without the `#`. Returns null for anything else. */
export function parseColour(text: string): Colour | null {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const six = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `#${six.toLowerCase()}`;
}

/** Returns the contrast of two colours as WCAG 2 defines it: 1 for equal ones, 21 for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the lowest contrast of a colour with any of the others. */
export const lowestContrast = (colour: Colour, others: readonly Colour[]): number =>
  Math.min(...others.map((other) => contrast(colour, other)));

/** Mixes `share` (0 to 1) of the second colour into the first. */
export function mix(colour: Colour, other: Colour, share: number): Colour {
  const target = channels(other);
  const mixed = channels(colour).map((value, index) => Math.round(value + ((target[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** What a colour must be told apart from, and by which contrast. */
export type Need = { from: readonly Colour[]; ratio: number };

const STEPS = 100;

/**
 * Returns the colour itself if it has the contrast, else the nearest one on the way to `pole` (black or white) that has it. Returns
 * the pole if none has.
 */
export function readable(colour: Colour, { from, ratio }: Need, pole: Colour): Colour {
  for (let step = 0; step < STEPS; step++) {
    const tried = mix(colour, pole, step / STEPS);
    if (lowestContrast(tried, from) >= ratio) return tried;
  }
  return pole;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = channels(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function channels(colour: Colour): Channels {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
