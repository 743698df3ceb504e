import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packages.mjs';

/**
 * The Node binaries that may run TypeScript, best first: the pinned one by its path (npm does not always link it), then
 * the one that runs this. Each with the options it needs.
 */
export function nodeBinaries() {
  const windows = process.platform === 'win32';
  const folder = join(ROOT, 'node_modules', `node-${windows ? 'win' : process.platform}-${process.arch}`, 'bin');
  const pinned = join(folder, windows ? 'node.exe' : 'node');
  const found = existsSync(pinned) ? [{ path: pinned, options: [] }] : [];
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) {
    // Older lines call running TypeScript, and SQLite, experimental, and say so at every start.
    found.push({ path: process.execPath, options: ['--disable-warning=ExperimentalWarning'] });
  }
  return found;
}
