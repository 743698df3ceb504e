// `npm run browsers` installs Firefox and WebKitGTK for the engine tests from the system's packages; Chromium comes from npm.
// No other command installs anything outside this folder. It does nothing if both are installed.
import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { findEngines } from '../test/support/engines/find.ts';

// The names in Debian and Ubuntu. Ubuntu's `firefox` is a snap, which a driver cannot start.
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];
// apt waits for another running apt, retries slow mirrors, and gives up an absent mirror after seconds instead of minutes.
const APT = ['DPkg::Lock::Timeout=120', 'Acquire::Retries=3', 'Acquire::http::Timeout=30'].flatMap((one) => [
  '-o',
  one,
]);
const TELL_EVERY_MS = 5_000;
const LINES_OF_FAILURE = 15;

if ((await missing()).length === 0) say('Firefox and WebKitGTK are here; there is nothing to do');
else process.exitCode = (await install()) ? 0 : 1;
await tellWhatIsHere();

async function missing() {
  return (await findEngines()).filter(({ launch }) => launch === null);
}

async function install() {
  if (!(await isThere('/usr/bin/apt-get'))) {
    say('This installs by apt, on Debian and its kind, and there is none here. Install by hand what is missing:');
    say('  Firefox (or FIREFOX_PATH names one), WebKitGTK with its WebKitWebDriver, and Xvfb.');
    say(
      '  Fedora: dnf install firefox webkitgtk-driver xorg-x11-server-Xvfb · Arch: pacman -S firefox webkit2gtk xorg-server-xvfb',
    );
    return false;
  }
  if (process.getuid?.() !== 0) {
    say('Installing system packages needs root. Run as root, or let somebody run:');
    say(`  apt-get update && apt-get install --no-install-recommends ${PACKAGES.join(' ')}`);
    return false;
  }
  say(`installing ${PACKAGES.join(', ')} by apt (about 200 MB to load, once)`);
  const updated = await aptGet('update');
  // Old lists may be good enough; if not, the next step fails.
  if (!updated) say('the lists of packages could not be renewed; trying with those that are here');
  return (await aptGet('install', '--yes', '--no-install-recommends', ...PACKAGES)) && (await missing()).length === 0;
}

/** Runs apt-get. Shows its output only if it fails. */
function aptGet(verb, ...args) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  const ticker = setInterval(() => say(`  … apt-get ${verb}, ${seconds()}`), TELL_EVERY_MS);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((resolve) => {
    const child = spawn('apt-get', [...APT, verb, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const done = (passed, reason) => {
      clearInterval(ticker);
      if (!passed)
        say(`apt-get ${verb} FAILED (${reason}):\n${output.trim().split('\n').slice(-LINES_OF_FAILURE).join('\n')}`);
      else say(`  apt-get ${verb} done in ${seconds()}`);
      resolve(passed);
    };
    child.once('error', (error) => done(false, error.message));
    child.once('close', (code) => done(code === 0, `exit ${code}`));
  });
}

async function tellWhatIsHere() {
  for (const { name, where, launch } of await findEngines()) say(`${launch ? '✓' : '✗'} ${name}: ${where}`);
}

function isThere(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}

function say(text) {
  console.log(`browsers: ${text}`);
}
