import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { freePorts, runService, type ServiceProcess } from '../test/support/service-process.ts';
import { SERVED_PACKAGES } from './build.ts';
import { npm, packPackages } from './check.ts';
import { APPS, type App, manifest } from './try-apps.ts';

// Tries the packages as a new user would: packs them as npm does, generates Vite and Next.js applications in a temporary
// folder, installs from npm's registry, builds and starts them. Then it checks in a browser that the elements show, that a
// click opens the checkout, and that the console has no warning. `npm run try-packages -- vite` tries some of them.

const READY_MS_MAX = 60_000;
// EX_TEMPFAIL of sysexits: not a fault of the packages, try again later.
const SKIPPED = 75;
const BINARIES = { vite: 'bin/vite.js', next: 'dist/bin/next' };

type Stage = { folder: string; packages: Record<string, string>; baseUrl: string; browser: Browser };

process.exitCode = await tryAll(process.argv[2] ?? '');

async function tryAll(wanted: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'try-packages-'));
  try {
    await npm(['view', 'react', 'version', '--fetch-retries=0', '--loglevel=error'], folder);
  } catch (error) {
    console.log(`SKIPPED: npm's registry does not answer, so NOTHING WAS TRIED.\n${(error as Error).message}`);
    await rm(folder, { recursive: true });
    return SKIPPED;
  }
  const [port = 0, demoPort = 0] = await freePorts(2);
  const service = startService(folder, port, demoPort);
  const browser = await chromium.launch(await chromiumLaunchOptions(console.log));
  try {
    const packed = (await packPackages(folder)).filter(({ name }) => SERVED_PACKAGES.includes(name));
    const packages = Object.fromEntries(
      packed.map(({ name, tarball }) => [`waitlist-preorder-${name}`, `file:${tarball}`]),
    );
    await service.says('Ready after');
    const apps = APPS.filter(({ name }) => name.includes(wanted));
    const stage = { folder, packages, baseUrl: `http://127.0.0.1:${port}`, browser };
    const passed: boolean[] = [];
    for (const app of apps) passed.push(await tryApp(app, stage));
    const works = passed.length > 0 && !passed.includes(false);
    console.log(works ? `All ${passed.length} applications work.` : 'Not every application works.');
    return works ? 0 : 1;
  } finally {
    await browser.close();
    service.child.kill('SIGTERM');
    await service.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the whole service with its demo store and a database of its own. */
function startService(folder: string, port: number, demoPort: number): ServiceProcess {
  const { HOME = '' } = process.env;
  const ports = { PORT: `${port}`, DEMO_PORT: `${demoPort}`, ADMIN_PORT: '', STRIPE_PORT: '' };
  return runService(['start'], { env: { HOME, ...ports, DATA_DIR: join(folder, 'data') } });
}

async function tryApp(app: App, stage: Stage): Promise<boolean> {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const home = join(stage.folder, app.name);
  try {
    const files = { 'package.json': JSON.stringify(manifest(app, stage.packages)), ...app.files(stage.baseUrl) };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), text);
    }
    await npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], home);
    await npm(['run', 'build'], home);
    await withServer(app, home, (url) => checkInBrowser(stage.browser, url, app));
    console.log(`✓ ${app.name} (${seconds()})`);
    return true;
  } catch (error) {
    console.log(`✗ ${app.name} (${seconds()})\n${(error as Error).message}`);
    return false;
  }
}

/** Serves the build while `use` runs. Starts the tool by its own path, because not every npm links binaries. */
async function withServer({ tool, args }: App, home: string, use: (url: string) => Promise<void>): Promise<void> {
  const require = createRequire(join(home, 'package.json'));
  const binary = join(dirname(require.resolve(`${tool}/package.json`)), BINARIES[tool]);
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [binary, ...args, `${port}`], { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const url = `http://localhost:${port}/`;
    await waitUntilReady(url, child);
    await use(url);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  const until = Date.now() + READY_MS_MAX;
  while (Date.now() < until && child.exitCode === null) {
    if (await fetch(url).catch(() => undefined)) return;
    await sleep(100);
  }
  throw new Error(`the application did not start:\n${said}`);
}

/** Checks the page as a shopper sees it. Throws if an element is missing or the console has warnings or errors. */
async function checkInBrowser(browser: Browser, url: string, { tool }: App): Promise<void> {
  const html = await (await fetch(url)).text();
  if (tool === 'next' && !html.includes('data-service-placement-type="button"')) {
    throw new Error(`the server rendered no container:\n${html}`);
  }
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
    await page.goto(url);
    const frame = (type: string) => page.locator(`[data-service-placement-type="${type}"] iframe`).contentFrame();
    await page.getByText(/^[1-9]\d* left$/).waitFor();
    await frame('price').getByText('€').first().waitFor();
    await frame('pre-order-status-placement').getByRole('textbox').first().waitFor();
    await frame('button').getByRole('button', { name: 'Pre-order' }).click();
    await page.locator('dialog iframe').contentFrame().getByLabel('E-mail').waitFor();
    await page.getByText('Shipping', { exact: true }).waitFor();
    if ((await page.locator('script[src*="/api/v1/service.js"]').count()) !== 1) problems.push('not one script');
    if (problems.length > 0) throw new Error(`the console said:\n${problems.join('\n')}`);
  } finally {
    await context.close();
  }
}
