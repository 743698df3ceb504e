import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirOwner } from './data-dir.ts';

export type EmbeddedPostgres = {
  url: string;
  /** Resolves when the server has ended for good: by `stop`, or because it does not stay up. Until then it is started again. */
  ended: Promise<void>;
  /** Makes another start wait for the end of this server, instead of refusing the folder because it is in use. */
  announceStop(): Promise<void>;
  /** Shuts the server down fast: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
};

const STOP_MS_MAX = 30_000;
// A server that dies again and again, each time within this time, is given up.
const STEADY_MS = 60_000;
const DEATHS_MAX = 5;
const AGAIN_MS = 500;

export const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null;

type Started = { server: ChildProcess; owner: DataDirOwner; url: string };
type Again = { again: () => Promise<ChildProcess>; onProgress: (text: string) => void };

/** Keeps a server running until it is stopped. */
export function createHandle({ server: first, owner, url }: Started, { again, onProgress }: Again): EmbeddedPostgres {
  let server = first;
  let stopping = false;
  const endAtOnce = () => server.kill('SIGINT');
  process.once('exit', endAtOnce);
  /** Starts the server again when it ends by itself, such as when the kernel kills it for its memory. */
  const keepRunning = async () => {
    for (let deaths = 0; !stopping; ) {
      const began = Date.now();
      if (!hasEnded(server)) await once(server, 'exit');
      if (stopping) return;
      deaths = Date.now() - began < STEADY_MS ? deaths + 1 : 1;
      if (deaths > DEATHS_MAX) return;
      onProgress('The embedded database has ended by itself; it is started again');
      await sleep(AGAIN_MS * deaths);
      if (stopping) return;
      server = await again();
      onProgress('The embedded database runs again');
      if (stopping) server.kill('SIGINT');
    }
    if (!hasEnded(server)) await once(server, 'exit');
  };
  const ended = keepRunning().catch((error: Error) => onProgress(error.message));
  let stopped: Promise<void> | undefined;
  const announceStop = () => owner.publish('stopping');
  const stop = async () => {
    stopping = true;
    await announceStop();
    server.kill('SIGINT');
    const late = setTimeout(() => server.kill('SIGQUIT'), STOP_MS_MAX);
    await ended;
    clearTimeout(late);
    process.off('exit', endAtOnce);
    await owner.release();
  };
  return {
    url,
    ended,
    announceStop,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
