import { chromium, type Frame, type Page } from 'playwright-core';
import { chromiumLaunchOptions } from '../chromium.ts';
import { findProgram } from '../programs.ts';
import { type Engine, type EnginePage, type FrameStorage, until, type Where } from './engine.ts';

const AS_SHOPPERS_WILL_HAVE_IT = ['--test-third-party-cookie-phaseout'];

/** Chromium from npm, driven by Playwright over its own protocol. To block storage, the machine's own Chromium where it has one. */
export async function launchChromium(storage: FrameStorage): Promise<Engine> {
  const { args = [], ...options } = await chromiumLaunchOptions();
  const whole = storage === 'blocked' ? (process.env.CHROME_PATH ?? findProgram('chromium') ?? null) : null;
  const browser = await (whole
    ? chromium.launch({ executablePath: whole, args: args.map(withoutPartitions) })
    : chromium.launch({ ...options, args: [...args, ...AS_SHOPPERS_WILL_HAVE_IT] }));
  return {
    async open() {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      if (storage === 'blocked' && !whole) await context.addInitScript(blockStorage);
      const page = await context.newPage();
      return openedPage(page);
    },
    close: () => browser.close(),
  };
}

/**
 * Turns partitioned storage off. Then a whole Chromium, whose private contexts block the cookies of other sites, gives their frames no
 * storage at all, as Chromium did before it had partitions.
 */
function withoutPartitions(arg: string): string {
  return arg.startsWith('--disable-features=') ? `${arg},ThirdPartyStoragePartitioning` : arg;
}

/**
 * Denies frames of another site their storage, as a whole Chromium does. The one from npm has no settings of a shopper, so it never
 * denies any.
 */
export function blockStorage(): void {
  if (window.top === window || window.location.ancestorOrigins[0] === window.origin) return;
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

function openedPage(page: Page): EnginePage {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  const at = (where: Where): Promise<Frame> => frameAt(page, where);
  return {
    async goto(url) {
      await page.goto(url);
    },
    evaluate: async (where, expression) => (await at(where)).evaluate(expression),
    click: async (where, selector) => (await at(where)).click(selector),
    type: async (where, selector, text) => (await at(where)).locator(selector).pressSequentially(text),
    async choose(where, selector, value) {
      await (await at(where)).selectOption(selector, value);
    },
    async press(key) {
      // The frame may be removed while it handles the key; then the driver never confirms it.
      page.keyboard.press(key).catch(() => {});
    },
    screenshot: () => page.screenshot(),
    problems: async () => problems,
    close: () => page.context().close(),
  };
}

async function frameAt(page: Page, where: Where): Promise<Frame> {
  if (where === null) return page.mainFrame();
  return until(`the frame ${where}`, async () => (await page.$(where))?.contentFrame());
}
