import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { buildBrowser } from '../src/platform/browser-build.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const WIRE = 'src/protocol/wire/';

/** Packages for users of a service, which serves them; ordered by dependency: each may use the ones before it. */
export const SERVED_PACKAGES = ['loader', 'react', 'admin-client'];
/** Packages for Node; each has a tsconfig.json of its own. */
const NODE_PACKAGES = ['stripe-stand-in'];
export const PACKAGES = [...SERVED_PACKAGES, ...NODE_PACKAGES];

/**
 * Builds a package into `folder/NAME`, ready to publish: ECMAScript modules, their declarations, README and licence. The
 * declarations come from the wire's own types, so they always match the SDK. Resolves with the folder's path; throws with
 * the compiler's messages.
 */
export async function buildPackage(name: string, folder: string): Promise<string> {
  const out = join(folder, name);
  const files = [...compile(name), ...(await scriptsOf(name))];
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const source = join(PROJECT, 'packages', name);
  await Promise.all([
    ...['package.json', 'README.md'].map((file) => cp(join(source, file), join(out, file))),
    cp(join(PROJECT, 'LICENSE'), join(out, 'LICENSE')),
    ...files.map(async ({ path, text }) => {
      const file = join(out, 'dist', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }),
  ]);
  return out;
}

type BuiltFile = { path: string; text: string };

function compile(name: string): BuiltFile[] {
  const program = ts.createProgram([join(PROJECT, `packages/${name}/src/index.ts`)], compilerOptions(name));
  const files: BuiltFile[] = [];
  const result = program.emit(undefined, (path, text) => {
    const published = publishedPath(path, `packages/${name}/src/`);
    if (published) files.push({ path: published, text: withPublishedImports(text) });
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...result.diagnostics];
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, FORMAT_HOST));
  const speaksOfWire = files.some(({ text }) => text.includes("'./wire/"));
  return files.filter(({ path }) => speaksOfWire || !path.startsWith('wire/'));
}

/** Returns the scripts that the stand-in serves to browsers, built like the service's own. */
async function scriptsOf(name: string): Promise<BuiltFile[]> {
  if (name !== 'stripe-stand-in') return [];
  const { standIn, standInNames } = await buildBrowser();
  return standInNames.map((script) => ({ path: `browser/${script}.js`, text: standIn(script) }));
}

function compilerOptions(name: string): ts.CompilerOptions {
  const folder = NODE_PACKAGES.includes(name) ? `packages/${name}` : 'packages';
  const path = join(PROJECT, folder, 'tsconfig.json');
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const changes = {
    noEmit: false,
    declaration: true,
    target: ts.ScriptTarget.ES2022,
    rootDir: PROJECT,
    outDir: '/built',
    rewriteRelativeImportExtensions: true,
  };
  const config = ts.getParsedCommandLineOfConfigFile(path, changes, host);
  if (!config) throw new Error(`unreadable compiler configuration: ${path}`);
  return config.options;
}

/**
 * Returns the path under `dist`, or undefined for a file that this package does not publish: another package's, code of
 * the wire.
 */
function publishedPath(path: string, source: string): string | undefined {
  const inProject = path.replace(/^\/built\//, '');
  if (inProject.startsWith(source)) return inProject.slice(source.length);
  if (inProject.startsWith(WIRE) && inProject.endsWith('.d.ts')) return `wire/${inProject.slice(WIRE.length)}`;
  return undefined;
}

/** Rewrites the endings of imports. The compiler does that in code but not in declarations. */
function withPublishedImports(text: string): string {
  return text.replaceAll(`'../../../${WIRE}`, "'./wire/").replaceAll(/(from '\.{1,2}\/[^']*)\.tsx?'/g, "$1.js'");
}

const FORMAT_HOST: ts.FormatDiagnosticsHost = {
  getCurrentDirectory: () => PROJECT,
  getCanonicalFileName: (path) => path,
  getNewLine: () => '\n',
};
