import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import type { LaunchOptions } from 'playwright-core';
import { extract } from 'tar-fs';

const require = createRequire(import.meta.url);
const PACKED = join(dirname(require.resolve('@sparticuz/chromium')), '..');
const DEJAVU = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));

// This list replaces Playwright's list of disabled features, which would disable partitioned storage; shoppers have it.
// A spare renderer, started in advance for each page, takes an eighth of the browser's time.
const OFF = ['SpareRendererForSitePerProcess', 'PaintHolding', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'];
// The package's own flags disable web security and site isolation, which these tests are about.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--site-per-process',
  `--disable-features=${OFF.join(',')}`,
];

/**
 * Returns how to start Chromium on this machine: the browser that CHROME_PATH names, else the one from npm on x64 Linux
 * (unpacked once into the project's cache, 2–3 s), else the system's Chrome.
 */
export async function chromiumLaunchOptions(onProgress: (line: string) => void = () => {}): Promise<LaunchOptions> {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, args: ARGS };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome', args: ARGS };
  const home = await unpackedChromium(onProgress);
  return {
    executablePath: join(home, 'chromium'),
    args: ARGS,
    env: { ...process.env, LD_LIBRARY_PATH: join(home, 'lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
}

async function unpackedChromium(onProgress: (line: string) => void): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKED, 'package.json'), 'utf8'));
  const home = join(CACHE, `chromium-${version}`);
  if (await exists(join(home, 'fonts.conf'))) return home;
  onProgress(`unpacking Chromium ${version} into .cache (211 MB, once)`);
  await mkdir(CACHE, { recursive: true });
  await removeOthers(home);
  // Two runs may unpack at once: each uses its own folder, and the first to finish renames its folder to the final
  // name.
  const draft = await mkdtemp(join(CACHE, 'unpacking-'));
  try {
    await Promise.all([
      unpack('chromium.br', createWriteStream(join(draft, 'chromium'), { mode: 0o755 })),
      unpack('al2023.tar.br', extract(draft)),
      unpack('fonts.tar.br', extract(draft)),
      unpack('swiftshader.tar.br', extract(draft)),
    ]);
    await writeFile(join(draft, 'fonts.conf'), fontsConf(home));
    await rename(draft, home).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return home;
}

async function unpack(name: string, into: NodeJS.WritableStream): Promise<void> {
  await pipeline(createReadStream(join(PACKED, 'bin', name)), createBrotliDecompress(), into);
}

/** Removes older versions: each is 211 MB. */
async function removeOthers(home: string): Promise<void> {
  const others = (await readdir(CACHE)).filter((name) => name.startsWith('chromium-') && join(CACHE, name) !== home);
  await Promise.all(others.map((name) => rm(join(CACHE, name), { recursive: true, force: true })));
}

/** Returns a font configuration. That of the package names no usable cache folder, which makes all text invisible. */
function fontsConf(home: string): string {
  const prefer = (family: string, font: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family><family>DejaVu Sans</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <dir>${DEJAVU}</dir>
  <cachedir>${join(home, 'fontconfig')}</cachedir>
  ${['sans-serif', 'system-ui', 'ui-sans-serif', 'Arial', 'Helvetica'].map((family) => prefer(family, 'Open Sans')).join('\n  ')}
  ${prefer('serif', 'DejaVu Serif')}
  ${['monospace', 'ui-monospace', 'Menlo', 'Consolas'].map((family) => prefer(family, 'DejaVu Sans Mono')).join('\n  ')}
</fontconfig>
`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
