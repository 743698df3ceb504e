import type { Palette } from '../../domain/brand.ts';
import { parseColour } from '../../domain/colour.ts';
import { ofScheme, readTokens } from '../../platform/style-tokens.ts';

/** Reads the colours that screens have without a brand. */
export function readPalette(): Palette {
  const opaque = [...readTokens()].flatMap(([name, value]) => {
    const [light, dark] = [parseColour(ofScheme(value, 'light')), parseColour(ofScheme(value, 'dark'))];
    return light !== null && dark !== null ? [[name, { light, dark }] as const] : [];
  });
  return new Map(opaque);
}
