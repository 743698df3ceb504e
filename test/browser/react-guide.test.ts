import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../demo/seed.ts';
import { npm } from '../../packages/check.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { type System, serveStore, startSystem } from '../support/system.ts';

// Follows the React guide: installs the package from a running service, and builds and runs its files as they stand. Only
// the service's address is another one, and esbuild takes Vite's place: `npm run try-packages` tries that.

let system: System;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  system = await startSystem();
  await seedDemo(system.deps, 'http://localhost:8080');
  browser = await launchBrowser();
  folder = await mkdtemp(join(await realpath(tmpdir()), 'react-guide-'));
});
afterAll(async () => {
  await browser.close();
  await system.stop();
  await rm(folder, { recursive: true });
});

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/** Installs without a registry: a machine may be offline, and everything else of the page is there. */
const install = (...packages: string[]) => {
  const offline = [
    '--registry=http://127.0.0.1:9/',
    '--fetch-retries=0',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
  ];
  return npm(['install', ...offline, ...packages], folder);
};

const FILES = ['package.json', 'vite.config.js', 'index.html', 'src/main.tsx', 'src/App.tsx'];

test('the files of the guide run with the package of a running service', { timeout: 240_000 }, async () => {
  const guide = await readFile(new URL('../../docs/guides/react.md', import.meta.url), 'utf8');
  const files = [...guide.matchAll(/^`([\w./]+)`[^\n]*:\n\n```\w+\n(.*?)^```/gms)].map(([, path = '', text = '']) => ({
    path,
    text: text.replaceAll('http://127.0.0.1:4000', system.baseUrl),
  }));
  expect(files.map(({ path }) => path)).toEqual(FILES);
  await mkdir(join(folder, 'src'), { recursive: true });
  for (const { path, text } of files) await writeFile(join(folder, path), text);

  // React itself comes from this project.
  const { devDependencies, ...manifest } = JSON.parse(files[0]?.text ?? '');
  expect(Object.keys(devDependencies)).toEqual(['@vitejs/plugin-react', 'vite']);
  for (const name of ['react', 'react-dom']) manifest.dependencies[name] = `file:${folderOf(name)}`;
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await install();
  const address = `${system.baseUrl}/packages/react.tgz`;
  expect(manifest.dependencies['waitlist-preorder-react']).toBe(address);
  expect(await readFile(join(folder, 'package-lock.json'), 'utf8')).toContain(address);

  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src/main.tsx')],
    alias: { react: folderOf('react'), 'react-dom': folderOf('react-dom') },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  const html = files[2]?.text.replace('<script type="module" src="/src/main.tsx">', () => `<script>${script}`) ?? '';
  expect(html).toContain(script);
  const site = await serveStore({ '/': html });
  const { page, problems, close } = await openPage(browser, site.url);
  // The demo store, which has the pictures, does not run here.
  const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route('http://localhost:8080/**', (route) => route.fulfill(picture));
  await page.getByText(/^\d+ left$/).waitFor();
  const left = async () => Number.parseInt((await page.getByText(/ left$/).textContent()) ?? '', 10);
  const all = await left();
  await page.getByLabel('Colour and size').selectOption({ label: 'Lichen / M' });
  await expect.poll(left).toBeLessThan(all);
  const button = page.frameLocator('[data-service-placement-type="button"] iframe').locator('#button');
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  await page.frameLocator('dialog iframe').getByLabel('E-mail').waitFor();
  expect(problems).toEqual([]);
  await close();
  await site.close();
});
