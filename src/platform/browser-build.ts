import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { BuildOptions } from 'esbuild';
import { keptBuild, type Outputs } from './kept-build.ts';
import { buildPortal, type PortalAssets, portalAssets } from './portal-build.ts';
import { PROJECT } from './project.ts';
import { withTokens } from './style-tokens.ts';

/** A script or style that is inlined into a frame's document, with the CSP source that allows it. */
export type InlineAsset = {
  text: string;
  /** `'sha256-…'`, quotes included, for `script-src` or `style-src`. */
  csp: string;
};

export type FrameAssets = {
  script: InlineAsset;
  style: InlineAsset;
  /** The style's text with `var(--name)` for tokens, for pages that give them other values. */
  sheet: string;
};

/** What the pages of the documentation load. `early` stands in the page and runs before its first paint. */
export type DocsAssets = { script: string; style: string; icon: string; early: InlineAsset };

/** The code that runs in browsers, built from `src/browser`. Builds are not committed. */
export type BrowserBuild = {
  /** The text of `service.js`: one classic script without further chunks. */
  sdk: string;
  /** A script that runs before `service.js` where a page's developer asks for it, and prints what the SDK does. */
  debug: string;
  /** Returns the script and style of a frame, to be inlined into its document. Throws for an unknown frame. */
  frame(name: string): FrameAssets;
  /** A script that runs before a placement's own, for a store whose developer builds a page. */
  developer: InlineAsset;
  /** Returns a script that a frame loads later, by its folder, such as `FRAME/PART`. */
  part(name: string): string;
  /** The script of the page with the mails of this installation. */
  mailbox: InlineAsset;
  docs: DocsAssets;
  portal: PortalAssets;
  /** Returns a script of `packages/stripe-stand-in/src/browser`. Throws for an unknown one. */
  standIn(name: string): string;
  standInNames: readonly string[];
  frameNames: string[];
};

const root = (path: string) => PROJECT + path;

// The inputs of a build: the browser code, the protocol that it shares with the server, its libraries, and the builder.
const STAND_IN = 'packages/stripe-stand-in/src/browser';
const STAND_IN_NAMES = ['stripe', 'card-form', 'bank', 'answered', 'wallet-buttons', 'wallet-sheet'] as const;
const INPUTS = [
  'src/browser',
  'src/domain',
  'src/messages',
  'src/protocol/wire',
  'packages/admin-client/src',
  STAND_IN,
  'packages/stripe-stand-in/src/currencies.ts',
  'package-lock.json',
  'src/platform/browser-build.ts',
  'src/platform/kept-build.ts',
  'src/platform/portal-build.ts',
];

// The first versions with `light-dark()`, the newest feature we use; all are from 2024 or older.
const TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/**
 * Builds `src/browser/sdk/main.ts` and, for every folder of `src/browser/frames` with a `main.ts` or `main.tsx`, its
 * script and its `style.css` (which may `@import`). Takes about 40 ms, and one or two seconds more to minify. The result is cached
 * in `.cache` under a hash of all inputs. If the folder is not writable, the next start builds again. A `readable` build is for
 * a debugger: it is not minified, has source maps inside, and is not cached. The archive of `npm run pack` has its build inside, and no
 * source to build from.
 */
export async function buildBrowser({ readable = false } = {}): Promise<BrowserBuild> {
  const outputs = (await readPacked()) ?? (readable ? await build(READABLE) : await cachedBuild());
  const frames = new Map(frameNamesOf(outputs).map((name) => [name, frameAssets(outputs, name)]));
  return {
    sdk: output(outputs, 'sdk/main.js'),
    debug: output(outputs, 'debug/main.js'),
    frameNames: [...frames.keys()],
    developer: inlineAsset(output(outputs, 'developer/main.js')),
    part: (name) => output(outputs, `frames/${name}/main.js`),
    mailbox: inlineAsset(output(outputs, 'mailbox/main.js')),
    docs: await docsAssets(outputs),
    portal: portalAssets(outputs),
    standIn: (name) => output(outputs, `stand-in/${name}.js`),
    standInNames: STAND_IN_NAMES,
    frame(name) {
      const assets = frames.get(name);
      if (!assets) throw new Error(`src/browser/frames has no ${name}`);
      return assets;
    },
  };
}

function frameNamesOf(outputs: Outputs): string[] {
  const scripts = Object.keys(outputs).filter((name) => name.startsWith('frames/') && name.endsWith('.js'));
  return scripts.map((name) => name.split('/')[1] ?? '');
}

export function frameAssets(outputs: Outputs, name: string): FrameAssets {
  const sheet = output(outputs, `frames/${name}/style.css`);
  return {
    script: inlineAsset(output(outputs, `frames/${name}/main.js`)),
    style: inlineAsset(withTokens(sheet)),
    sheet,
  };
}

async function docsAssets(outputs: Outputs): Promise<DocsAssets> {
  return {
    script: output(outputs, 'docs/main.js'),
    style: withTokens(output(outputs, 'docs/style.css')),
    icon: await readFile(`${FOLDER}/docs/icon.svg`, 'utf8'),
    early: inlineAsset(output(outputs, 'docs/early.js')),
  };
}

function output(outputs: Outputs, name: string): string {
  const text = outputs[name];
  if (text === undefined) throw new Error(`src/browser has nothing that builds ${name}`);
  return text;
}

export function inlineAsset(text: string): InlineAsset {
  return { text, csp: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

/** The file of the archive that has its browser code. */
export const PACKED_BROWSER = 'dist/browser.json';

async function readPacked(): Promise<Outputs | null> {
  const file = root(PACKED_BROWSER);
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null;
}

/** Builds the browser code, or returns what an earlier call has kept. */
export function cachedBuild(): Promise<Outputs> {
  return keptBuild(INPUTS, () => build(SMALL_BUILD));
}

// Properties that esbuild may rename, because they never leave the SDK: they are in no message, event or DOM object. Shorter
// names make the script smaller that every page of a store loads.
const SDK_OWN_NAMES =
  /^(asked|begin|container|end|fragment|frame|into|link|mount|on(Hello|Message|Silence)|options|own|post|properties|query|room|setting|settled|show)$/;

// The letters for the SDK's own variables, the most used first. Which order packs best was found by trying; any other order is as right.
const SDK_LETTERS = 'spdgfblm$haIUVNjnKvOxFXitzPATcuDyWEqwkJYroMeLRHGSB_ZCQ';

// The scripts of store pages and of all frames. Their sizes are promises.
const SMALL = /^(sdk|frames)\/.*\.js$/;

type Options = Pick<BuildOptions, 'mangleProps' | 'minify' | 'sourcemap'>;
type Style = { sdk: Options; frames: Options; isSmall: boolean };

const SMALL_BUILD: Style = { sdk: { mangleProps: SDK_OWN_NAMES }, frames: { minify: true }, isSmall: true };
const READABLE: Style = { sdk: { sourcemap: 'inline' }, frames: { sourcemap: 'inline' }, isSmall: false };

export const FOLDER = root('src/browser');

/** The compiler's options for all code of browsers. */
export const OPTIONS = {
  outbase: FOLDER,
  outdir: '/',
  write: false,
  bundle: true,
  format: 'iife',
  target: TARGET,
  charset: 'utf8',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"', LIVE: 'false' },
  logLevel: 'silent',
} as const;

/** Returns the script and the style of every frame. */
export async function frameFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(`${FOLDER}/frames`)) {
    const script = ['main.ts', 'main.tsx'].map((file) => `${FOLDER}/frames/${name}/${file}`).find(existsSync);
    if (script) found.push(script, `${FOLDER}/frames/${name}/style.css`);
  }
  return found;
}

/** Returns the scripts that frames load later: those in a folder of their own in the frame's. */
async function partFiles(): Promise<string[]> {
  const folders = await readdir(`${FOLDER}/frames`, { recursive: true, withFileTypes: true });
  const parts = folders.filter((entry) => entry.isDirectory() && entry.parentPath !== `${FOLDER}/frames`);
  return parts.map(({ parentPath, name }) => `${parentPath}/${name}/main.ts`).filter(existsSync);
}

/** Returns the texts of built files by their path below the folder. */
export function outputsOf(files: readonly { path: string; text: string }[]): Outputs {
  return Object.fromEntries(files.map(({ path, text }) => [path.slice(1), text]));
}

const STAND_IN_SCRIPTS = STAND_IN_NAMES.map((name) => ({
  in: root(`${STAND_IN}/${name}.ts`),
  out: `stand-in/${name}`,
}));

async function build(style: Style): Promise<Outputs> {
  const own = ['debug', 'developer', 'mailbox'].map((name) => `${FOLDER}/${name}/main.ts`);
  const docs = ['main.ts', 'early.ts', 'style.css'].map((file) => `${FOLDER}/docs/${file}`);
  const entryPoints = [...own, ...docs, ...(await frameFiles()), ...(await partFiles())];
  // Loaded here, because only a build without a cache entry needs the compiler.
  const esbuild = await import('esbuild');
  try {
    const icon = await readFile(`${FOLDER}/portal/icon.svg`, 'utf8');
    const portalStyle = { ...OPTIONS, ...style.frames, absWorkingDir: root('') };
    const [sdk, frames, standIn, portal] = await Promise.all([
      esbuild.build({ ...OPTIONS, ...style.sdk, entryPoints: [`${FOLDER}/sdk/main.ts`] }),
      esbuild.build({ ...OPTIONS, ...style.frames, entryPoints }),
      esbuild.build({ ...OPTIONS, entryPoints: STAND_IN_SCRIPTS }),
      buildPortal(esbuild, portalStyle, icon),
    ]);
    const outputs = { ...portal, ...outputsOf([...frames.outputFiles, ...sdk.outputFiles, ...standIn.outputFiles]) };
    if (!style.isSmall) return outputs;
    for (const name of Object.keys(outputs).filter((path) => SMALL.test(path)))
      outputs[name] = await minifySmall(outputs[name] ?? '', name.startsWith('sdk/') ? SDK_LETTERS : '');
    return Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, withoutPadding(text)]));
  } finally {
    await esbuild.stop();
  }
}

/** Makes a script a twentieth smaller than esbuild does, and takes a second or two when there is no cache entry. */
async function minifySmall(script: string, letters: string): Promise<string> {
  const { minify } = await import('terser');
  // TypeScript has checked that no constant is assigned, and a single keyword compresses better than two. The compiler writes
  // `var` for what stands at the top of a module, in the order in which modules are loaded.
  const { code = '' } = await minify(script.replace(/\bconst |^ {2}var /gm, 'let '), {
    ecma: 2020,
    toplevel: true,
    mangle: !letters,
    compress: {
      passes: 4,
      pure_getters: true,
      // In a large script functions pack better where they stand.
      hoist_funs: letters !== '',
      unsafe: true,
      unsafe_arrows: true,
      arrows: false,
    },
  });
  const named = letters ? await nameShort(code, letters) : code;
  if (!named) throw new Error('minified script is empty');
  return named;
}

/** Names all variables by these letters, the most used first. */
async function nameShort(script: string, letters: string): Promise<string | undefined> {
  const { minify } = await import('terser');
  const get = (n: number) => letters[n] ?? `$${letters[n - letters.length]}`;
  const { code } = await minify(script, {
    ecma: 2020,
    toplevel: true,
    mangle: { nth_identifier: { get } },
    compress: false,
  });
  return code;
}

/** Removes the strict mode directive, which the type check makes superfluous, and the trailing line break. */
const withoutPadding = (text: string) => text.replace(/^"use strict";/, '').trimEnd();
