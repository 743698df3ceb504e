// The applications that try.ts generates. They use the packages only as the README shows.

const API_KEY = 'd3a0c0de-0000-4000-8000-000000000001';
const PRODUCT = '1004';
const VARIANT = '100401';

const VERSIONS = { vite: '8.3.8', plugin: '6.3.0', next: '16.4.6', typescript: '6.0.3', node: '24.19.2' };
const REACT = {
  18: { react: '18.3.1', dom: '18.3.1', types: '18.3.31', domTypes: '18.3.7' },
  19: { react: '19.3.1', dom: '19.3.1', types: '19.3.0', domTypes: '19.3.0' },
};

export type App = {
  name: string;
  react: keyof typeof REACT;
  /** Returns the files' texts by path. */
  files(baseUrl: string): Record<string, string>;
  /** The tool that serves the build; `args` are its arguments before the port. */
  tool: 'vite' | 'next';
  args: string[];
};

/** Vite and Next.js, each with two versions of React; Next.js with both of its routers. */
export const APPS: App[] = [
  { name: 'vite-react-18', react: 18, files: viteFiles, tool: 'vite', args: ['preview', '--strictPort', '--port'] },
  { name: 'vite-react-19', react: 19, files: viteFiles, tool: 'vite', args: ['preview', '--strictPort', '--port'] },
  { name: 'next-react-18-pages', react: 18, files: nextPagesFiles, tool: 'next', args: ['start', '--port'] },
  { name: 'next-react-19-app', react: 19, files: nextAppFiles, tool: 'next', args: ['start', '--port'] },
];

export function manifest({ name, react, tool }: App, packages: Record<string, string>): object {
  const isVite = tool === 'vite';
  const versions = REACT[react];
  return {
    name,
    private: true,
    type: 'module',
    scripts: { build: isVite ? 'tsc --noEmit && vite build' : 'next build' },
    dependencies: {
      react: versions.react,
      'react-dom': versions.dom,
      ...packages,
      ...(isVite ? {} : { next: VERSIONS.next }),
    },
    devDependencies: {
      '@types/react': versions.types,
      '@types/react-dom': versions.domTypes,
      typescript: VERSIONS.typescript,
      ...(isVite ? { vite: VERSIONS.vite, '@vitejs/plugin-react': VERSIONS.plugin } : { '@types/node': VERSIONS.node }),
    },
  };
}

/** The part that both kinds of application share. */
const shop = (baseUrl: string) => `'use client';

import { useState } from 'react';
import { PreorderButton, PreorderPrice, PreorderProvider, PreorderStatus, useAvailability } from 'waitlist-preorder-react';

function Left() {
  const { availability, isLoading } = useAvailability({ productId: '${PRODUCT}' });
  return <p id="left">{isLoading ? 'Loading' : \`\${availability?.available_stock ?? 0} left\`}</p>;
}

export function Shop() {
  const [last, setLast] = useState('nothing');
  return (
    <PreorderProvider baseUrl="${baseUrl}" apiKey="${API_KEY}" customerData={{ email: 'maya@example.com' }}>
      <PreorderPrice productId="${PRODUCT}" />
      <PreorderButton
        productId="${PRODUCT}"
        skuId="${VARIANT}"
        style={{ borderRadius: '8px' }}
        onPlacementLoaded={({ disabled }) => setLast(disabled ? 'disabled' : 'ready')}
        onPreorderCheckoutStep={({ stepName }) => setLast(stepName)}
      />
      <Left />
      <p id="last">{last}</p>
      <PreorderStatus mode="guest" onPreorderCancelled={({ preorderReference }) => setLast(preorderReference)} />
    </PreorderProvider>
  );
}
`;

function viteFiles(baseUrl: string): Record<string, string> {
  return {
    'index.html': `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><main id="root"></main><script type="module" src="/src/main.tsx"></script></body></html>
`,
    'vite.config.ts': `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react()] });
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        jsx: 'react-jsx',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: [],
      },
      include: ['src'],
    }),
    'src/shop.tsx': shop(baseUrl),
    'src/main.tsx': `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadService, type ServiceSdk } from 'waitlist-preorder-loader';
import { Shop } from './shop';

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode><Shop /></StrictMode>);

// Beside React, the loader by itself: it is the same SDK, and one script.
loadService({ baseUrl: '${baseUrl}' }).then((service: ServiceSdk) => {
  service.on('PlacementLoaded', ({ placementType }) => document.body.classList.add(placementType));
});
`,
  };
}

function nextFiles(): Record<string, string> {
  return {
    'next.config.mjs': 'export default {};\n',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        jsx: 'preserve',
        strict: true,
        noEmit: true,
        incremental: true,
        isolatedModules: true,
        allowJs: true,
        esModuleInterop: true,
        resolveJsonModule: true,
        skipLibCheck: true,
        plugins: [{ name: 'next' }],
      },
      include: ['next-env.d.ts', '**/*.ts', '**/*.tsx'],
      exclude: ['node_modules'],
    }),
  };
}

function nextAppFiles(baseUrl: string): Record<string, string> {
  return {
    ...nextFiles(),
    'app/layout.tsx': `import type { ReactNode } from 'react';

export const metadata = { title: 'Shop', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    'app/page.tsx': `import { Shop } from './shop';

export default function Page() {
  return <main><Shop /></main>;
}
`,
    'app/shop.tsx': shop(baseUrl),
  };
}

function nextPagesFiles(baseUrl: string): Record<string, string> {
  return {
    ...nextFiles(),
    'pages/index.tsx': `import Head from 'next/head';
import { Shop } from '../shop/shop';

export default function Page() {
  return <main><Head><title>Shop</title><link rel="icon" href="data:," /></Head><Shop /></main>;
}
`,
    'shop/shop.tsx': shop(baseUrl),
  };
}
