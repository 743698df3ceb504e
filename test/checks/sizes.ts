import { brotliCompressSync } from 'node:zlib';
import { buildBrowser, type FrameAssets } from '../../src/platform/browser-build.ts';
import type { PortalAssets } from '../../src/platform/portal-build.ts';

// Every store page loads these files first, often on a phone. The README promises each limit.
export const SDK_BYTES_MAX = 4_500;
export const FRAME_BYTES_MAX = {
  button: 2_816,
  price: 2_560,
  withdrawal: 2_560,
  'learn-more': 2_560,
  isolated: 2_560,
  checkout: 40_000,
  'checkout-completing': 40_000,
  look: 40_000,
  letter: 1_000,
  status: 40_000,
  pay: 20_000,
  refused: 1_000,
} satisfies Record<string, number>;

// The documentation's script and style, which its pages share. The search is most of the script.
const DOCS_BYTES_MAX = { script: 9_000, style: 4_500 };

// All scripts that a page of the portal loads before something is on the screen, each compressed as it is served, and its style.
const PORTAL_BYTES_MAX: Record<string, number> = { 'sign-in': 40_000, home: 90_000, style: 8_000 };

// What only the builds of `npm run dev` hold (`src/browser/live`).
const LIVE_CODE = /live:reload|EventSource/;

/** Checks the brotli sizes of the browser files, as they are served. The data in a frame's document comes on top. */
export async function checkSizes(): Promise<string> {
  const { sdk, frame, frameNames, docs, portal } = await buildBrowser();
  const sizes = [
    { name: 'service.js', bytes: compressed(sdk), max: SDK_BYTES_MAX },
    { name: 'script of /docs', bytes: compressed(docs.script), max: DOCS_BYTES_MAX.script },
    { name: 'style of /docs', bytes: compressed(docs.style), max: DOCS_BYTES_MAX.style },
    ...portalSizes(portal),
    ...frameNames.map((name) => ({
      name,
      bytes: compressed(inOneFile(frame(name))),
      max: new Map(Object.entries(FRAME_BYTES_MAX)).get(name) ?? 0,
    })),
  ];
  const missing = Object.keys(FRAME_BYTES_MAX).filter((name) => !frameNames.includes(name));
  if (missing.length > 0) throw new Error(`frames were not built: ${missing.join(', ')}`);
  const live = frameNames.filter((name) => LIVE_CODE.test(frame(name).script.text));
  if (live.length > 0) throw new Error(`frames hold code of npm run dev: ${live.join(', ')}`);
  const large = sizes.filter(({ bytes, max }) => bytes > max);
  if (large.length > 0) {
    throw new Error(large.map(({ name, bytes, max }) => `${name} has ${bytes} bytes, more than ${max}`).join('\n'));
  }
  return sizes.map(({ name, bytes, max }) => `${name} ${bytes} of ${max} B`).join(', ');
}

function portalSizes({ firstLoads, files, style }: PortalAssets) {
  const loads = Object.entries({ ...firstLoads, style: [style] });
  return loads.map(([load, names]) => ({
    name: `portal ${load}`,
    bytes: names.reduce((sum, name) => sum + compressed(files.get(name)?.body ?? ''), 0),
    max: PORTAL_BYTES_MAX[load] ?? 0,
  }));
}

function inOneFile({ script, style }: FrameAssets): string {
  return `<style>${style.text}</style><script>${script.text}</script>`;
}

function compressed(text: string): number {
  return brotliCompressSync(text).length;
}
