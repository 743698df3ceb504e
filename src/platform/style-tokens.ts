import { readFileSync } from 'node:fs';
import { PROJECT } from './project.ts';

const FILE = `${PROJECT}src/browser/ui/tokens.css`;

export type ColourScheme = 'light' | 'dark';

/** Values that replace those of the file, by token. */
export type TokenValues = ReadonlyMap<string, string>;

type Options = { scheme?: ColourScheme | undefined; own?: TokenValues | undefined };

/**
 * Returns a style sheet with the values of `src/browser/ui/tokens.css`, or those in `own`, in place of `var(--name)`. With a scheme,
 * each colour is that scheme's alone, for readers that do not know `light-dark()`. Throws for a name that neither the file nor the
 * sheet has.
 */
export function withTokens(css: string, { scheme, own }: Options = {}): string {
  const tokens = readTokens();
  return css.replaceAll(/var\((--[\w-]+)\)/g, (use, name: string) => {
    const value = tokens.has(name) ? (own?.get(name) ?? tokens.get(name)) : undefined;
    if (value !== undefined) return scheme ? ofScheme(value, scheme) : value;
    if (css.includes(`${name}:`)) return use;
    throw new Error(`src/browser/ui/tokens.css has no ${name}`);
  });
}

let read: TokenValues | undefined;

/** Returns the values of the file, by token. It is read once: a mail needs them eight times, and `npm run dev` starts anew. */
export function readTokens(): TokenValues {
  read ??= parseTokens(readFileSync(FILE, 'utf8'));
  return read;
}

function parseTokens(sheet: string): TokenValues {
  const declarations = sheet.matchAll(/^ *(--[\w-]+): (.+?);/gm);
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value.replaceAll(', ', ',')]));
}

/** Returns the value that a token has in one scheme. */
export function ofScheme(value: string, scheme: ColourScheme): string {
  const [, light, dark] = /^light-dark\(([^,]+),(.+)\)$/.exec(value) ?? [];
  return (scheme === 'light' ? light : dark) ?? value;
}
