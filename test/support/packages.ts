import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { PROJECT } from '../checks/project.ts';

export type ReactVersion = 18 | 19;

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

function options(source: string, react: ReactVersion): BuildOptions & { write: false } {
  const suffix = react === 18 ? '-18' : '';
  return {
    stdin: { contents: source, resolveDir: PROJECT, loader: 'tsx' },
    write: false,
    bundle: true,
    charset: 'utf8',
    jsx: 'automatic',
    alias: {
      'waitlist-preorder-loader': `${PROJECT}packages/loader/src/index.ts`,
      'waitlist-preorder-react': `${PROJECT}packages/react/src/index.ts`,
      react: folderOf(`react${suffix}`),
      'react-dom': folderOf(`react-dom${suffix}`),
    },
    // React's Strict Mode works in development only.
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  };
}

/** Bundles an application that uses the packages into one script for a page. The source may be TSX. */
export async function bundleForPage(source: string, react: ReactVersion = 19): Promise<string> {
  const { outputFiles } = await build({ ...options(source, react), format: 'iife', target: 'es2022' });
  // An end tag in a string would end the inline script.
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

/** Runs an application on the server, without a page. Resolves with its exports. */
export async function runOnServer(source: string, react: ReactVersion = 19): Promise<Record<string, unknown>> {
  const { outputFiles } = await build({
    ...options(source, react),
    format: 'esm',
    platform: 'node',
    // React's server code requires modules of Node.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire('file:///');" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`);
}
