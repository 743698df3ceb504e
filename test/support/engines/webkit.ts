import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePorts } from '../service-process.ts';
import { type Engine, type EnginePage, type Key, until, type Where } from './engine.ts';
import { openWebDriverSession } from './webdriver.ts';

/** The programs that WebKitGTK needs. */
type WebKitPrograms = { driver: string; xvfb: string };

const SIZE = { width: 1280, height: 900 };

const SCRIPT_MS = 3_000;

const START_AGAIN_MS = 30_000;

/** WebDriver's code points of keys without a character. */
const KEYS: Record<Key, string> = { Escape: '\uE00C', Tab: '\uE004', Enter: '\uE007' };

/** Starts the system's WebKitGTK on a new display, driven by its WebKitWebDriver. One page at a time. */
export async function launchWebKit(programs: WebKitPrograms): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'waitlist-webkit-'));
  const display = await startDisplay(programs.xvfb);
  let driver = await startDriver(programs.driver, display.name, home);
  let last: EnginePage | undefined;
  return {
    async open() {
      // Only one page may be open, and a failed test leaves its page open.
      await last?.close().catch(() => {});
      last = await openPage(driver.url).catch(async () => {
        // Sometimes driver and browser fail to connect and would wait for ever, so a new driver is started. It gets
        // more time: if the machine was slow, another restart would only make it slower.
        await end(driver.child);
        driver = await startDriver(programs.driver, display.name, home);
        return openPage(driver.url, START_AGAIN_MS);
      });
      return last;
    },
    async close() {
      await end(driver.child);
      await end(display.child);
      // Processes of the browser may still be writing there.
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function startDriver(
  driver: string,
  display: string,
  home: string,
): Promise<{ child: ChildProcess; url: string }> {
  const [port = 0] = await freePorts(1);
  const child = spawn(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      // There is no desktop session, and looking for one takes seconds.
      NO_AT_BRIDGE: '1',
      GIO_USE_VFS: 'local',
      GSETTINGS_BACKEND: 'memory',
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      LC_ALL: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver', async () => (await fetch(`${url}/status`)).ok);
  return { child, url };
}

async function startDisplay(xvfb: string): Promise<{ child: ChildProcess; name: string }> {
  const screen = `${SIZE.width}x${SIZE.height + 100}x24`;
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(child.stdio[3] as Readable, 'data');
  return { child, name: `:${String(number).trim()}` };
}

async function openPage(url: string, startMs?: number): Promise<EnginePage> {
  const capabilities = {
    // Intelligent Tracking Prevention; third-party cookies are blocked by default.
    'webkitgtk:browserOptions': { args: ['--automation', '--enable-itp'] },
    // A script whose frame has navigated never answers; `until` asks again.
    timeouts: { script: SCRIPT_MS },
  };
  const session = await openWebDriverSession(url, capabilities, startMs);
  await session.resize(SIZE.width, SIZE.height);
  const go = async (where: Where) => {
    await session.topFrame();
    if (where !== null) await session.frame(await session.find(where));
  };
  const element = async (where: Where, selector: string) => {
    await go(where);
    return session.find(selector);
  };
  return {
    async goto(address) {
      await session.topFrame();
      await session.goto(address);
    },
    async evaluate<Value>(where: Where, expression: string) {
      await go(where);
      const { value, reason } = await session.run<{ value?: Value; reason?: string }>(
        `Promise.resolve(${expression}).then((value) => ({ value }), (reason) => ({ reason: String(reason) })).then(arguments[0])`,
      );
      if (reason !== undefined) throw new Error(reason);
      return value as Value;
    },
    click: (where, selector) =>
      succeeds(`a click on ${selector}`, async () => session.click(await element(where, selector))),
    // A click comes first: no script, not even the driver's, may focus a frame of another site before the user does.
    type: (where, selector, text) =>
      succeeds(`text in ${selector}`, async () => {
        const field = await element(where, selector);
        await session.click(field);
        await session.type(field, text);
      }),
    async choose(where, selector, value) {
      await session.click(await element(where, `${selector} option[value="${value}"]`));
    },
    async press(key) {
      await session.press(KEYS[key]);
    },
    screenshot: () => session.screenshot(),
    // WebKit reports no console messages to its driver.
    problems: async () => [],
    async close() {
      await session.end();
    },
  };
}

/** Retries an action: elements that are still appearing refuse it. */
async function succeeds(what: string, act: () => Promise<unknown>): Promise<void> {
  await until(what, async () => {
    await act();
    return true;
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
