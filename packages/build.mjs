// Turns the sources of a package into a folder that can be published: ECMAScript modules, their declarations, README,
// licence. What it declares comes from the wire's own types, so that it cannot say anything else than the SDK.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const WIRE = 'src/protocol/wire/';

export const PACKAGES = ['loader', 'react'];

/** Writes the folder anew, into `folder/NAME`, and resolves with its path. Throws with what the compiler has to say. */
export async function buildPackage(name, folder) {
  const out = join(folder, name);
  const files = compile(name);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const source = join(PROJECT, 'packages', name);
  await Promise.all([
    ...['package.json', 'README.md'].map((file) => cp(join(source, file), join(out, file))),
    cp(join(PROJECT, 'LICENSE'), join(out, 'LICENSE')),
    ...files.map(async ([path, text]) => {
      const file = join(out, 'dist', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }),
  ]);
  return out;
}

/** Pairs of path and text. */
function compile(name) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const { options } = ts.getParsedCommandLineOfConfigFile(join(PROJECT, 'packages/tsconfig.json'), emitOptions(), host);
  const program = ts.createProgram([join(PROJECT, `packages/${name}/src/index.ts`)], options);
  const files = [];
  const result = program.emit(undefined, (path, text) => {
    const published = publishedPath(path, `packages/${name}/src/`);
    if (published) files.push([published, withPublishedImports(text)]);
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...result.diagnostics];
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, formatHost));
  const speaksOfWire = files.some(([, text]) => text.includes("'./wire/"));
  return files.filter(([path]) => speaksOfWire || !path.startsWith('wire/'));
}

function emitOptions() {
  return {
    noEmit: false,
    declaration: true,
    target: ts.ScriptTarget.ES2022,
    rootDir: PROJECT,
    outDir: '/built',
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
  };
}

/** Where it stands under `dist`; undefined for what is not published from here: another package, code of the wire. */
function publishedPath(path, source) {
  const inProject = path.replace(/^\/built\//, '');
  if (inProject.startsWith(source)) return inProject.slice(source.length);
  if (inProject.startsWith(WIRE) && inProject.endsWith('.d.ts')) return `wire/${inProject.slice(WIRE.length)}`;
  return undefined;
}

function withPublishedImports(text) {
  return text.replaceAll(`'../../../${WIRE}`, "'./wire/").replaceAll(/(from '\.{1,2}\/[^']*)\.tsx?'/g, "$1.js'");
}

const formatHost = {
  getCurrentDirectory: () => PROJECT,
  getCanonicalFileName: (path) => path,
  getNewLine: () => '\n',
};
