import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf, PLACEMENTS, STYLE_FIELDS } from '../demo/playground/fields.ts';
import { reactCode } from '../demo/playground/react-code.ts';
import { readSettings } from '../demo/playground/settings.ts';
import { buildPackage } from '../packages/build.ts';
import { packBuilt, packPackages, problemsOf } from '../packages/check.ts';
import { PROJECT } from './checks/project.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a published package', { timeout: 180_000 }, () => {
  test('has no problem', async () => {
    const packed = await packPackages(folder);
    expect(packed.map(({ name }) => name)).toEqual(['loader', 'react', 'admin-client', 'stripe-stand-in']);
    expect(await Promise.all(packed.map(problemsOf))).toEqual([[], [], [], []]);
  });

  const broken = [
    { file: 'package.json', what: './dist/index.d.ts', instead: './dist/other.d.ts', problem: 'does not exist' },
    { file: 'dist/index.d.ts', what: './load-error.js', instead: './load-error', problem: 'InternalResolutionError' },
    { file: 'dist/index.js', what: /.*/s, instead: 'module.exports = {};', problem: 'publint' },
  ];
  test.each(broken)('is refused with $instead in $file', async ({ file, what, instead, problem }) => {
    const built = await buildPackage('loader', join(folder, 'broken'));
    const text = await readFile(join(built, file), 'utf8');
    expect(text).toMatch(what);
    await writeFile(join(built, file), text.replace(what, instead));
    const packed = await packBuilt('loader', built, join(folder, 'broken'));
    expect((await problemsOf(packed)).join('\n')).toContain(problem);
  });

  test('has the types of the wire', async () => {
    const built = await buildPackage('loader', join(folder, 'types'));
    for (const name of ['sdk-api', 'sdk-events', 'customer-data']) {
      const declared = await readFile(join(built, `dist/wire/${name}.d.ts`), 'utf8');
      const source = await readFile(`${PROJECT}src/protocol/wire/${name}.ts`, 'utf8');
      const names = (text: string) => [...text.matchAll(/^export (?:declare )?type (\w+)/gm)].map(([, one]) => one);
      expect(names(declared)).toEqual(names(source));
    }
  });
});

describe('the code that readers copy compiles', { timeout: 30_000 }, () => {
  test.each([
    'packages/loader/README.md',
    'packages/react/README.md',
    'packages/admin-client/README.md',
    'docs/guides/loader.md',
    'docs/guides/react.md',
    'docs/guides/connect-medusa.md',
    'docs/guides/connect-vendure.md',
    'docs/guides/sdk.md',
    'docs/guides/http-api.md',
  ])('%s', async (page) => {
    const text = await readFile(PROJECT + page, 'utf8');
    // A file of the guide that others import has its name before it: `src/App.tsx`:
    const snippets = [...text.matchAll(/(?:^`src\/(\w+)\.tsx?`:\n\n)?^```(tsx?)\n(.*?)^```/gms)];
    expect(snippets).not.toEqual([]);
    const written = new Map(
      snippets.map(([, name, kind, code = ''], index) => [
        `${PROJECT}packages/${name ?? `snippet-${index}`}.${kind}`,
        code,
      ]),
    );
    written.set(`${PROJECT}packages/react-dom.d.ts`, REACT_DOM);
    expect(problemsIn(written)).toBe('');
  });
});

describe('the code that the playground shows compiles', { timeout: 30_000 }, () => {
  test.each(PLACEMENTS)('%s', (placement) => {
    const look = STYLE_FIELDS.map((field) => {
      const value = {
        colour: '#123456',
        pixels: '40',
        choice: field.kind === 'choice' ? (field.values[0]?.[0] ?? '') : '',
      };
      return [nameOf(field), value[field.kind]] as [string, string];
    });
    const use = look.map(([name]) => ['use', name] as [string, string]);
    const given = [['placement', placement], ['fallbackToSoldOut', '1'], ...look, ...use] as [string, string][];
    const code = reactCode(readSettings(new URLSearchParams(given)), 'http://127.0.0.1:4000');
    if (placement === 'button') expect(code).toContain("hoverStyle={{ backgroundColor: '#123456' }}");
    expect(problemsIn(new Map([[`${PROJECT}packages/snippet.tsx`, code]]))).toBe('');
  });
});

// The types of react-dom are not installed.
const REACT_DOM = `declare module 'react-dom/client' {
  export function createRoot(element: Element): { render(children: import('react').ReactNode): void };
}`;

/** Compiles these files in memory and returns the compiler's errors. */
function problemsIn(written: Map<string, string>): string {
  const config = ts.readConfigFile(`${PROJECT}packages/tsconfig.json`, ts.sys.readFile).config as {
    compilerOptions: object;
  };
  const { options } = ts.parseJsonConfigFileContent(
    {
      compilerOptions: {
        ...config.compilerOptions,
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        target: 'ES2022',
        paths: {
          'waitlist-preorder-loader': ['./loader/src/index.ts'],
          'waitlist-preorder-react': ['./react/src/index.ts'],
          'waitlist-preorder-admin-client': ['./admin-client/src/index.ts'],
        },
      },
    },
    ts.sys,
    `${PROJECT}packages`,
  );
  const host = ts.createCompilerHost(options);
  const { readFile: read, fileExists, getSourceFile } = host;
  host.fileExists = (path) => written.has(path) || fileExists(path);
  host.readFile = (path) => written.get(path) ?? read(path);
  host.getSourceFile = (path, version, ...others) => {
    const text = written.get(path);
    return text === undefined ? getSourceFile(path, version, ...others) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...written.keys()], options, host);
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => PROJECT,
    getCanonicalFileName: (path) => path,
    getNewLine: () => '\n',
  });
}
