import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FromStatus, ToStatus } from '../../src/protocol/wire/frame-messages.ts';
import { expectAccessible, type OpenPage, openPage, takeScreenshot } from './browser.ts';
import type { StoreSite, System } from './system.ts';

export type StatusStage = { system: System; storeKey: string; site: StoreSite & { pages: Record<string, string> } };

/** The messages of the status page to its page, without heights, in order. */
export type StatusMessage = Extract<FromStatus, { t: 'event' }>;

export type StatusPageHandle = OpenPage & {
  frame: Frame;
  told(): Promise<StatusMessage[]>;
  /** Sends a message like the SDK: another token, or that no listener took a return. */
  say(message: ToStatus): Promise<void>;
};

export type StatusOptions = BrowserContextOptions & {
  /** Without one the shopper is a guest. */
  token?: string;
  lang?: string;
  /** Whether the page has a listener for returns. */
  returnsHeard?: boolean;
};

// Exist in the page only.
declare const told: StatusMessage[];
declare const say: (message: ToStatus) => void;

/**
 * Opens a store page that does only what the SDK does for the status page: it creates the frame, takes its hello, passes the
 * token, and gives the frame the height that it asks for.
 */
export async function openStatus(
  browser: Browser,
  { system, storeKey, site }: StatusStage,
  { token, lang = 'en', returnsHeard = false, ...context }: StatusOptions = {},
): Promise<StatusPageHandle> {
  const opening: ToStatus = { t: 'open', mode: token === undefined ? 'guest' : 'logged_in', token: token ?? null };
  const source = `${system.baseUrl}/frames/1/status?key=${storeKey}&lang=${lang}`;
  const path = `/status-${Object.keys(site.pages).length}`;
  site.pages[path] = hostPage({ source, opening, returnsHeard });
  const opened = await openPage(browser, site.url + path, context);
  const { page, problems } = opened;
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('the frame has no document');
  await frame.waitForSelector('h1:not(.visually-hidden), #problem', { timeout: 10_000 }).catch((error: unknown) => {
    throw new Error(`the status page showed nothing: ${problems.join('\n')}`, { cause: error });
  });
  return {
    ...opened,
    frame,
    told: () => page.evaluate(() => told),
    say: (message) => page.evaluate((sent) => say(sent), message),
  };
}

/** Expects an accessible page without horizontal overflow and a frame as high as its content. Takes a screenshot. */
export async function checkLook({ page, frame }: StatusPageHandle, name: string): Promise<void> {
  await expectAccessible(page);
  const beyond = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, `${name} is too wide`).toBeLessThanOrEqual(0);
  const height = await expectFittingHeight(page, frame);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.max(600, height + 120) });
  await takeScreenshot(page, `status-${name}`);
}

/** Waits until the frame is as high as its content. Resolves with the height. */
export async function expectFittingHeight(page: Page, frame: Frame): Promise<number> {
  const content = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  const around = () => page.evaluate(() => document.querySelector('iframe')?.clientHeight ?? 0);
  // Measures both each time, because the content may still grow.
  await expect.poll(async () => (await around()) - (await content())).toBe(0);
  return content();
}

/** Returns the heading of the present screen. */
export async function headingOf(frame: Frame): Promise<string> {
  return ((await frame.textContent('h1')) ?? '').trim();
}

type HostPage = { source: string; opening: ToStatus; returnsHeard: boolean };

function hostPage({ source, opening, returnsHeard }: HostPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>My account</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
  main { max-inline-size: 760px; margin: 0 auto; padding: 16px }
  iframe { display: block; inline-size: 100%; block-size: 320px; border: 0 }
</style>
<main><h1>My account</h1></main>
<script>
  const told = [];
  const nonce = Math.random().toString(36);
  let port;
  const say = (message) => port.postMessage(message);
  addEventListener('message', ({ data, source, ports }) => {
    if (source !== iframe.contentWindow || data.nonce !== nonce) return;
    iframe.title = data.title;
    [port] = ports;
    port.onmessage = ({ data: message }) => {
      if (message.t === 'height') return void (iframe.style.blockSize = message.height + 'px');
      told.push(message);
      if (message.name === 'ArrangeReturnClicked' && !${returnsHeard}) say({ t: 'unheard', name: message.name });
    };
    say(${JSON.stringify(opening)});
  });
  const iframe = document.createElement('iframe');
  iframe.title = 'Pre-orders';
  const c = getComputedStyle(document.querySelector('main')).colorScheme;
  iframe.src = ${JSON.stringify(source)} + '#' + encodeURIComponent(JSON.stringify({ n: nonce, o: location.origin, c }));
  document.querySelector('main').append(iframe);
</script>
</html>`;
}
