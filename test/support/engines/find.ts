import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { launchChromium } from './chromium.ts';
import type { Engine, EngineName, FrameStorage } from './engine.ts';
import { launchFirefox } from './firefox.ts';
import { launchWebKit } from './webkit.ts';

export type FoundEngine = {
  name: EngineName;
  /** Where it is, or what is missing, as text. */
  where: string;
  /** Null if it is not installed. */
  launch: ((storage: FrameStorage) => Promise<Engine>) | null;
};

/** Finds the installed engines: Chromium comes from npm, the others from the system's packages. */
export async function findEngines(): Promise<FoundEngine[]> {
  const firefox = process.env.FIREFOX_PATH ?? (await onPath('firefox-esr')) ?? (await onPath('firefox'));
  const [driver, xvfb] = [await onPath('WebKitWebDriver'), await onPath('Xvfb')];
  return [
    { name: 'chromium', where: 'from npm', launch: launchChromium },
    firefox
      ? { name: 'firefox', where: firefox, launch: (storage) => launchFirefox(firefox, storage) }
      : { name: 'firefox', where: 'no firefox-esr or firefox on the path, and no FIREFOX_PATH', launch: null },
    driver && xvfb
      ? { name: 'webkit', where: driver, launch: () => launchWebKit({ driver, xvfb }) }
      : { name: 'webkit', where: `no ${driver ? 'Xvfb' : 'WebKitWebDriver'} on the path`, launch: null },
  ];
}

async function onPath(program: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return null;
}
