import { closeSync, openSync } from 'node:fs';
import type { Lifetime } from './lifetime.ts';
import type { Log } from './log.ts';

const LOOK_MS = 1_000;
const ANY_FILE = '/dev/null';

/**
 * Logs one line when the process has no file descriptor left, and one when it has some again. Meanwhile Node closes each new connection
 * without a word.
 */
export function watchDescriptors(log: Log, lifetime: Pick<Lifetime, 'onStop'>): void {
  let isOut = false;
  const timer = setInterval(() => {
    const wasOut = isOut;
    isOut = !canOpen();
    if (isOut && !wasOut)
      log.error('no file descriptor is left, so connections are refused: raise the limit of open files');
    if (!isOut && wasOut) log.warn('there are file descriptors again');
  }, LOOK_MS).unref();
  lifetime.onStop(async () => clearInterval(timer));
}

function canOpen(): boolean {
  try {
    closeSync(openSync(ANY_FILE, 'r'));
    return true;
  } catch (error) {
    return !['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
