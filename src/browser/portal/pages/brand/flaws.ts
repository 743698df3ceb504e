import { brandTokens, checkLook, type Look, type Palette, tokenTexts } from '../../../../domain/brand.ts';
import { parseColour } from '../../../../domain/colour.ts';
import { AppError } from '../../../../domain/error.ts';
import type { Brand } from '../../requests/kinds.ts';

/** The look as it is typed in. */
export type Typed = Record<'accent' | 'ground' | 'ground_dark' | 'radius', string>;

export const COLOURS = ['accent', 'ground', 'ground_dark'] as const;
type ColourName = (typeof COLOURS)[number];

export const typedOf = ({ accent, ground, ground_dark, radius }: Brand): Typed => ({
  accent: accent ?? '',
  ground: ground ?? '',
  ground_dark: ground_dark ?? '',
  radius: radius === null ? '' : `${radius}`,
});

/** What is wrong with a colour. `nearest` is the nearest one that can be read. */
export type Flaw = { ratio: number; needed: number; nearest: string } | 'no_colour';

/** Says of each colour what the service would say, by its own rule. */
export function flawsOf(typed: Typed, palette: Palette): Partial<Record<ColourName, Flaw>> {
  const none: Look = { accent: null, ground: null, groundDark: null, radius: null };
  const { accent, ground, ground_dark } = typed;
  const flaws: Partial<Record<ColourName, Flaw>> = {};
  const check = (name: ColourName, look: Partial<Look>) => {
    const flaw = typed[name] === '' ? undefined : flawOf({ ...none, ...look }, palette);
    if (flaw) flaws[name] = flaw;
  };
  check('ground', { ground });
  check('ground_dark', { groundDark: ground_dark });
  // A button is seen against the ground that can be read.
  check('accent', { accent, ground: ground === '' || flaws.ground ? null : ground });
  return flaws;
}

function flawOf(look: Look, palette: Palette): Flaw | undefined {
  try {
    checkLook(look, palette);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { ratio, needed, nearest } = error.info.data ?? {};
    return error.code === 'colour_unreadable'
      ? { ratio: Number(ratio), needed: Number(needed), nearest: String(nearest) }
      : 'no_colour';
  }
}

/** Returns the tokens of the look; what is no colour yet counts as not chosen. */
export function tokensOf(typed: Typed, palette: Palette): Record<string, string> {
  const radius = /^\d+$/.test(typed.radius) ? Number(typed.radius) : null;
  const look: Look = {
    accent: parseColour(typed.accent),
    ground: parseColour(typed.ground),
    groundDark: parseColour(typed.ground_dark),
    radius,
  };
  return Object.fromEntries(tokenTexts(brandTokens(look, palette)));
}
