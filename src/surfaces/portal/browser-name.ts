// The first that is found: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const BROWSERS = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Returns a short name of a browser, such as `Firefox on Linux`, by which a person recognises their own. Nothing depends on it. */
export function browserName(userAgent = ''): string {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) => names.find(([, form]) => form.test(userAgent))?.[0];
  return [nameIn(BROWSERS) ?? 'A browser', nameIn(SYSTEMS)].filter((name) => name !== undefined).join(' on ');
}
