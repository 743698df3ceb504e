import { type Frame, launch, type Page } from 'puppeteer-core';
import { type Engine, type EnginePage, type FrameStorage, until, type Where } from './engine.ts';

// The setting "Block cross-site cookies, isolate others": the data of each other site are in their own partition. The other one is
// "All cookies": even a page of ours has no storage then.
const COOKIE_BEHAVIOUR: Record<FrameStorage, number> = { partitioned: 5, blocked: 2 };

const PREFERENCES = {
  'intl.accept_languages': 'en-GB, en',
  'ui.prefersReducedMotion': 1,
  // Allows no request to outside hosts.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
};

/** The system's Firefox, driven by Puppeteer over WebDriver BiDi. */
export async function launchFirefox(executablePath: string, storage: FrameStorage): Promise<Engine> {
  const extraPrefsFirefox = { ...PREFERENCES, 'network.cookie.cookieBehavior': COOKIE_BEHAVIOUR[storage] };
  const browser = await launch({ browser: 'firefox', executablePath, extraPrefsFirefox });
  return {
    async open() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      return openedPage(page);
    },
    close: () => browser.close(),
  };
}

function openedPage(page: Page): EnginePage {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error}`));
  const at = (where: Where): Promise<Frame> => frameAt(page, where);
  return {
    async goto(url) {
      await page.goto(url);
    },
    async evaluate<Value>(where: Where, expression: string) {
      return (await (await at(where)).evaluate(expression)) as Value;
    },
    click: async (where, selector) => (await at(where)).locator(selector).click(),
    type: async (where, selector, text) => (await at(where)).type(selector, text),
    async choose(where, selector, value) {
      await (await at(where)).select(selector, value);
    },
    async press(key) {
      // The frame may be removed while it handles the key; then the driver never confirms it.
      page.keyboard.press(key).catch(() => {});
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    problems: async () => problems,
    close: () => page.browserContext().close(),
  };
}

async function frameAt(page: Page, where: Where): Promise<Frame> {
  if (where === null) return page.mainFrame();
  return until(`the frame ${where}`, async () => (await page.$(where))?.contentFrame());
}
