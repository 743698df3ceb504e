import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packages.mjs';

/**
 * Returns the Node binaries that can run TypeScript, best first, with the options that each needs: the pinned one by its path
 * (npm does not always link it), then the one that runs this script.
 */
export function nodeBinaries() {
  const windows = process.platform === 'win32';
  const folder = join(ROOT, 'node_modules', `node-${windows ? 'win' : process.platform}-${process.arch}`, 'bin');
  const pinned = join(folder, windows ? 'node.exe' : 'node');
  const found = existsSync(pinned) ? [{ path: pinned, options: [] }] : [];
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) {
    // Older versions warn at every start that TypeScript and SQLite are experimental.
    found.push({ path: process.execPath, options: ['--disable-warning=ExperimentalWarning'] });
  }
  return found;
}
