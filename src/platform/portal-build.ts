import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { withTokens } from './style-tokens.ts';

/** A file of the portal, named by its content, so that browsers may keep it for ever. */
export type PortalFile = { type: string; body: string };

export type PortalAssets = {
  /** Names of files that every document loads. */
  script: string;
  style: string;
  icon: string;
  /** Scripts that `script` imports. A document names them, so that a browser asks for all at once. */
  preload: readonly string[];
  files: ReadonlyMap<string, PortalFile>;
  /** What is loaded before something is on the screen, by what is shown: scripts alone. */
  firstLoads: Readonly<Record<string, readonly string[]>>;
};

type Outputs = Record<string, string>;
type Index = Pick<PortalAssets, 'script' | 'style' | 'icon' | 'preload' | 'firstLoads'>;

const PREFIX = 'portal/';
const INDEX = `${PREFIX}index.json`;
const ENTRY = 'src/browser/portal/main.tsx';
// The pages of the size gates (test/checks/sizes.ts), each with all that it loads on its way. Texts are those of one language.
const FIRST_LOADS = {
  'sign-in': ['texts', 'src/browser/portal/pages/sign-in/page.tsx'],
  home: ['texts', 'src/browser/portal/shell/app.tsx', 'src/browser/portal/pages/home/page.tsx'],
};
const TEXTS = 'src/messages/portal/de.ts'; // the longest

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** Builds the portal: an entry, a file for each page and for what pages share, and one style sheet. */
export async function buildPortal(
  esbuild: Pick<typeof import('esbuild'), 'build'>,
  options: BuildOptions,
  icon: string,
): Promise<Outputs> {
  const [scripts, styles] = await Promise.all([
    esbuild.build({
      ...options,
      entryPoints: [ENTRY],
      format: 'esm',
      splitting: true,
      metafile: true,
      entryNames: '[hash]',
      chunkNames: '[hash]',
    }),
    esbuild.build({ ...options, entryPoints: ['src/browser/portal/style.css'] }),
  ]);
  const sheet = withTokens(styles.outputFiles?.[0]?.text ?? '');
  const style = nameOf(sheet, 'css');
  const iconName = nameOf(icon, 'svg');
  const index = { ...indexOf(scripts.metafile ?? { inputs: {}, outputs: {} }), style, icon: iconName };
  const files = (scripts.outputFiles ?? []).map(({ path, text }): [string, string] => [basename(path), text]);
  const named = [...files, [style, sheet] as const, [iconName, icon] as const];
  return {
    ...Object.fromEntries(named.map(([name, text]) => [PREFIX + name, text])),
    [INDEX]: JSON.stringify(index),
  };
}

const nameOf = (text: string, ending: string) =>
  `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${ending}`;

/** Finds in the compiler's account which files a page loads. */
function indexOf({ outputs }: Metafile): Pick<Index, 'script' | 'preload' | 'firstLoads'> {
  const outputOf = (entry: string) => Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry) ?? '';
  const withImports = (path: string, found = new Set<string>()): Set<string> => {
    if (found.has(path)) return found;
    found.add(path);
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') withImports(imported, found);
    return found;
  };
  const entry = outputOf(ENTRY);
  const needed = withImports(entry);
  const firstLoads = Object.entries(FIRST_LOADS).map(([page, entries]) => {
    const all = new Set(needed);
    for (const one of entries) withImports(outputOf(one === 'texts' ? TEXTS : one), all);
    return [page, [...all].map((path) => basename(path))];
  });
  return {
    script: basename(entry),
    preload: [...needed].filter((path) => path !== entry).map((path) => basename(path)),
    firstLoads: Object.fromEntries(firstLoads),
  };
}

/** Reads the portal's files from the outputs of a build. */
export function portalAssets(outputs: Outputs): PortalAssets {
  const index: Index = JSON.parse(outputs[INDEX] ?? '{}');
  const names = Object.keys(outputs).filter((name) => name.startsWith(PREFIX) && name !== INDEX);
  const files = names.map((path): [string, PortalFile] => {
    const name = path.slice(PREFIX.length);
    return [name, { type: TYPES[name.split('.')[1] ?? ''] ?? '', body: outputs[path] ?? '' }];
  });
  return { ...index, files: new Map(files) };
}
